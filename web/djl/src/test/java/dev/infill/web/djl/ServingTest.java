package dev.infill.web.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.inference.Predictor;
import ai.djl.modality.Input;
import ai.djl.modality.Output;
import ai.djl.repository.zoo.Criteria;
import ai.djl.repository.zoo.ZooModel;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.weights.SyntheticFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model's folder as DJL Serving takes it: all that is said of it is in serving.properties. */
class ServingTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void writeModel() throws IOException {
    path = SyntheticFolder.bert().write(folder.resolve("random-bert"));
    Files.writeString(
        path.resolve("serving.properties"),
        """
        engine=Infill
        translatorFactory=dev.infill.web.djl.InfillTranslatorFactory
        option.cache=%s
        option.threads=1
        option.chains=3
        option.steps=8
        option.burnIn=2
        option.seed=5
        """
            .formatted(folder.resolve("cache")));
  }

  private static Input request(String json) {
    Input input = new Input();
    input.addProperty("Content-Type", "application/json");
    input.add(json.getBytes(StandardCharsets.UTF_8));
    return input;
  }

  private static JsonNode json(Output output) throws IOException {
    return JSON.readTree(output.getData().getAsString());
  }

  @Test
  void jsonIsAnsweredAsByTheService() throws Exception {
    Criteria<Input, Output> criteria =
        Criteria.builder()
            .setTypes(Input.class, Output.class)
            .optModelUrls(path.toUri().toString())
            .build();
    try (ZooModel<Input, Output> model = criteria.loadModel();
        Predictor<Input, Output> predictor = model.newPredictor()) {
      JsonNode filled = json(predictor.predict(request("{\"text\": \"the ___ sat .\"}")));
      assertThat(filled.at("/candidates/0/probability").asDouble()).isPositive();
      assertThat(filled.at("/settings/seed").asLong()).isEqualTo(5);
      assertThat(filled.at("/settings").has("chains")).isFalse();

      Output output =
          predictor.predict(request("{\"mode\": \"sample\", \"text\": \"the ___ sat .\"}"));
      assertThat(output.getCode()).isEqualTo(200);
      assertThat(output.getProperty("Content-Type", "")).isEqualTo("application/json");
      JsonNode answer = json(output);
      assertThat(answer.at("/candidates/0/fills/0/token").asText()).isNotEmpty();
      assertThat(answer.at("/settings/chains").asInt()).isEqualTo(3);
      assertThat(answer.at("/settings/seed").asLong()).isEqualTo(5);

      // What an answer says of its settings can be sent back for the same answer.
      JsonNode again =
          json(
              predictor.predict(
                  request(
                      JSON.createObjectNode()
                          .put("mode", "sample")
                          .put("text", "the ___ sat .")
                          .set("settings", answer.get("settings"))
                          .toString())));
      assertThat(again.get("candidates")).isEqualTo(answer.get("candidates"));

      JsonNode others =
          json(
              predictor.predict(
                  request(
                      "{\"mode\": \"sample\", \"text\": \"the ___ sat .\", \"settings\": {\"chains\": 2}}")));
      assertThat(others.at("/settings/chains").asInt()).isEqualTo(2);
      assertThat(others.at("/settings/steps").asInt()).isEqualTo(8);

      assertProblem(predictor, "{\"text\": \"the cat sat .\"}", 422, "text");
      assertProblem(
          predictor,
          "{\"mode\": \"sample\", \"text\": \"the ___\", \"settings\": {\"sampler\": \"x\"}}",
          422,
          "sampler");
      assertProblem(
          predictor, "{\"text\": \"the ___\", \"settings\": {\"chains\": 2}}", 422, "chains");
      assertProblem(predictor, "{\"text\": \"the ___\", \"preset\": \"paper\"}", 422, "preset");
      assertProblem(predictor, "{\"mode\": \"smaple\", \"text\": \"the ___\"}", 422, "mode");
      assertProblem(predictor, "{\"txt\": \"the ___\"}", 422, "txt");
      assertProblem(predictor, "the ___ sat", 400, "");
      assertThat(predictor.predict(new Input()).getCode()).isEqualTo(400);
    }
  }

  private static void assertProblem(
      Predictor<Input, Output> predictor, String body, int status, String field) throws Exception {
    Output output = predictor.predict(request(body));
    assertThat(output.getCode()).isEqualTo(status);
    assertThat(output.getProperty("Content-Type", "")).isEqualTo("application/problem+json");
    assertThat(json(output).path("status").asInt()).isEqualTo(status);
    assertThat(json(output).path("field").asText()).isEqualTo(field);
    assertThat(json(output).path("detail").asText()).hasLineCount(1);
  }
}
