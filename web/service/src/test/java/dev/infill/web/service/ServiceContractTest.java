package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.LineResultJson;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.RunningService.Event;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service answers as its OpenAPI document says. */
class ServiceContractTest {
  private static final Map<String, String> EVENT_SCHEMAS =
      Map.of(
          "queued", "QueuedEvent",
          "started", "StartedEvent",
          "progress", "ProgressEvent",
          "steps", "StepsEvent",
          "candidates", "CandidatesEvent",
          "scoring", "ScoringEvent",
          "problem", "Problem");

  private final RunningService service =
      RunningService.of(FakeModel.readingMasks(() -> {}), ServiceOptions.defaults());
  private final JsonNode document = RunningService.json(service.get("/openapi.json").body());
  private final JsonSchemaFactory schemas =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

  @AfterEach
  void close() {
    service.close();
  }

  @Test
  void theDocumentNamesWhatIsAnsweredAndNothingElse() {
    List<String> documented = new ArrayList<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method ->
                            documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            service.service().routes().stream()
                .map(
                    route ->
                        route.method().name()
                            + " "
                            + route.path().replace('<', '{').replace('>', '}'))
                .toList());
  }

  @Test
  void everyReferenceOfTheDocumentLeadsSomewhere() {
    List<String> references = document.findValuesAsText("$ref");
    assertThat(references).isNotEmpty();
    assertThat(references)
        .allSatisfy(
            reference -> assertThat(document.at(reference.substring(1)).isObject()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/fill|{\"text\":\"the ___ ran ___\"}",
        "/api/v1/fill|{\"text\":\"the ___:1-2 ran\",\"settings\":{\"top\":2,\"seed\":-3}}",
        "/api/v1/fill|{\"text\":\"the , , , , , , , , , , , , , , , , , ___ ran\"}",
        "/api/v1/fill|{\"text\":\"___ ran ___\",\"settings\":{\"select\":\"diverse\","
            + "\"keyword\":{\"man\":2},\"forbid\":{\"all\":[\"old\"]},\"maxRun\":1}}",
        "/api/v1/sample|{\"text\":\"the ___ ran ___\",\"settings\":{\"steps\":5,\"seed\":1}}",
        "/api/v1/sample|{\"text\":\"the [MASK:3] ran\",\"settings\":{\"steps\":9}}",
        "/api/v1/score|{\"text\":\"the ___:1-3 ran\",\"fills\":[\"old man\"],\"alternatives\":2}",
        "/api/v1/tokenize|{\"text\":\"the ___:1-3 ran\"}",
        "/api/v1/tokenize|{\"text\":\"the , , , , , , , , , , , , , , , , , ___:1-3 ran\"}",
        "/api/v1/sample|{\"text\":\"the , , , , , , , , , , , , , , , , , ___ ran\"}",
        "/api/v1/sample|{\"text\":\"the ___\",\"preset\":\"paper\",\"settings\":{\"steps\":2}}",
        "/api/v1/sample|{\"text\":\"___ ___\",\"settings\":{\"sampler\":\"gibbs\",\"steps\":9,"
            + "\"seed\":-3,\"allow\":{\"2\":[\"man\"]},\"forbid\":{\"1\":[\"old\"]},\"adapt\":null}}",
        "/api/v1/sample|{\"text\":\"___ ___\",\"settings\":{\"steps\":9,\"forbid\":{\"all\":"
            + "[\"man\"]},\"distinctWords\":true,\"noRepeatNgram\":2,\"maxRun\":1}}",
        "/api/v1/sample|{\"text\":\"the ___ ran\",\"settings\":{\"steps\":9,\"keyword\":"
            + "{\"man\":2,\"old dog\":-0.5}}}",
        "/api/v1/score|{\"text\":\"the ___ ran\",\"fills\":[\"man\"]}",
        "/api/v1/score|{\"text\":\"the ___ ran\",\"fills\":[\"man\"],\"alternatives\":3}",
        "/api/v1/score|{\"text\":\"the man ran\"}",
        "/api/v1/tokenize|{\"text\":\"the ___ ran\"}",
        "/api/v1/metrics|{\"sentences\":[\"the old man\",\"The man ran\"]}",
        "/api/v1/metrics|{\"sentences\":[\"the\"],\"references\":{\"mine\":[\"a man\"]}}",
        "/api/v1/fill-mask|{\"inputs\":\"the ___ ran\"}",
        "/api/v1/fill-mask|{\"inputs\":\"the ___ ran ___\",\"parameters\":{\"top_k\":2}}",
        "/api/v1/fill-mask|{\"inputs\":\"the ___ ran ___\",\"parameters\":{\"joint\":true}}",
        "/api/v1/fill-mask|{\"inputs\":\"the ___ ran\","
            + "\"parameters\":{\"targets\":[\"man\",\"old man\"]}}",
        "/api/v1/fill-mask|{\"inputs\":[\"the ___\",\"___ ___\"],"
            + "\"parameters\":{\"targets\":[\"man\",\"old\"]},\"options\":{\"use_cache\":false}}"
      })
  void answersMatchTheirSchemas(String path, String body) {
    JsonNode operation = document.get("paths").get(path).get("post");
    assertThat(
            problems(
                operation.at("/requestBody/content/application~1json/schema"),
                RunningService.json(body)))
        .isEmpty();

    HttpResponse<String> answer = service.post(path, body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(
            problems(
                operation.at("/responses/200/content/application~1json/schema"),
                RunningService.json(answer.body())))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/api/v1/models", "/healthz", "/readyz"})
  void soDoThoseThatAskForNothing(String path) {
    HttpResponse<String> answer = service.get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(
            problems(
                document
                    .get("paths")
                    .get(path)
                    .at("/get/responses/200/content/application~1json/schema"),
                RunningService.json(answer.body())))
        .isEmpty();
  }

  /** They are what is answered of a text, and the line that it stands on. */
  @Test
  void soDoTheLinesOfTheCommandLine() {
    SampleResult infilling =
        new Infiller(new FakeModel())
            .sample("the ___ ran", SampleSettings.defaults().with(Settings.STEPS, 11));
    LineResultJson line = new LineResultJson(3, SampleResultJson.of(infilling, Versions.current()));

    JsonNode written = RunningService.json(new JsonLines().line(line));

    assertThat(written.get("line").asInt()).isEqualTo(3);
    assertThat(problems("#/components/schemas/SampleResult", written)).isEmpty();
  }

  @Test
  void aSingleBlankHasTheModelsOwnDistribution() {
    JsonNode answer =
        RunningService.json(
            service
                .post(
                    "/api/v1/fill-mask",
                    "{\"inputs\":\"the ___ ran\",\"parameters\":{\"top_k\":50}}")
                .body());

    double all = 0;
    for (JsonNode token : answer) {
      all += token.get("score").asDouble();
    }
    // The fake model's tokens have probabilities in proportion to 1, 2, …, 12.
    assertThat(all).isCloseTo(1, within(1e-9));
    assertThat(answer.get(0).get("score").asDouble()).isCloseTo(12 / 78.0, within(1e-9));
    assertThat(answer.get(0).get("token_str").asText()).isEqualTo("zürich");
    assertThat(answer.get(0).get("sequence").asText()).isEqualTo("the zürich ran");
  }

  @Test
  void ofALongTextThePartAroundItsBlanksIsRead() {
    String before = "the ".repeat(20);
    JsonNode single = fillMask(before + "___", "\"top_k\":1");
    JsonNode several = fillMask(before + "___ ran ___", "\"top_k\":1");

    assertThat(single.get(0).get("score").asDouble()).isCloseTo(12 / 78.0, within(1e-9));
    assertThat(single.get(0).get("sequence").asText()).isEqualTo(before + "zürich");
    assertThat(several).hasSize(2);
    assertThat(several.get(0).get(0).get("sequence").asText())
        .startsWith("[CLS] " + before)
        .endsWith(" ran [MASK] [SEP]");
  }

  @Test
  void aBlankThatGoesOnAWordIsToldContinuations() {
    JsonNode single = fillMask("old___ ran", "\"targets\":[\"s\"]");
    JsonNode several = fillMask("old___ ran ___", "\"targets\":[\"##s\",\"man\"]");
    JsonNode free = fillMask("old___ ran", "\"top_k\":12");

    assertThat(single).hasSize(1);
    assertThat(single.get(0).get("token_str").asText()).isEqualTo("##s");
    assertThat(single.get(0).get("sequence").asText()).isEqualTo("olds ran");
    assertThat(single.get(0).get("score").asDouble()).isCloseTo(11 / 78.0, within(1e-9));
    assertThat(several.get(0).get(0).get("token_str").asText()).isEqualTo("##s");
    assertThat(several.get(1).get(0).get("token_str").asText()).isIn("##s", "man");
    assertThat(free)
        .allSatisfy(token -> assertThat(token.get("token_str").asText()).matches("##s|\\[[A-Z]+]"));
  }

  private JsonNode fillMask(String inputs, String parameters) {
    return RunningService.json(
        service
            .post(
                "/api/v1/fill-mask",
                "{\"inputs\":\"" + inputs + "\",\"parameters\":{" + parameters + "}}")
            .body());
  }

  /**
   * The fake model's log f knows no context, so the marginals are those of single blanks; next to
   * nothing is left of what was not found.
   */
  @Test
  void severalHaveTheMarginalsOfTheirJointDistributionIfThatIsAskedFor() {
    JsonNode answer = fillMask("the ___ ran ___", "\"top_k\":12,\"joint\":true");

    assertThat(answer).hasSize(2);
    for (JsonNode blank : answer) {
      double all = 0;
      for (JsonNode token : blank) {
        double score = token.get("score").asDouble();
        int weight = FakeModel.TOKENS.indexOf(token.get("token_str").asText()) + 1;
        assertThat(score).isCloseTo(weight / 78.0, within(0.002));
        all += score;
      }
      assertThat(all).isCloseTo(1, within(0.002)).isLessThan(1 + 1e-9);
    }
    assertThat(answer.get(1).get(0).get("sequence").asText()).startsWith("the [MASK] ran ");
  }

  @Test
  void examplesOfTheDocumentCanBeSent() {
    document
        .get("paths")
        .properties()
        .forEach(
            path -> {
              if (path.getValue().has("post")) {
                JsonNode example =
                    path.getValue().at("/post/requestBody/content/application~1json/example");
                HttpResponse<String> answer = service.post(path.getKey(), example.toString());
                assertThat(answer.statusCode())
                    .as("%s: %s", path.getKey(), answer.body())
                    .isEqualTo(200);
              }
            });
  }

  @Test
  void eventsMatchTheirSchemas() {
    requireEvents(RunningService.FILL, "\"top\":3", "FillResult", "started", "progress");
    for (String sampler : List.of("dmala", "gibbs")) {
      requireEvents(
          RunningService.SAMPLE,
          "\"sampler\":\"%s\",\"steps\":5".formatted(sampler),
          "SampleResult",
          "started",
          "steps",
          "candidates");
    }
  }

  private void requireEvents(String path, String settings, String result, String... names) {
    List<Event> events =
        service.stream(path, "{\"text\":\"the ___ ran ___\",\"settings\":{" + settings + "}}");

    assertThat(events).extracting(Event::name).contains(names);
    assertThat(events.get(events.size() - 1).name()).isEqualTo("result");
    assertThat(events)
        .allSatisfy(
            event -> {
              String schema = EVENT_SCHEMAS.getOrDefault(event.name(), result);
              assertThat(problems("#/components/schemas/" + schema, event.data())).isEmpty();
            });
  }

  @Test
  void problemsMatchTheirSchemaAndHaveADocumentedStatus() {
    requireProblem("/api/v1/sample", "post", service.posting("/api/v1/sample", "{"), 400);
    requireProblem("/api/v1/sample", "post", service.posting("/api/v1/sample", "{}"), 422);
    requireProblem(
        "/api/v1/sample",
        "post",
        service.request("/api/v1/sample").POST(BodyPublishers.ofString("{}")),
        415);
    requireProblem(
        "/api/v1/jobs/{id}", "delete", service.request("/api/v1/jobs/none").DELETE(), 404);
    requireProblem("/page/{file}", "get", service.request("/page/none.js").GET(), 404);
  }

  @Test
  void soDoThoseThatAreNoFaultOfTheBody() {
    String score = "/api/v1/score";
    String body = "{\"text\":\"the man\"}";
    ServiceOptions options = ServiceOptions.defaults();
    try (RunningService closed =
            RunningService.of(new FakeModel(), options.withTokens(List.of("token")));
        RunningService small =
            RunningService.of(
                new FakeModel(),
                options.withLimits(options.limits().with(ServiceLimit.BODY_BYTES, 10)));
        RunningService failing =
            RunningService.of(
                new FakeModel(
                    () -> {
                      throw new IllegalStateException("pretended");
                    }),
                options);
        RunningService starting = RunningService.withoutModel()) {
      requireProblem(score, "post", closed.send(closed.posting(score, body)), 401);
      requireProblem(score, "post", small.send(small.posting(score, body)), 413);
      requireProblem(score, "post", failing.send(failing.posting(score, body)), 500);
      requireProblem(score, "post", starting.send(starting.posting(score, body)), 503);
    }
  }

  @Test
  void soDoesThatOfAFullQueue() throws Exception {
    GatedModel model = GatedModel.create();
    ServiceOptions options = ServiceOptions.defaults();
    String score = "/api/v1/score";
    String body = "{\"text\":\"the man\"}";
    try (RunningService busy =
        RunningService.of(
            model,
            options.withLimits(
                options.limits().with(ServiceLimit.JOBS, 1).with(ServiceLimit.QUEUE, 0)))) {
      CompletableFuture<HttpResponse<String>> running = busy.sendAsync(busy.posting(score, body));
      model.awaitArrivals(1);
      requireProblem(score, "post", busy.send(busy.posting(score, body)), 429);
      model.open();
      assertThat(running.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void soDoThoseThatNoClientLibraryCanProvoke() {
    ServiceOptions options = ServiceOptions.defaults().withIdleTimeout(Duration.ofSeconds(2));
    try (RunningService impatient = RunningService.of(new FakeModel(), options)) {
      requireProblem(
          impatient.raw(
              "POST /api/v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
                  + "Content-Type: application/json\r\n\r\n{"),
          408);
      requireProblem(
          impatient.raw(
              "POST /api/v1/score HTTP/1.1\r\nHost: elsewhere\r\nContent-Length: 2\r\n"
                  + "Connection: close\r\nContent-Type: application/json\r\n\r\n{}"),
          421);
    }
  }

  /** Of what came over the wire, to a request to score. */
  private void requireProblem(String answer, int status) {
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    int body = answer.indexOf("\r\n\r\n");
    assertThat(answer.substring(0, body)).contains("Content-Type: application/problem+json");
    assertThat(
            problems("#/components/schemas/Problem", RunningService.json(answer.substring(body))))
        .isEmpty();
    requireDocumented("/api/v1/score", "post", status);
  }

  private void requireProblem(String path, String method, HttpRequest.Builder request, int status) {
    requireProblem(path, method, service.send(request), status);
  }

  private void requireProblem(String path, String method, HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(problems("#/components/schemas/Problem", RunningService.json(answer.body())))
        .isEmpty();
    requireDocumented(path, method, status);
  }

  private void requireDocumented(String path, String method, int status) {
    assertThat(document.get("paths").get(path).get(method).get("responses").has("" + status))
        .as("%s %s %d", method, path, status)
        .isTrue();
  }

  @Test
  void whatIsNotThereOrNotForAMethodIsAProblemAsWell() {
    HttpResponse<String> none = service.get("/none");
    HttpResponse<String> wrong =
        service.send(service.request("/api/v1/score").method("PUT", BodyPublishers.noBody()));

    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(wrong.statusCode()).isEqualTo(405);
    assertThat(wrong.headers().firstValue("Allow")).hasValue("POST");
    for (HttpResponse<String> answer : List.of(none, wrong)) {
      assertThat(problems("#/components/schemas/Problem", RunningService.json(answer.body())))
          .isEmpty();
    }
  }

  @Test
  void theReadablePageIsThere() {
    for (String path : List.of("/api", "/reference/reference.js", "/reference/reference.css")) {
      HttpResponse<String> answer = service.get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      String tag = answer.headers().firstValue("ETag").orElseThrow();
      for (String known : List.of(tag, "W/" + tag, "\"other\", W/" + tag, "*")) {
        assertThat(service.send(service.request(path).header("If-None-Match", known)).statusCode())
            .as(known)
            .isEqualTo(304);
      }
      assertThat(
              service.send(service.request(path).header("If-None-Match", "\"other\"")).statusCode())
          .isEqualTo(200);
    }
  }

  private Set<ValidationMessage> problems(String reference, JsonNode value) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("$ref", reference);
    return problems(schema, value);
  }

  private Set<ValidationMessage> problems(JsonNode schema, JsonNode value) {
    assertThat(schema.isObject()).isTrue();
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.get("components"));
    JsonSchema compiled = schemas.getSchema(whole);
    return compiled.validate(value);
  }
}
