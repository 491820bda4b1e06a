package dev.infill.web.service;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.Vocabulary;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.RunningService.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs: what they give, how many there may be, and how they end before their time. */
@Timeout(600)
class JobsOfTheServiceTest {
  /** Jobs are asked to stop at once, and have this to give what they have found. */
  private static final Duration FOR_SCORING = Duration.ofSeconds(20);

  private static final String TEXT = "the ___ ran ___";

  private static final String FILL = "{\"text\":\"" + TEXT + "\",\"settings\":{\"seed\":7}}";

  /** Measured without the model. */
  private static final String NO_MODEL = "{\"sentences\":[\"the old man\"]}";

  /** Too much for one evaluation. */
  private static final String LONG_SENTENCE = "{\"text\":\"" + "the ".repeat(400).strip() + "\"}";

  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  private ServiceOptions options(int jobs, int queue) {
    return ServiceOptions.defaults()
        .withLimits(
            ServiceLimits.defaults().with(ServiceLimit.JOBS, jobs).with(ServiceLimit.QUEUE, queue))
        .withGrace(Duration.ZERO)
        .withLog(new ServiceLog(log::add, ServiceLog.Format.TEXT, false));
  }

  private static String body(int steps, long seed) {
    return "{\"text\":\"%s\",\"settings\":{\"chains\":5,\"steps\":%d,\"seed\":%d}}"
        .formatted(TEXT, steps, seed);
  }

  /** The answer without what a clock says. */
  private static JsonNode timeless(JsonNode infilling) {
    ((ObjectNode) infilling.get("diagnostics")).remove("seconds");
    for (JsonNode convergence : infilling.at("/diagnostics/convergence")) {
      ((ObjectNode) convergence).remove("effectiveSampleSizePerSecond");
    }
    return infilling;
  }

  @Test
  void aTextIsFilledAsByTheCommandLine() {
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.CHAINS, 5)
            .with(Settings.STEPS, 20)
            .with(Settings.BURN_IN, 4)
            .withSeed(7);
    FakeModel model = new FakeModel();
    JsonNode expected =
        RunningService.json(
            new JsonLines()
                .line(
                    SampleResultJson.of(
                        new Infiller(model).sample(TEXT, settings), Versions.current())));

    try (RunningService service = RunningService.of(model, options(1, 0))) {
      JsonNode answer =
          RunningService.json(service.post(RunningService.SAMPLE, body(20, 7)).body());
      List<Event> events = service.stream(RunningService.SAMPLE, body(20, 7));

      assertThat(timeless(answer)).isEqualTo(timeless(expected));
      assertThat(timeless(events.get(events.size() - 1).data())).isEqualTo(expected);
    }
  }

  @Test
  void theMostProbableAreThoseOfTheLibrary() {
    FillSettings settings = FillSettings.defaults().with(Settings.SEED, OptionalLong.of(7));
    FakeModel model = FakeModel.readingMasks(() -> {});
    FillResult filled = new Infiller(model).fill(TEXT, settings);
    JsonNode expected =
        RunningService.json(new JsonLines().line(FillResultJson.of(filled, Versions.current())));

    try (RunningService service = RunningService.of(model, options(1, 0))) {
      JsonNode answer = RunningService.json(service.post(RunningService.FILL, FILL).body());
      List<Event> events = service.stream(RunningService.FILL, FILL);

      assertThat(timeless(answer)).isEqualTo(timeless(expected));
      assertThat(timeless(events.get(events.size() - 1).data())).isEqualTo(expected);
      JsonNode last = events.get(events.size() - 2).data();
      assertThat(texts(last.get("candidates"))).isEqualTo(texts(expected.get("candidates")));
      assertThat(last.get("certain")).isEqualTo(expected.at("/verdict/certain"));
    }
  }

  @Test
  void theListIsThereBeforeTheEndAndAFillThatIsStoppedGivesIt() throws Exception {
    GatedModel model = GatedModel.readingMasks();
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      CompletableFuture<HttpResponse<InputStream>> answer =
          open(
              service,
              RunningService.FILL,
              "{\"text\":\"___ ___ ran ___ ___\",\"settings\":{\"top\":100}}");
      try (InputStream events = answer.get(300, SECONDS).body()) {
        JsonNode started = data(awaitEvent(events, "started"));
        // The first words from either end, and what stands beside them.
        model.let(3);
        JsonNode progress = data(awaitEvent(events, "progress"));
        while (progress.get("candidates").isEmpty()) {
          model.let(1);
          progress = data(awaitEvent(events, "progress"));
        }
        HttpResponse<String> stopped =
            service.send(
                service.request(RunningService.JOBS + started.get("id").asText()).DELETE());
        model.open();

        assertThat(stopped.statusCode()).isEqualTo(204);
        JsonNode result = data(awaitEvent(events, "result"));
        assertThat(result.get("interrupted").asBoolean()).isTrue();
        // What the pass that was under way told is in it as well.
        assertThat(texts(result.get("candidates"))).containsAll(texts(progress.get("candidates")));
      }
    }
  }

  private static JsonNode data(String event) {
    return RunningService.json(event.substring(event.indexOf('{')));
  }

  @Test
  void theSettingsOfAnAnswerGiveItAgain() {
    try (RunningService service = RunningService.of(new FakeModel(), options(1, 0))) {
      JsonNode first =
          RunningService.json(
              service.post(RunningService.SAMPLE, "{\"text\":\"" + TEXT + "\"}").body());
      String again =
          "{\"text\":\"%s\",\"settings\":%s}".formatted(TEXT, first.get("settings").toString());

      JsonNode second = RunningService.json(service.post(RunningService.SAMPLE, again).body());

      assertThat(timeless(second)).isEqualTo(timeless(first));
    }
  }

  @Test
  void eventsTellEveryStepOnce() {
    try (RunningService service = RunningService.of(new FakeModel(), options(1, 0))) {
      List<Event> events = service.stream(RunningService.SAMPLE, body(200, 1));

      assertThat(events.get(0).name()).isEqualTo("started");
      assertThat(events.get(0).data().at("/settings/seed").asLong()).isEqualTo(1);
      assertThat(events.get(0).data().get("blanks").asInt()).isEqualTo(2);
      int next = 1;
      for (Event event : events) {
        if (event.name().equals("steps")) {
          assertThat(event.data().get("first").asInt()).isEqualTo(next);
          assertThat(event.data().get("energies")).allSatisfy(step -> assertThat(step).hasSize(5));
          next += event.data().get("energies").size();
        }
      }
      assertThat(next).isEqualTo(201);
      List<Event> candidates =
          events.stream().filter(event -> event.name().equals("candidates")).toList();
      JsonNode last = candidates.get(candidates.size() - 1).data().get("candidates");
      JsonNode result = events.get(events.size() - 1).data().get("candidates");
      assertThat(texts(last)).isEqualTo(texts(result));
      assertThat(last.get(0).get("chains").asInt()).isEqualTo(result.get(0).get("chains").asInt());
    }
  }

  private static List<String> texts(JsonNode candidates) {
    List<String> texts = new ArrayList<>();
    candidates.forEach(candidate -> texts.add(candidate.get("text").asText()));
    return texts;
  }

  @Test
  void twoHundredAtOnceAreAllAnsweredAsOneAfterAnother() throws Exception {
    try (RunningService service = RunningService.of(new FakeModel(), options(2, 16))) {
      Map<Integer, JsonNode> alone = new TreeMap<>();
      for (int seed = 0; seed < 10; seed++) {
        HttpResponse<String> answer = service.post(RunningService.SAMPLE, body(20, seed));
        alone.put(seed, timeless(RunningService.json(answer.body())));
      }

      List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        asked.add(service.sendAsync(service.posting(RunningService.SAMPLE, body(20, i % 10))));
      }
      int filled = 0;
      for (int i = 0; i < 200; i++) {
        HttpResponse<String> answer = asked.get(i).get(300, SECONDS);
        if (answer.statusCode() == 200) {
          filled++;
          assertThat(timeless(RunningService.json(answer.body()))).isEqualTo(alone.get(i % 10));
        } else {
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
          assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow()).isPositive();
        }
      }
      assertThat(filled).isGreaterThanOrEqualTo(18);
      assertThat(service.get("/metrics").body())
          .contains("infill_jobs_running 0.0")
          .contains("infill_jobs_queued 0.0");
    }
  }

  @Test
  void whoFindsTheQueueFullIsToldSoAtOnce() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 1))) {
      CompletableFuture<HttpResponse<String>> running =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(3, 1)));
      model.awaitArrivals(1);
      CompletableFuture<HttpResponse<InputStream>> waiting = open(service, body(3, 1));
      try (InputStream events = waiting.get(300, SECONDS).body()) {
        awaitEvent(events, "queued");

        assertThat(service.post(RunningService.SAMPLE, body(3, 1)).statusCode()).isEqualTo(429);
        assertThat(service.post("/api/v1/metrics", NO_MODEL).statusCode()).isEqualTo(429);
        assertThat(service.get("/healthz").statusCode()).isEqualTo(200);

        model.open();
        assertThat(running.get(300, SECONDS).statusCode()).isEqualTo(200);
        awaitEvent(events, "result");
      }
    }
  }

  private static CompletableFuture<HttpResponse<InputStream>> open(
      RunningService service, String body) {
    return open(service, RunningService.SAMPLE, body);
  }

  private static CompletableFuture<HttpResponse<InputStream>> open(
      RunningService service, String path, String body) {
    return service.openAsync(service.posting(path, body).header("Accept", "text/event-stream"));
  }

  private static String awaitEvent(InputStream events, String name) throws IOException {
    awaitText(events, "event: " + name + "\n");
    return awaitText(events, "\n\n");
  }

  /** Reads as far as some text, which may be long. */
  private static String awaitText(InputStream events, String wanted) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.length() < wanted.length()
        || read.indexOf(wanted, read.length() - wanted.length()) < 0) {
      int next = events.read();
      assertThat(next).as("the end of the stream before %s: %s", wanted, read).isNotNegative();
      read.append((char) next);
    }
    return read.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void aClientThatGoesAwayFreesItsPlaceWithinOnePass(String accept) throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 1))) {
      try (Socket client = new Socket("localhost", service.service().port())) {
        client.getOutputStream().write(rawRequest(RunningService.SAMPLE, body(5_000, 1), accept));
        model.let(4);
        model.awaitArrivals(5);
      }
      // The line is written when the request has ended: the job was asked to stop.
      String line = log.poll(300, SECONDS);
      assertThat(line).contains("/api/v1/sample");
      int before = model.passed();
      model.open();

      HttpResponse<String> next = service.post("/api/v1/metrics", NO_MODEL);

      assertThat(next.statusCode()).isEqualTo(200);
      // That of the step in which it was; candidates that nobody reads are not scored.
      assertThat(model.passed() - before).isEqualTo(1);
      assertThat(service.get("/metrics").body()).contains("infill_jobs_abandoned_total 1.0");
    }
  }

  /** Only a read tells that a client has gone, and a read takes what came before. */
  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void aClientThatSendsMoreBeforeItGoesAwayIsMissedAllTheSame(String accept) throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 1))) {
      try (Socket client = new Socket("localhost", service.service().port())) {
        client.getOutputStream().write(rawRequest(RunningService.SAMPLE, body(5_000, 1), accept));
        model.awaitArrivals(1);
        client.getOutputStream().write("\r\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
      }

      String line = log.poll(300, SECONDS);
      model.open();

      assertThat(line).contains("/api/v1/sample");
      assertThat(service.get("/metrics").body()).contains("infill_jobs_abandoned_total 1.0");
    }
  }

  @Test
  void aJobThatTakesTooLongAnswersWithWhatItHas() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, jobsOf(30_000_000, 1))) {
      CompletableFuture<HttpResponse<String>> filled =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(5_000, 1)));
      model.let(4);
      model.awaitArrivals(5);
      awaitLate(service, 1);
      model.open();

      HttpResponse<String> answer = filled.get(300, SECONDS);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(RunningService.json(answer.body()).at("/diagnostics/interrupted").asBoolean())
          .isTrue();
    }
  }

  @Test
  void aScoreThatTakesTooLongIsNone() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, jobsOf(30_000_000, 1))) {
      CompletableFuture<HttpResponse<String>> scored =
          service.sendAsync(service.posting("/api/v1/score", LONG_SENTENCE));
      model.awaitArrivals(1);
      awaitLate(service, 1);
      model.open();

      HttpResponse<String> answer = scored.get(300, SECONDS);

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("the job took too long here");
    }
  }

  private static void awaitLate(RunningService service, int jobs) {
    String figure = "infill_jobs_late_total %d.0".formatted(jobs);
    boolean late = false;
    while (!late) {
      late = service.get("/metrics").body().contains(figure);
    }
  }

  @Test
  void aJobThatAsksTooMuchOfTheModelIsRefused() {
    // 6 word pieces at least, 1 blank, 25 chains, 51 steps.
    try (RunningService service =
        RunningService.of(FakeModel.readingMasks(() -> {}), jobsOf(5_000, 600))) {
      String text = "{\"%s\": \"the ___ man ran to the ___ .\"%s}";
      HttpResponse<String> chains = service.post(RunningService.SAMPLE, text.formatted("text", ""));
      HttpResponse<String> joint =
          service.post(
              "/api/v1/fill-mask", text.formatted("inputs", ",\"parameters\":{\"joint\":true}"));

      assertThat(chains.statusCode()).isEqualTo(422);
      assertThat(RunningService.json(chains.body()).get("field").asText()).isEqualTo("text");
      assertThat(chains.body())
          .contains("word pieces × blanks × chains × steps may be 5000 here, not ");
      assertThat(joint.statusCode()).isEqualTo(422);
      assertThat(RunningService.json(joint.body()).get("field").asText()).isEqualTo("inputs");
      assertThat(joint.body()).contains("word pieces that the model reads may be 5000 here, not ");
      assertThat(service.post("/api/v1/fill-mask", text.formatted("inputs", "")).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aJobThatWouldTakeTooMuchMemoryIsRefused() {
    ServiceOptions options = options(1, 1);
    options = options.withLimits(options.limits().with(ServiceLimit.JOB_MEGABYTES, 5));
    String many = "{\"%s\":\"the ___ ran ___\"%s}";
    try (RunningService service = RunningService.of(new FakeModel(), options)) {
      // Of the first, 1,000 chains × 50 steps are kept; of the second, 50 tokens of 20 long texts
      // are told.
      assertIsTooLarge(
          service,
          RunningService.SAMPLE,
          "text",
          many.formatted("text", ",\"settings\":{\"chains\":500,\"steps\":50}"));
      assertIsTooLarge(
          service,
          "/api/v1/fill-mask",
          "inputs",
          "{\"inputs\":[%s\"___ ran\"],\"parameters\":{\"top_k\":50}}"
              .formatted(("\"" + "x".repeat(5_000) + " ___\",").repeat(20)));

      assertThat(service.post(RunningService.SAMPLE, body(5, 1)).statusCode()).isEqualTo(200);
      assertThat(service.post("/api/v1/fill-mask", many.formatted("inputs", "")).statusCode())
          .isEqualTo(200);
      assertThat(service.post("/api/v1/score", "{\"text\":\"the old man\"}").statusCode())
          .isEqualTo(200);
    }
    FakeModel ofManyTokens =
        new FakeModel() {
          @Override
          public Vocabulary vocabulary() {
            return new Vocabulary(
                Stream.concat(TOKENS.stream(), IntStream.range(0, 2_000).mapToObj(k -> "w" + k))
                    .toList());
          }
        };
    try (RunningService service = RunningService.of(ofManyTokens, options)) {
      assertIsTooLarge(service, "/api/v1/score", "text", LONG_SENTENCE);
    }
  }

  private static void assertIsTooLarge(
      RunningService service, String path, String field, String body) {
    HttpResponse<String> answer = service.post(path, body);

    assertThat(answer.statusCode()).as(path).isEqualTo(422);
    assertThat(RunningService.json(answer.body()).get("field").asText()).isEqualTo(field);
    assertThat(answer.body())
        .contains("the job may take 5 MB of memory here, and would take up to ");
  }

  /** Each of them may run, and there are places for both, but they do not fit together. */
  @Test
  @Timeout(300)
  void jobsThatDoNotFitTogetherRunOneAfterAnother() throws Exception {
    GatedModel model = GatedModel.create();
    ServiceOptions options = options(2, 2);
    options = options.withLimits(options.limits().with(ServiceLimit.JOB_MEGABYTES, 3));
    try (RunningService service = RunningService.of(model, options)) {
      CompletableFuture<HttpResponse<String>> first =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(400, 1)));
      model.awaitArrivals(1);
      CompletableFuture<HttpResponse<String>> second =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(400, 2)));
      while (!service.get("/metrics").body().contains("infill_jobs_queued 1.0")) {
        Thread.onSpinWait();
      }
      assertThat(service.get("/metrics").body()).contains("infill_jobs_running 1.0");
      model.open();

      assertThat(first.get(300, SECONDS).statusCode()).isEqualTo(200);
      assertThat(second.get(300, SECONDS).statusCode()).isEqualTo(200);
    }
  }

  /** Whether it is one document or a stream. */
  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void anAnswerIsCountedUntilItsClientHasReadIt(String accept) throws Exception {
    // Far more than the system keeps for a client that does not read.
    String body =
        "{\"text\":\"the ___ %s\",\"settings\":{\"chains\":100,\"steps\":2,\"burnIn\":0,\"pool\":\"last\",\"top\":100,\"repeats\":true}}"
            .formatted("x".repeat(15_000));
    try (RunningService service = RunningService.of(new FakeModel(), options(1, 0));
        Socket client = new Socket()) {
      client.setReceiveBufferSize(4_096);
      client.connect(new InetSocketAddress("localhost", service.service().port()));
      client
          .getOutputStream()
          .write(
              String.join(
                      "\r\n",
                      "POST /api/v1/sample HTTP/1.1",
                      "Host: localhost",
                      "Connection: close",
                      "Content-Type: application/json",
                      "Accept: " + accept,
                      "Content-Length: " + body.length(),
                      "",
                      body)
                  .getBytes(StandardCharsets.UTF_8));
      awaitAnswered(service, 1);

      client.getInputStream().transferTo(OutputStream.nullOutputStream());
      awaitAnswered(service, 0);
    }
  }

  private static void awaitAnswered(RunningService service, int jobs) {
    while (!service.get("/metrics").body().contains("infill_jobs_answered %d.0".formatted(jobs))) {
      Thread.onSpinWait();
    }
  }

  private ServiceOptions jobsOf(int pieces, int seconds) {
    ServiceOptions options = options(1, 1);
    return options.withLimits(
        options
            .limits()
            .with(ServiceLimit.JOB_PIECES, pieces)
            .with(ServiceLimit.JOB_SECONDS, seconds));
  }

  @Test
  void aSentenceThatIsScoredIsGivenUpWhenItsClientGoes() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 1))) {
      try (Socket client = new Socket("localhost", service.service().port())) {
        client
            .getOutputStream()
            .write(rawRequest("/api/v1/score", LONG_SENTENCE, "application/json"));
        model.let(2);
        model.awaitArrivals(3);
      }
      assertThat(log.poll(300, SECONDS)).contains("/api/v1/score");
      int before = model.passed();
      model.open();

      assertThat(service.post("/api/v1/metrics", NO_MODEL).statusCode()).isEqualTo(200);
      assertThat(model.passed() - before).isEqualTo(1);
    }
  }

  private static byte[] rawRequest(String path, String body, String accept) {
    return """
    POST %s HTTP/1.1\r
    Host: localhost\r
    Accept: %s\r
    Content-Type: application/json\r
    Content-Length: %d\r
    \r
    %s\
    """
        .formatted(path, accept, body.getBytes(StandardCharsets.UTF_8).length, body)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aClientThatGoesAwayWhileItWaitsLeavesTheQueue() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 1))) {
      CompletableFuture<HttpResponse<String>> running =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(3, 1)));
      model.awaitArrivals(1);
      open(service, body(3, 1)).get(300, SECONDS).body().close();
      assertThat(log.poll(300, SECONDS)).contains("/api/v1/sample");

      CompletableFuture<HttpResponse<InputStream>> next = open(service, body(3, 1));
      try (InputStream events = next.get(300, SECONDS).body()) {
        assertThat(awaitEvent(events, "queued")).contains("\"position\":1");
        model.open();
        awaitEvent(events, "result");
      }
      assertThat(running.get(300, SECONDS).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void itsPlaceInTheQueueIsToldWheneverItChanges() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 2))) {
      CompletableFuture<HttpResponse<String>> running =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(3, 1)));
      model.awaitArrivals(1);
      InputStream first = open(service, body(3, 1)).get(300, SECONDS).body();
      assertThat(awaitEvent(first, "queued")).contains("\"position\":1");
      try (InputStream second = open(service, body(3, 1)).get(300, SECONDS).body()) {
        assertThat(awaitEvent(second, "queued")).contains("\"position\":2");

        first.close();

        assertThat(awaitEvent(second, "queued")).contains("\"position\":1");
        model.open();
        awaitEvent(second, "result");
      }
      assertThat(running.get(300, SECONDS).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aStreamThatHasNothingToTellIsKeptOpen() throws Exception {
    GatedModel model = GatedModel.create();
    ServiceOptions options = options(1, 1).withIdleTimeout(Duration.ofSeconds(2));
    try (RunningService service = RunningService.of(model, options)) {
      CompletableFuture<HttpResponse<InputStream>> answer = open(service, body(3, 1));
      model.awaitArrivals(1);
      try (InputStream events = answer.get(300, SECONDS).body()) {
        awaitText(events, ": keep-alive\n\n");
        awaitText(events, ": keep-alive\n\n");
        model.open();
        awaitEvent(events, "result");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"text\":\"the man\"}",
        "{\"text\":\"the ___\",\"settings\":{\"allow\":{\"1\":[\"submarine\"]}}}",
        "{\"text\":\"the ___\",\"settings\":{\"sampler\":\"gibbs\",\"adapt\":0.5}}"
      })
  void whatCannotBeFilledIsRefusedBeforeItWaitsAndBeforeThereIsAStream(String body) {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      CompletableFuture<HttpResponse<String>> running =
          service.sendAsync(service.posting(RunningService.SAMPLE, body(3, 1)));
      model.awaitArrivals(1);

      for (String accept : List.of("application/json", "text/event-stream")) {
        HttpResponse<String> answer =
            service.send(service.posting(RunningService.SAMPLE, body).header("Accept", accept));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type"))
            .hasValue("application/problem+json");
      }
      model.open();
      assertThat(running.join().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aJobThatIsStoppedGivesWhatItHasFound() throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      CompletableFuture<HttpResponse<InputStream>> answer = open(service, body(5_000, 1));
      try (InputStream events = answer.get(300, SECONDS).body()) {
        String id = data(awaitEvent(events, "started")).get("id").asText();
        model.let(10);
        model.awaitArrivals(11);

        HttpResponse<String> stopped =
            service.send(service.request(RunningService.JOBS + id).DELETE());
        model.open();

        assertThat(stopped.statusCode()).isEqualTo(204);
        JsonNode infilling = data(awaitEvent(events, "result"));
        assertThat(infilling.at("/diagnostics/interrupted").asBoolean()).isTrue();
        assertThat(infilling.get("candidates")).isNotEmpty();
        assertThat(service.send(service.request(RunningService.JOBS + id).DELETE()).statusCode())
            .isEqualTo(404);
      }
    }
  }

  /** Chains × blanks as many as the limits allow, which a step takes batch by batch. */
  private static final String LARGE_STEPS =
      """
      {"text": "the ___ ran ___", "settings":
        {"sampler": "%s", "chains": 500, "batch": 25, "steps": 50, "burnIn": 0, "top": 10}}\
      """;

  @ParameterizedTest
  @ValueSource(strings = {"gibbs-mh", "dmala"})
  void aJobThatIsStoppedInTheMiddleOfAStepAsksForItsCandidatesAlone(String sampler)
      throws Exception {
    GatedModel model = GatedModel.create();
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      CompletableFuture<HttpResponse<InputStream>> answer =
          open(service, LARGE_STEPS.formatted(sampler));
      try (InputStream events = answer.get(300, SECONDS).body()) {
        String id = data(awaitEvent(events, "started")).get("id").asText();
        model.let(29);
        model.awaitArrivals(30);
        HttpResponse<String> stopped =
            service.send(service.request(RunningService.JOBS + id).DELETE());
        int before = model.passed();
        model.open();

        assertThat(stopped.statusCode()).isEqualTo(204);
        JsonNode infilling = data(awaitEvent(events, "result"));
        assertThat(infilling.at("/diagnostics/interrupted").asBoolean()).isTrue();
        assertThat(infilling.get("candidates")).hasSize(10);
        // The one in which it was, and that of the ten candidates.
        assertThat(model.passed() - before).isLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void aServiceThatIsClosedInTheMiddleOfAStepEndsAfterThePass() throws Exception {
    GatedModel model = GatedModel.create();
    RunningService service = RunningService.of(model, options(1, 4).withGrace(FOR_SCORING));
    CompletableFuture<HttpResponse<String>> running =
        service.sendAsync(
            service.posting(RunningService.SAMPLE, LARGE_STEPS.formatted("gibbs-mh")));
    model.let(29);
    model.awaitArrivals(30);
    InputStream waiting = open(service, body(3, 1)).get(300, SECONDS).body();
    awaitEvent(waiting, "queued");
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
    // Those that wait fail when the others have been asked to stop.
    awaitEvent(waiting, "problem");
    int before = model.passed();
    model.open();

    JsonNode answer = RunningService.json(running.get(300, SECONDS).body());
    assertThat(answer.at("/diagnostics/interrupted").asBoolean()).isTrue();
    assertThat(answer.get("candidates")).hasSize(10);
    closing.get(300, SECONDS);
    assertThat(service.service().isStopped()).isTrue();
    assertThat(model.passed() - before).isLessThanOrEqualTo(2);
  }

  @Test
  void aServiceThatIsClosedLetsItsJobsEndWithinItsGrace() throws Exception {
    GatedModel model = GatedModel.create();
    RunningService service =
        RunningService.of(model, options(1, 4).withGrace(Duration.ofSeconds(60)));
    CompletableFuture<HttpResponse<String>> running =
        service.sendAsync(service.posting(RunningService.SAMPLE, body(3, 1)));
    model.awaitArrivals(1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
    HttpResponse<String> refused = service.get("/readyz");
    while (refused.statusCode() == 200) {
      refused = service.get("/readyz");
    }
    assertThat(refused.statusCode()).isEqualTo(503);
    HttpResponse<String> late = service.post(RunningService.SAMPLE, body(3, 1));
    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(late.headers().firstValue("Retry-After")).isPresent();

    model.open();

    JsonNode answer = RunningService.json(running.get(300, SECONDS).body());
    assertThat(answer.at("/diagnostics/interrupted").asBoolean()).isFalse();
    closing.get(300, SECONDS);
    assertThat(service.service().isStopped()).isTrue();
  }

  @Test
  void inTheLastOfItsGraceItStopsThemAndTheyGiveWhatTheyHaveFound() throws Exception {
    GatedModel model = GatedModel.create();
    RunningService service = RunningService.of(model, options(1, 4).withGrace(FOR_SCORING));
    CompletableFuture<HttpResponse<String>> running =
        service.sendAsync(service.posting(RunningService.SAMPLE, body(5_000, 1)));
    model.let(10);
    model.awaitArrivals(11);
    CompletableFuture<HttpResponse<InputStream>> waiting = open(service, body(3, 1));
    InputStream events = waiting.get(300, SECONDS).body();
    awaitEvent(events, "queued");
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);

    // Those that wait fail as the others are asked to stop.
    assertThat(awaitEvent(events, "problem")).contains("503");
    model.open();

    JsonNode answer = RunningService.json(running.get(300, SECONDS).body());
    assertThat(answer.at("/diagnostics/interrupted").asBoolean()).isTrue();
    closing.get(300, SECONDS);
    assertThat(service.service().isStopped()).isTrue();
  }

  static Stream<Arguments> whole() {
    return Stream.of(
        Arguments.of("/api/v1/score", LONG_SENTENCE),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":[\"the ___ ran ___\",\"___ ___\"],\"parameters\":{\"joint\":true}}"));
  }

  @ParameterizedTest
  @MethodSource("whole")
  void inTheLastOfItsGraceWhatHasNothingToGiveIsRefused(String path, String body) throws Exception {
    GatedModel model = GatedModel.readingMasks();
    RunningService service = RunningService.of(model, options(1, 4).withGrace(FOR_SCORING));
    CompletableFuture<HttpResponse<String>> running =
        service.sendAsync(service.posting(path, body));
    model.let(1);
    model.awaitArrivals(2);
    InputStream waiting = open(service, body(3, 1)).get(300, SECONDS).body();
    awaitEvent(waiting, "queued");
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
    awaitEvent(waiting, "problem");
    int before = model.passed();
    model.open();

    HttpResponse<String> answer = running.get(300, SECONDS);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    closing.get(300, SECONDS);
    assertThat(service.service().isStopped()).isTrue();
    assertThat(model.passed() - before).isEqualTo(1);
  }

  static Stream<Throwable> unexpected() {
    return Stream.of(new IllegalStateException("secret\nline"), new StackOverflowError("secret"));
  }

  @ParameterizedTest
  @MethodSource("unexpected")
  void whatNobodyExpectedIsAProblemAndSaidInTheLogWithoutTheText(Throwable thrown) {
    FakeModel model = new FakeModel(() -> throwUnchecked(thrown));
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      HttpResponse<String> answer = service.post(RunningService.SAMPLE, body(3, 1));
      List<Event> events = service.stream(RunningService.SAMPLE, body(3, 1));

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(RunningService.json(answer.body()).get("status").asInt()).isEqualTo(500);
      Event last = events.get(events.size() - 1);
      assertThat(last.name()).isEqualTo("problem");
      assertThat(last.data().get("status").asInt()).isEqualTo(500);
      assertThat(service.post("/api/v1/metrics", NO_MODEL).statusCode()).isEqualTo(200);
    }
    assertThat(log)
        .anyMatch(
            line ->
                line.contains("Z internal error: " + thrown.getClass().getName() + " at ")
                    && line.contains("dev.infill."))
        .allSatisfy(line -> assertThat(line).doesNotContain("secret").hasLineCount(1));
  }

  private static void throwUnchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  @Test
  void anErrorOfTheModelIsTheJobsAlone() {
    int[] evaluations = {0};
    FakeModel model =
        new FakeModel(
            () -> {
              if (evaluations[0]++ == 0) {
                throw new OutOfMemoryError("pretended");
              }
            });
    try (RunningService service = RunningService.of(model, options(1, 0))) {
      assertThat(service.post(RunningService.SAMPLE, body(3, 1)).statusCode()).isEqualTo(503);
      assertThat(service.post(RunningService.SAMPLE, body(3, 1)).statusCode()).isEqualTo(200);
    }
  }
}
