package dev.infill.web.service;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.BertModel;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With BERT-base, whose passes are shared by requests that come at the same time. */
@Timeout(600)
class SharedModelTest {
  private static final int REQUESTS = 4;

  private static String body(int seed) {
    String text =
        seed % 2 == 0 ? "the old ___ walked down the ___ ." : "she ___ him a ___ of tea .";
    return "{\"text\":\"%s\",\"settings\":{\"chains\":3,\"steps\":6,\"seed\":%d}}"
        .formatted(text, seed);
  }

  @Test
  void requestsAtTheSameTimeAreAnsweredAsOneAfterAnother() throws Exception {
    try (BertModel model = BertModel.open();
        RunningService service = RunningService.of(model, ServiceOptions.defaults())) {
      List<JsonNode> alone = new ArrayList<>();
      for (int seed = 0; seed < REQUESTS; seed++) {
        alone.add(RunningService.json(service.post(RunningService.SAMPLE, body(seed)).body()));
      }

      List<CompletableFuture<HttpResponse<String>>> together = new ArrayList<>();
      for (int seed = 0; seed < REQUESTS; seed++) {
        together.add(service.sendAsync(service.posting(RunningService.SAMPLE, body(seed))));
      }
      for (int seed = 0; seed < REQUESTS; seed++) {
        HttpResponse<String> answer = together.get(seed).get(300, SECONDS);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertSame(RunningService.json(answer.body()), alone.get(seed));
      }
    }
  }

  /** But for the last digits of what a model of 32 bits rounds. */
  private static void assertSame(JsonNode answer, JsonNode expected) {
    assertThat(answer.get("settings")).isEqualTo(expected.get("settings"));
    JsonNode candidates = answer.get("candidates");
    assertThat(candidates).hasSameSizeAs(expected.get("candidates")).isNotEmpty();
    for (int k = 0; k < candidates.size(); k++) {
      JsonNode candidate = candidates.get(k);
      JsonNode other = expected.get("candidates").get(k);
      assertThat(candidate.get("text")).isEqualTo(other.get("text"));
      assertThat(candidate.get("share")).isEqualTo(other.get("share"));
      assertThat(candidate.get("chains")).isEqualTo(other.get("chains"));
      assertThat(candidate.get("energy").asDouble())
          .isCloseTo(other.get("energy").asDouble(), within(1e-3));
    }
  }
}
