package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.lab.FakeModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done with the texts of requests before their jobs have a place. */
@Timeout(600)
class PreparedRequestsTest {
  private static final String SAMPLE =
      "{\"text\":\"the ___ ran ___\",\"settings\":{\"chains\":2,\"steps\":2}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "fill|application/json|1|{\"text\":\"the ___ ran ___\"}",
        "fill|text/event-stream|1|{\"text\":\"the ___ ran ___\"}",
        "sample|application/json|1|" + SAMPLE,
        "sample|text/event-stream|1|" + SAMPLE,
        // A text of each length.
        "fill|application/json|3|{\"text\":\"the ___:1-3 ran\"}",
        "fill-mask|application/json|1|{\"inputs\":\"the ___ ran\"}",
        "fill-mask|application/json|2|{\"inputs\":[\"the ___ ran\",\"the ___ ran ___\"]}",
        "fill-mask|application/json|1|{\"inputs\":\"the ___ ran ___\",\"parameters\":{\"joint\":true}}",
        "tokenize|application/json|1|{\"text\":\"the ___:1-3 ran\"}",
        "tokenize|application/json|1|{\"text\":\"the old man\"}"
      })
  void theTokenizerReadsATextOnce(String path, String accept, int times, String body) {
    AtomicInteger count = new AtomicInteger();
    try (RunningService service =
        RunningService.of(
            FakeModel.watchingTexts(count::incrementAndGet), ServiceOptions.defaults())) {
      HttpResponse<String> answer =
          service.send(service.posting("/api/v1/" + path, body).header("Accept", accept));

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).doesNotContain("event: problem");
      assertThat(count).hasValue(times);
    }
  }

  @Test
  void aFewTextsArePreparedAtTheSameTimeAndHealthIsAnsweredMeanwhile() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore arrived = new Semaphore(0);
    Semaphore gate = new Semaphore(0);
    MaskedLanguageModel model =
        FakeModel.watchingTexts(
            () -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              arrived.release();
              gate.acquireUninterruptibly();
              now.decrementAndGet();
            });
    int requests = 4 * RequestLimits.MOST_PREPARED;
    ServiceOptions options = ServiceOptions.defaults();
    options =
        options.withLimits(
            options.limits().with(ServiceLimit.JOBS, 1).with(ServiceLimit.QUEUE, requests));
    try (RunningService service = RunningService.of(model, options)) {
      List<CompletableFuture<HttpResponse<String>>> answers =
          Stream.of("fill", "fill-mask", "tokenize", "sample")
              .flatMap(
                  path ->
                      IntStream.range(0, RequestLimits.MOST_PREPARED)
                          .mapToObj(
                              k -> service.sendAsync(service.posting("/api/v1/" + path, of(path)))))
              .toList();
      arrived.acquireUninterruptibly(RequestLimits.MOST_PREPARED);

      assertThat(service.get("/healthz").statusCode()).isEqualTo(200);
      gate.release(requests);

      assertThat(answers).allSatisfy(one -> assertThat(one.join().statusCode()).isEqualTo(200));
      assertThat(most).hasValue(RequestLimits.MOST_PREPARED);
    }
  }

  private static String of(String path) {
    return switch (path) {
      case "sample" -> SAMPLE;
      case "fill-mask" -> "{\"inputs\":\"the ___ ran\"}";
      default -> "{\"text\":\"the ___ ran\"}";
    };
  }

  @Test
  void aTextThatWaitsTooLongToBePreparedIsRefused() {
    RequestLimits limits = new RequestLimits(ServiceLimits.defaults(), Duration.ZERO);

    assertThatThrownBy(() -> nested(limits, RequestLimits.MOST_PREPARED))
        .isInstanceOfSatisfying(
            ProblemException.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(429);
              assertThat(problem).hasMessage("too many texts are being prepared; try again later");
            });
    // Those that failed have given their places back.
    assertThat(nested(limits, RequestLimits.MOST_PREPARED - 1)).isZero();
  }

  /** Takes another place while it has one. */
  private static int nested(RequestLimits limits, int more) {
    return limits.prepare(() -> more == 0 ? 0 : nested(limits, more - 1));
  }
}
