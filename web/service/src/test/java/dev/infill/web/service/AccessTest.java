package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is let in, what browsers are told, and what is written down. */
@Timeout(600)
class AccessTest {
  private static final String TOKEN = "correct-horse-battery";
  private static final String TEXT = "{\"text\":\"the ___ ran\"}";
  private static final String SCORE = "{\"text\":\"the ___ ran\",\"fills\":[\"man\"]}";

  private static RunningService service(ServiceOptions options) {
    return RunningService.of(new FakeModel(), options);
  }

  private static HttpRequest.Builder preflight(RunningService service) {
    return service
        .request("/api/v1/sample")
        .header("Origin", "https://example.org")
        .header("Access-Control-Request-Method", "POST")
        .method("OPTIONS", BodyPublishers.noBody());
  }

  @Test
  void theApiAsksForItsTokenAndThePageDoesNot() {
    try (RunningService service = service(ServiceOptions.defaults().withTokens(List.of(TOKEN)))) {
      for (String given :
          List.of("", "Bearer", "Bearer correct-horse-batterz", "Basic " + TOKEN, TOKEN)) {
        HttpRequest.Builder request = service.posting("/api/v1/tokenize", TEXT);
        if (!given.isEmpty()) {
          request.header("Authorization", given);
        }
        HttpResponse<String> answer = service.send(request);
        assertThat(answer.statusCode()).as(given).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      }
      assertThat(
              service
                  .send(
                      service
                          .posting("/api/v1/tokenize", TEXT)
                          .header("Authorization", "Bearer " + TOKEN))
                  .statusCode())
          .isEqualTo(200);
      // The name of the scheme has no case.
      assertThat(
              service
                  .send(
                      service
                          .posting("/api/v1/tokenize", TEXT)
                          .header("Authorization", "bearer " + TOKEN))
                  .statusCode())
          .isEqualTo(200);
      // The same connection, which remembers headers.
      assertThat(
              service
                  .send(
                      service
                          .posting("/api/v1/tokenize", TEXT)
                          .header("Authorization", "Bearer " + TOKEN.toUpperCase(Locale.ROOT)))
                  .statusCode())
          .isEqualTo(401);
      for (String path :
          List.of("/api/v1/models", "/api/v1/models/", "/metrics", "/metrics/", "/api/v1/none")) {
        assertThat(service.get(path).statusCode()).as(path).isEqualTo(401);
      }
      for (String path : List.of("/healthz", "/readyz", "/api", "/openapi.json")) {
        assertThat(service.get(path).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void browsersAreToldToTakeNothingFromElsewhere() {
    try (RunningService service = service(ServiceOptions.defaults())) {
      for (String path : List.of("/api", "/api/v1/models", "/none")) {
        HttpResponse<String> answer = service.get(path);
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
            .hasValueSatisfying(
                policy ->
                    assertThat(policy)
                        .startsWith("default-src 'none'; script-src 'self';")
                        .doesNotContain("unsafe"));
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(answer.headers().firstValue("Server")).isEmpty();
      }
      assertThat(service.get("/api").body())
          .doesNotContain("<style")
          .doesNotContain("style=")
          .doesNotContainPattern("<script[^>]*>[^<]")
          .doesNotContain("onclick");
    }
  }

  @Test
  void otherOriginsAreLetInByNameAlone() {
    try (RunningService closed = service(ServiceOptions.defaults());
        RunningService open =
            service(ServiceOptions.defaults().withOrigins(List.of("https://example.org")))) {
      assertThat(closed.send(preflight(closed)).headers().map())
          .doesNotContainKey("access-control-allow-origin");

      HttpResponse<String> allowed = open.send(preflight(open));
      assertThat(allowed.statusCode()).isEqualTo(204);
      assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin"))
          .hasValue("https://example.org");
      assertThat(allowed.headers().firstValue("Access-Control-Allow-Headers"))
          .hasValueSatisfying(names -> assertThat(names).contains("Authorization"));
      HttpResponse<String> other =
          open.send(open.posting("/api/v1/tokenize", TEXT).header("Origin", "https://example.com"));
      assertThat(other.headers().map()).doesNotContainKey("access-control-allow-origin");
      assertThat(other.headers().firstValue("Vary")).hasValue("Origin");
    }
  }

  @Test
  void aNameThatSomebodyElseGaveThisMachineIsRefused() {
    try (RunningService service =
        service(ServiceOptions.defaults().withHostNames(List.of("infill.example.org")))) {
      assertThat(statusLine(service, "evil.example.com")).contains(" 421 ");
      assertThat(statusLine(service, "evil.example.com:8080")).contains(" 421 ");
      assertThat(statusLine(service, "localhost:1234")).contains(" 200 ");
      assertThat(statusLine(service, "[::1]:1234")).contains(" 200 ");
      assertThat(statusLine(service, "Infill.example.org")).contains(" 200 ");
      assertThat(statusLine(service, "192.0.2.1")).contains(" 421 ");
    }
    try (RunningService elsewhere = service(ServiceOptions.defaults().withAddress("0.0.0.0", 0))) {
      assertThat(statusLine(elsewhere, "evil.example.com")).contains(" 421 ");
      assertThat(statusLine(elsewhere, "192.0.2.1:8080")).contains(" 200 ");
      assertThat(statusLine(elsewhere, "[2001:db8::1]")).contains(" 200 ");
    }
  }

  /** A quarter of the places for jobs, whether they run, wait or arrive. */
  @Test
  void aGreedyClientLeavesPlacesToOthers() throws IOException {
    String modest = "another-horse-battery";
    GatedModel model = GatedModel.create();
    ServiceOptions options =
        ServiceOptions.defaults()
            .withTokens(List.of(TOKEN, modest))
            .withLimits(
                ServiceLimits.defaults().with(ServiceLimit.JOBS, 2).with(ServiceLimit.QUEUE, 10));
    try (RunningService service = RunningService.of(model, options);
        Socket uploading = new Socket("localhost", service.service().port())) {
      List<CompletableFuture<HttpResponse<String>>> greedy =
          Stream.of(1, 2).map(i -> service.sendAsync(scoring(service, TOKEN))).toList();
      model.awaitArrivals(2);
      uploading
          .getOutputStream()
          .write(
              """
              POST /api/v1/score HTTP/1.1\r
              Host: localhost\r
              Authorization: Bearer %s\r
              Content-Type: application/json\r
              Content-Length: 1000\r
              Expect: 100-continue\r
              \r
              """
                  .formatted(TOKEN)
                  .getBytes(StandardCharsets.UTF_8));
      assertThat(new String(uploading.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
          .isEqualTo("HTTP/1.1 100");
      HttpResponse<String> refused = service.send(scoring(service, TOKEN));
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("a client may have 3 jobs here");
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      CompletableFuture<HttpResponse<String>> other = service.sendAsync(scoring(service, modest));
      model.open();
      assertThat(other.join().statusCode()).isEqualTo(200);
      assertThat(greedy).allSatisfy(one -> assertThat(one.join().statusCode()).isEqualTo(200));
    }
  }

  private static HttpRequest.Builder scoring(RunningService service, String token) {
    return service.posting("/api/v1/score", SCORE).header("Authorization", "Bearer " + token);
  }

  @Test
  void eachTokenMayAskSoOftenInAMinute() {
    String other = "another-horse-battery";
    ServiceOptions options =
        ServiceOptions.defaults()
            .withTokens(List.of(TOKEN, other))
            .withLimits(ServiceLimits.defaults().with(ServiceLimit.REQUESTS_PER_MINUTE, 2));
    try (RunningService service = service(options)) {
      for (String token : List.of(TOKEN, other)) {
        HttpRequest.Builder request =
            service.posting("/api/v1/tokenize", TEXT).header("Authorization", "Bearer " + token);
        assertThat(service.send(request).statusCode()).isEqualTo(200);
        assertThat(service.send(request).statusCode()).isEqualTo(200);
        HttpResponse<String> third = service.send(request);
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.body()).contains("with this token 2 requests a minute are accepted");
        assertThat(third.headers().firstValueAsLong("Retry-After").orElseThrow())
            .isBetween(1L, 31L);
        assertThat(service.send(request).statusCode()).isEqualTo(429);
        // Whoever has asked enough may still stop a job: there is none of this name.
        assertThat(
                service
                    .send(
                        service
                            .request("/api/v1/jobs/none")
                            .DELETE()
                            .header("Authorization", "Bearer " + token))
                    .statusCode())
            .isEqualTo(404);
        // Figures are not counted, and what needs no token is there for everybody.
        assertThat(
                service
                    .send(service.request("/metrics").header("Authorization", "Bearer " + token))
                    .statusCode())
            .isEqualTo(200);
      }
      assertThat(service.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(service.post("/api/v1/tokenize", TEXT).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void theLogMayBeJson() throws IOException {
    List<String> log = Collections.synchronizedList(new ArrayList<>());
    for (boolean texts : List.of(false, true)) {
      ServiceLog json = new ServiceLog(log::add, ServiceLog.Format.JSON, texts);
      try (RunningService service = service(ServiceOptions.defaults().withLog(json))) {
        service.post("/api/v1/tokenize", "{\"text\":\"\\\"a\\\" ___\\nran\"}");
      }
    }
    FakeModel broken =
        new FakeModel(
            () -> {
              throw new IllegalStateException("a secret");
            });
    ServiceLog json = new ServiceLog(log::add, ServiceLog.Format.JSON, false);
    try (RunningService service =
        RunningService.of(broken, ServiceOptions.defaults().withLog(json))) {
      assertThat(service.post("/api/v1/score", SCORE).statusCode()).isEqualTo(500);
    }
    assertThat(log).hasSize(4).allSatisfy(line -> assertThat(line).hasLineCount(1));
    String time = "\\{\"time\":\"20[0-9]{2}-[^\"]+Z\",";
    String request =
        time
            + "\"method\":\"POST\",\"route\":\"/api/v1/tokenize\",\"status\":%d,\"seconds\":[0-9.]+%s}";
    assertThat(log.get(0)).matches(request.formatted(200, ""));
    assertThat(log.get(1)).matches(request.formatted(200, ",\"text\":\".*ran\""));
    assertThat(new ObjectMapper().readTree(log.get(1)).get("text").textValue())
        .isEqualTo("\"a\" ___\nran");
    assertThat(log.get(2))
        .matches(time + "\"error\":\"java.lang.IllegalStateException at .*\"}")
        .doesNotContain("secret");
    assertThat(log.get(3)).matches(request.replace("tokenize", "score").formatted(500, ""));
  }

  /** Refused before there is a route, and by one. */
  @ParameterizedTest
  @CsvSource({"/api/v1/tokenize, 401", "/nothing, 404"})
  void whoIsRefusedBeforeItsBodyArrivesIsToldThatTheConnectionEnds(String path, String code) {
    String status = "HTTP/1.1 " + code;
    String head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n".formatted(path);
    try (RunningService service = service(ServiceOptions.defaults().withTokens(List.of(TOKEN)))) {
      assertThat(service.raw(head + "\r\n{"))
          .startsWith(status)
          .contains("\r\nConnection: close\r\n");
      // One whose body is there may go on.
      assertThat(service.raw(head + "\r\n{}" + head + "Connection: close\r\n\r\n{}"))
          .matches("(?s)" + status + ".*" + status + ".*");
    }
  }

  private static String statusLine(RunningService service, String host) {
    return service
        .raw("GET /healthz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(host))
        .lines()
        .findFirst()
        .orElseThrow();
  }

  @Test
  void textsAreWrittenDownOnlyWhereThatIsWanted() {
    for (boolean wanted : List.of(false, true)) {
      List<String> log = Collections.synchronizedList(new ArrayList<>());
      try (RunningService service =
          service(
              ServiceOptions.defaults()
                  .withLog(new ServiceLog(log::add, ServiceLog.Format.TEXT, wanted)))) {
        service.post("/api/v1/sample", "{\"text\":\"the ___\\nran\",\"settings\":{\"steps\":2}}");
        service.post("/api/v1/sample", "{\"text\":\"secret ___\",\"settings\":{\"steps\":0}}");
        service.post("/api/v1/fill-mask", "{\"inputs\":[\"an ___\",\"old ___\"]}");
        service.get("/api/v1/secret?text=secret");
      }
      assertThat(log).hasSizeGreaterThanOrEqualTo(2);
      assertThat(log.get(0)).contains("POST /api/v1/sample 200 ");
      assertThat(String.join("\n", log).contains("the ___\\u000aran")).isEqualTo(wanted);
      assertThat(String.join("\n", log).contains("an ___\\u000aold ___")).isEqualTo(wanted);
      assertThat(log).allSatisfy(line -> assertThat(line).doesNotContain("secret").hasLineCount(1));
    }
  }

  @Test
  void nobodyIsAnsweredBeforeThereIsAModel() {
    try (RunningService service = RunningService.withoutModel()) {
      assertThat(service.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(service.get("/readyz").statusCode()).isEqualTo(503);
      HttpResponse<String> answer = service.post("/api/v1/tokenize", TEXT);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();

      service.service().serve(new FakeModel());

      assertThat(service.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(service.post("/api/v1/tokenize", TEXT).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void figuresAreThereForPrometheus() {
    try (RunningService service = service(ServiceOptions.defaults())) {
      service.post("/api/v1/sample", "{\"text\":\"the ___\",\"settings\":{\"steps\":2}}");
      service.get("/none/whatever/anybody/asks/for");
      service.metrics().onPass(new dev.infill.bert.ModelPass(25, 19, 3, 0.5));

      assertThat(service.get("/metrics").body())
          .contains("http_server_requests_seconds_count{method=\"POST\",route=\"/api/v1/sample\"")
          .contains("infill_model_passes_seconds_count 1")
          .contains("infill_model_batch_sequences_sum 25.0")
          .contains("infill_model_batch_requests_sum 3.0")
          .contains("infill_jobs_running 0.0")
          .contains("infill_jobs_queued 0.0")
          .contains("process_resident_memory_bytes")
          .contains("infill_native_memory_bytes")
          .contains("jvm_memory_used_bytes")
          .doesNotContain("whatever");
    }
  }
}
