package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.core.lab.FakeModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that cannot be answered get a problem that says what is wrong, and where. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadRequestTest {
  private RunningService service;

  @BeforeAll
  void start() {
    service =
        RunningService.of(
            FakeModel.readingMasks(() -> {}),
            ServiceOptions.defaults()
                .withLimits(ServiceLimits.defaults().with(ServiceLimit.BODY_BYTES, 100_000)));
  }

  /** A service that gives up soon, but not on a request that a busy machine holds up. */
  private static RunningService impatient() {
    return RunningService.of(
        new FakeModel(), ServiceOptions.defaults().withIdleTimeout(Duration.ofSeconds(2)));
  }

  @AfterAll
  void stop() {
    service.close();
  }

  static Stream<Arguments> requests() {
    String infill = "/api/v1/sample";
    return Stream.of(
        Arguments.of(infill, "", 400, null, "must be a JSON object"),
        Arguments.of(infill, "{", 400, null, "(line 1, column"),
        Arguments.of(infill, "[]", 400, null, "must be a JSON object"),
        Arguments.of(infill, "{\"text\":\"a\"} {}", 400, null, "no JSON"),
        Arguments.of(infill, "{\"text\":\"a\",\"text\":\"b\"}", 400, null, "is there twice"),
        Arguments.of(infill, settings("\"alpha\":NaN"), 400, null, "no JSON"),
        Arguments.of(infill, settings("\"alpha\":-Infinity"), 400, null, "no JSON"),
        Arguments.of(infill, "[".repeat(50_000), 400, null, "no JSON"),
        Arguments.of(infill, "{\"text\":" + "1".repeat(2_000) + "}", 400, null, "no JSON"),
        Arguments.of(infill, "{}", 422, "text", "is missing"),
        Arguments.of(infill, "{\"text\":null}", 422, "text", "is missing"),
        Arguments.of(infill, "{\"text\":7}", 422, "text", "must be a string, not 7"),
        Arguments.of(infill, "{\"txt\":\"the ___\"}", 422, "txt", "did you mean text?"),
        Arguments.of(infill, "{\"text\":\"the man\"}", 422, "text", "has no blank"),
        Arguments.of(infill, "{\"text\":\"\\ud800 ___\"}", 422, "text", "surrogate"),
        Arguments.of(infill, "{\"text\":\"" + "___ ".repeat(33) + "\"}", 422, "text", "32 blanks"),
        Arguments.of(
            infill, "{\"text\":\"" + "___".repeat(20_000) + "\"}", 422, "text", "20000 UTF-16"),
        Arguments.of(
            infill,
            "{\"text\":\"___" + " the".repeat(20) + " ___\"}",
            422,
            "text",
            "the model reads at most 14 at once"),
        Arguments.of(infill, "{\"text\":\"___\",\"preset\":\"papr\"}", 422, "preset", "paper"),
        Arguments.of(infill, "{\"text\":\"___\",\"settings\":7}", 422, "settings", "an object"),
        Arguments.of(infill, settings("\"burnin\":1"), 422, "burnin", "did you mean burnIn?"),
        Arguments.of(infill, settings("\"sampler\":\"dmaal\""), 422, "sampler", "mean dmala?"),
        Arguments.of(infill, settings("\"sampler\":[]"), 422, "sampler", "a string, not a list"),
        Arguments.of(infill, settings("\"balancing\":\"power:2\""), 422, "balancing", "0.5 to 1"),
        Arguments.of(infill, settings("\"gradient\":\"none\""), 422, "gradient", "own-term, exact"),
        Arguments.of(infill, settings("\"chains\":0"), 422, "chains", "from 1 to 100000, not 0"),
        Arguments.of(infill, settings("\"chains\":1.5"), 422, "chains", "whole number, not 1.5"),
        Arguments.of(infill, settings("\"chains\":\"5\""), 422, "chains", "whole number, not \"5"),
        Arguments.of(infill, settings("\"chains\":1e99"), 422, "chains", "too large"),
        Arguments.of(infill, settings("\"chains\":99999999999"), 422, "chains", "too large"),
        Arguments.of(infill, settings("\"chains\":1001"), 422, "chains", "at most 1000 here"),
        Arguments.of(infill, settings("\"steps\":4001"), 422, "steps", "100000 here, not 25"),
        Arguments.of(infill, settings("\"steps\":2147483647"), 422, "steps", "to 1000000000"),
        Arguments.of(infill, settings("\"steps\":5,\"burnIn\":5"), 422, "burnIn", "burn-in"),
        Arguments.of(infill, settings("\"alpha\":1e999"), 422, "alpha", "not Infinity"),
        Arguments.of(infill, settings("\"alpha\":-1"), 422, "alpha", "from 1.0E-9"),
        Arguments.of(infill, settings("\"temperature\":0"), 422, "temperature", "from 0.001"),
        Arguments.of(infill, settings("\"precondition\":7"), 422, "precondition", "a string"),
        Arguments.of(infill, settings("\"anneal\":1"), 422, "anneal", "above the temperature"),
        Arguments.of(infill, settings("\"minibatch\":2"), 422, "minibatch", "dula does"),
        Arguments.of(infill, settings("\"delta\":-0.1"), 422, "delta", "from 1.0E-6 to 1.999999"),
        Arguments.of(infill, settings("\"acceptance\":\"x\""), 422, "acceptance", "reversible"),
        Arguments.of(infill, settings("\"seed\":1e30"), 422, "seed", "too large"),
        Arguments.of(infill, settings("\"top\":101"), 422, "top", "at most 100 here"),
        Arguments.of(infill, settings("\"batch\":65"), 422, "batch", "at most 64 here"),
        Arguments.of(
            infill, settings("\"concurrentBatches\":5"), 422, "concurrentBatches", "at most 4"),
        Arguments.of(infill, settings("\"maxBlanks\":33"), 422, "maxBlanks", "at most 32"),
        Arguments.of(infill, settings("\"repeats\":1"), 422, "repeats", "true or false"),
        Arguments.of(infill, settings("\"repeats\":true"), 422, "repeats", "needs the pool"),
        Arguments.of(infill, settings("\"select\":\"worst\""), 422, "select", "diverse"),
        Arguments.of(infill, settings("\"diversity\":0.5"), 422, "diversity", "needs select"),
        Arguments.of(
            infill,
            settings("\"select\":\"diverse\",\"diversity\":1.5"),
            422,
            "diversity",
            "from 0 to 1"),
        Arguments.of(infill, settings("\"allow\":[]"), 422, "allow", "an object whose members"),
        Arguments.of(infill, settings("\"allow\":{\"0\":[\"man\"]}"), 422, "allow", "from 1"),
        Arguments.of(infill, settings("\"allow\":{\"2\":[\"man\"]}"), 422, "allow", "one blank"),
        Arguments.of(infill, settings("\"allow\":{\"1\":[\"x y\"]}"), 422, "allow", "x y"),
        Arguments.of(infill, settings("\"keyword\":[\"man\"]"), 422, "keyword", "are numbers"),
        Arguments.of(infill, settings("\"keyword\":{\"man\":null}"), 422, "keyword", "are numbers"),
        Arguments.of(infill, settings("\"keyword\":{\"man\":1e999}"), 422, "keyword", "to 1e6"),
        Arguments.of(infill, settings("\"keyword\":{\"the\":1e308}"), 422, "keyword", "to 1e6"),
        Arguments.of(infill, settings("\"keyword\":{\" \":1}"), 422, "keyword", "not ''"),
        Arguments.of(
            infill,
            settings("\"keyword\":{\"" + "x".repeat(40_000) + "\":1}"),
            422,
            "keyword",
            "up to 100 characters"),
        Arguments.of(
            infill,
            settings("\"sampler\":\"gibbs\",\"keyword\":{\"man\":1}"),
            422,
            "sampler",
            "does not look at the energy"),
        Arguments.of(
            infill,
            settings("\"model\":{\"name\":\"../../../etc/passwd\"}"),
            422,
            "model",
            "has the model fake with"),
        Arguments.of(
            infill,
            settings("\"model\":{\"name\":\"fake\",\"sha256\":\"0123\"}"),
            422,
            "model",
            "with the SHA-256 ffff"),
        Arguments.of(
            infill,
            "{\"text\":\"___ ___ ___\",\"settings\":{\"chains\":334}}",
            422,
            "chains",
            "1000 here, not 334 × 3"),
        Arguments.of(infill, settings("\"allow\":{\"1\":[\"x [MASK]\"]}"), 422, "allow", "a blank"),
        Arguments.of(
            infill, settings("\"forbid\":{\"1\":[\"x[MASK]\"]}"), 422, "forbid", "a blank"),
        Arguments.of(
            infill,
            settings("\"allow\":{\"1\":[\"" + "man ".repeat(15) + "\"]}"),
            422,
            "allow",
            "is longer than"),
        Arguments.of(
            "/api/v1/score",
            "{\"text\":\"the ___\",\"fills\":[\"[MASK] x\"]}",
            422,
            "fills",
            "a blank"),
        Arguments.of("/api/v1/score", "{\"text\":\"the ___\"}", 422, "fills", "a fill for each"),
        Arguments.of(
            "/api/v1/score",
            "{\"text\":\"the ___\",\"fills\":[\"man\"],\"alternatives\":51}",
            422,
            "alternatives",
            "at most 50 here"),
        Arguments.of(
            "/api/v1/score",
            "{\"text\":\"the ___\",\"fills\":[\"man\"],\"alternatives\":-2000000000}",
            422,
            "alternatives",
            "at least 0"),
        Arguments.of(
            "/api/v1/score",
            "{\"text\":\"the man\",\"alternatives\":1}",
            422,
            "alternatives",
            "those of blanks"),
        Arguments.of("/api/v1/tokenize", "{\"text\":[\"the\"]}", 422, "text", "a string"),
        Arguments.of("/api/v1/metrics", "{\"sentences\":[]}", 422, "sentences", "no sentence"),
        Arguments.of("/api/v1/metrics", "{\"sentences\":[1]}", 422, "sentences", "a string"),
        Arguments.of(
            "/api/v1/metrics",
            "{\"sentences\":[\"a\"],\"references\":{\"self\":[\"a\"]}}",
            422,
            "references",
            "self stands for"),
        Arguments.of(
            "/api/v1/metrics",
            "{\"sentences\":[\"a\"],\"references\":{\"mine\":[]}}",
            422,
            "references",
            "no reference sentences"),
        Arguments.of(
            "/api/v1/metrics",
            "{\"sentences\":[\"a\"],\"references\":{"
                + IntStream.range(0, 9)
                    .mapToObj(k -> "\"r" + k + "\":[\"a\"]")
                    .collect(Collectors.joining(","))
                + "}}",
            422,
            "references",
            "at most 8 here, not 9"),
        Arguments.of(
            "/api/v1/metrics",
            "{\"sentences\":[\"a\"" + ",\"a\"".repeat(5_000) + "]}",
            422,
            "sentences",
            "not 5001 with"),
        Arguments.of(
            "/api/v1/metrics",
            "{\"sentences\":[\"a\"],\"references\":{\"mine\":[\"a\""
                + ",\"a\"".repeat(4_999)
                + "]}}",
            422,
            "references",
            "not 5001 with"),
        Arguments.of("/api/v1/fill-mask", "{\"inputs\":\"the\"}", 422, "inputs", "without a blank"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___" + " the".repeat(20) + " ___\"}",
            422,
            "inputs",
            "the model reads at most 14 at once"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"targets\":[\"x [MASK]\"]}}",
            422,
            "targets",
            "a blank"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"targets\":[\"" + "man ".repeat(15) + "\"]}}",
            422,
            "inputs",
            "takes 15 word pieces, and the model reads at most 14"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"jiont\":true}}",
            422,
            "jiont",
            "did you mean joint?"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"joint\":1}}",
            422,
            "joint",
            "true or false"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___ ___\",\"parameters\":{\"targets\":[\"" + "man ".repeat(15) + "\"]}}",
            422,
            "targets",
            "is 15 word pieces (man man"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"top_k\":0}}",
            422,
            "top_k",
            "at least 1"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"targets\":[\"submarine\"]}}",
            422,
            "targets",
            "unknown to the model"));
  }

  static Stream<Arguments> requestsOfFill() {
    String fill = RunningService.FILL;
    return Stream.of(
        Arguments.of(fill, "{", 400, null, "(line 1, column"),
        Arguments.of(fill, "{\"text\":\"the man\"}", 422, "text", "has no blank"),
        Arguments.of(fill, settings("\"steps\":5"), 422, "steps", "no steps; sample has"),
        Arguments.of(fill, settings("\"sampler\":\"gibbs\""), 422, "sampler", "; sample has"),
        Arguments.of(
            fill, "{\"text\":\"___\",\"preset\":\"paper\"}", 422, "preset", "; sample has"),
        Arguments.of(fill, settings("\"tpo\":5"), 422, "tpo", "did you mean top?"),
        Arguments.of(fill, settings("\"top\":101"), 422, "top", "at most 100 here"),
        Arguments.of(fill, settings("\"maxPasses\":0"), 422, "maxPasses", "from 1"),
        Arguments.of(fill, settings("\"maxBlanks\":33"), 422, "maxBlanks", "at most 32"),
        Arguments.of(fill, settings("\"diversity\":0.5"), 422, "diversity", "needs select"),
        Arguments.of(
            fill,
            settings("\"maxPasses\":9000000"),
            422,
            "maxPasses",
            "word pieces × model passes"));
  }

  private static String settings(String members) {
    return "{\"text\":\"the ___\",\"settings\":{" + members + "}}";
  }

  @ParameterizedTest
  @MethodSource({"requests", "requestsOfFill"})
  void isAnsweredWithAProblem(String path, String body, int status, String field, String detail) {
    HttpResponse<String> answer = service.post(path, body);

    JsonNode problem = RunningService.json(answer.body());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.path("field").textValue()).as(answer.body()).isEqualTo(field);
    assertThat(problem.get("detail").asText()).contains(detail).doesNotContain("\n", "java.");
    assertThat(problem.get("detail").asText()).hasSizeLessThan(300);
  }

  static Stream<Arguments> quoted() {
    String infill = "/api/v1/sample";
    return Stream.of(
        Arguments.of(infill, "{\"text\":\"___\",\"preset\":\"%s\"}", "preset"),
        Arguments.of(infill, settings("\"sampler\":\"%s\""), "sampler"),
        Arguments.of(infill, settings("\"balancing\":\"%s\""), "balancing"),
        Arguments.of(infill, settings("\"balancing\":\"power:%s\""), "balancing"),
        Arguments.of(infill, settings("\"chains\":\"%s\""), "chains"),
        Arguments.of(infill, settings("\"model\":{\"name\":\"%s\"}"), "model"),
        Arguments.of(infill, settings("\"allow\":{\"1\":[\"%s\"]}"), "allow"),
        Arguments.of(infill, settings("\"forbid\":{\"1\":[\"%s\"]}"), "forbid"),
        Arguments.of("/api/v1/score", "{\"text\":\"___\",\"fills\":[\"%s\"]}", "fills"),
        Arguments.of("/api/v1/score", "{\"text\":\"a\",\"masking\":\"%s\"}", "masking"),
        Arguments.of(
            "/api/v1/fill-mask",
            "{\"inputs\":\"___\",\"parameters\":{\"targets\":\"%s\"}}",
            "targets"));
  }

  /** What is quoted must not make an answer long, nor take long to be made one line. */
  @ParameterizedTest
  @MethodSource("quoted")
  void valuesOfAnyLengthAreQuotedInPart(String path, String body, String field) {
    for (String value : List.of("x".repeat(99_000), " ".repeat(99_000), "[MASK]".repeat(16_000))) {
      HttpResponse<String> answer = service.post(path, body.replace("%s", value));

      JsonNode problem = RunningService.json(answer.body());
      assertThat(answer.statusCode()).isEqualTo(422);
      assertThat(problem.get("field").textValue()).isEqualTo(field);
      assertThat(problem.get("detail").asText()).hasSizeLessThan(300);
    }
  }

  @Test
  void namesOfAnyLengthAreQuotedInPartAsWell() {
    HttpResponse<String> answer =
        service.post("/api/v1/sample", "{\"" + "x".repeat(40_000) + "\":1}");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).hasSizeLessThan(500);
  }

  @Test
  void limitsAreThoseOfTheService() {
    ServiceLimits limits = ServiceLimits.defaults().with(ServiceLimit.CHAIN_BLANKS, 50);
    try (RunningService small =
        RunningService.of(new FakeModel(), ServiceOptions.defaults().withLimits(limits))) {
      HttpResponse<String> chains = small.post(RunningService.SAMPLE, "{\"text\":\"___ ___ ___\"}");
      HttpResponse<String> words =
          small.post("/api/v1/metrics", "{\"sentences\":[\"" + "a ".repeat(50_001) + "\"]}");

      assertThat(chains.statusCode()).isEqualTo(422);
      assertThat(chains.body()).contains("\"chains\"").contains("50 here, not 25 × 3");
      assertThat(words.statusCode()).isEqualTo(422);
      assertThat(words.body()).contains("\"sentences\"").contains("not 1 with 50001");
      assertThat(small.post(RunningService.SAMPLE, "{\"text\":\"___ ___\"}").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void invalidUtf8IsNoJson() {
    byte[] body = "{\"text\":\"the ___ ?\"}".getBytes(StandardCharsets.ISO_8859_1);
    body[body.length - 3] = (byte) 0xff;

    HttpResponse<String> answer =
        service.send(
            service
                .request("/api/v1/sample")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body)));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("not in UTF-8");
  }

  @Test
  void aMillionBlanksAreTooLargeABody() {
    HttpResponse<String> answer =
        service.post("/api/v1/sample", "{\"text\":\"" + "___ ".repeat(1_000_000) + "\"}");

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("100000 bytes");
  }

  @Test
  void soTheyAreWhenNobodySaysHowManyBytesCome() {
    byte[] body =
        ("{\"text\":\"" + "___ ".repeat(1_000_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> answer =
        service.send(
            service
                .request("/api/v1/sample")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))));

    assertThat(answer.statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonp"})
  void whatIsNotSaidToBeJsonIsRefused(String type) {
    HttpResponse<String> answer =
        service.send(
            service
                .request("/api/v1/sample")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"text\":\"the ___\"}")));

    assertThat(answer.statusCode()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/../cli/Application.class",
        "/page/%2e%2e/versions.properties",
        "/page/..%2fversions.properties",
        "/page//etc/passwd",
        "/page/.hidden",
        "/reference/none.js",
        "/api/v1/sample/..%2f..%2fetc"
      })
  void pathsLeadNowhereElse(String path) {
    String answer =
        service.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer).matches("(?s)HTTP/1.1 (400|404|405) .*application/problem\\+json.*");
  }

  /** The beginning of a request, and of its body. */
  private static Socket begin(RunningService service) throws IOException {
    Socket slow = new Socket("localhost", service.service().port());
    slow.getOutputStream()
        .write(
            """
            POST /api/v1/sample HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: 90000\r
            \r
            {\
            """
                .getBytes(StandardCharsets.UTF_8));
    return slow;
  }

  private static void assertGivenUp(Socket slow) throws IOException {
    assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("HTTP/1.1 408")
        .contains("application/problem+json");
  }

  @Test
  void aBodyThatStopsComingIsGivenUp() throws IOException {
    try (RunningService impatient = impatient();
        Socket slow = begin(impatient)) {
      assertGivenUp(slow);
    }
  }

  /** Never silent for long, but never done. */
  @Test
  void aBodyThatTricklesInIsGivenUpWhileOthersAreAnswered() throws IOException {
    try (RunningService impatient = impatient();
        Socket slow = begin(impatient)) {
      int sent = 1;
      while (slow.getInputStream().available() == 0) {
        slow.getOutputStream().write(' ');
        sent++;
        assertThat(impatient.get("/healthz").statusCode()).isEqualTo(200);
      }
      assertThat(sent).isLessThan(90_000);
      assertGivenUp(slow);
    }
  }

  @Test
  void onlySoManyBodiesAreAwaitedAtTheSameTime() throws IOException {
    List<Socket> slow = new ArrayList<>();
    String text = "{\"text\":\"the ___\"}";
    try (RunningService busy = RunningService.of(new FakeModel(), ServiceOptions.defaults())) {
      for (int body = 0; body < RequestLimits.MOST_BODIES; body++) {
        slow.add(begin(busy));
      }
      HttpResponse<String> answer = busy.post("/api/v1/tokenize", text);
      while (answer.statusCode() == 200) {
        // The last of the others has not come so far yet, or found this one in its place.
        slow.add(begin(busy));
        answer = busy.post("/api/v1/tokenize", text);
      }

      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow()).isPositive();
      assertThat(busy.get("/healthz").statusCode()).isEqualTo(200);

      for (Socket socket : slow) {
        socket.close();
      }
      while (answer.statusCode() == 429) {
        answer = busy.post("/api/v1/tokenize", text);
      }
      assertThat(answer.statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void onlySoManyConnectionsAreServedAtTheSameTime() throws IOException {
    List<Socket> connections = new ArrayList<>();
    ServiceLimits limits =
        ServiceLimits.defaults()
            .with(ServiceLimit.CONNECTIONS, 2)
            .with(ServiceLimit.CONNECTIONS_PER_ADDRESS, 2);
    try (RunningService small =
        RunningService.of(new FakeModel(), ServiceOptions.defaults().withLimits(limits))) {
      List<Socket> answered = new ArrayList<>();
      for (int k = 0; k < 6; k++) {
        Socket connection = new Socket("localhost", small.service().port());
        connections.add(connection);
        connection
            .getOutputStream()
            .write(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .getBytes(StandardCharsets.UTF_8));
        connection.setSoTimeout(k < 2 ? 60_000 : 500);
        if (isAnswered(connection)) {
          answered.add(connection);
        }
      }
      // One more may have been taken by who was taking already.
      assertThat(answered).hasSizeBetween(2, 3);

      for (Socket connection : answered) {
        connection.close();
      }
      Socket next = connections.get(3);
      next.setSoTimeout(60_000);
      assertThat(isAnswered(next)).isTrue();
    } finally {
      for (Socket connection : connections) {
        connection.close();
      }
    }
  }

  private static boolean isAnswered(Socket connection) throws IOException {
    try {
      return connection.getInputStream().read() == 'H';
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void whatIsNoHttpIsAProblemToo() {
    String answer = service.raw("NONSENSE\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(answer).doesNotContain("Jetty").doesNotContain("<html");
  }

  @Test
  void aBodyOfMalformedChunksIsNoSlowOne() {
    String head =
        """
        POST /api/v1/tokenize HTTP/1.1
        Host: localhost
        Content-Type: application/json
        Transfer-Encoding: chunked

        nonsense
        {}
        0

        """;
    String answer = service.raw(head.replace("\n", "\r\n"));

    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
  }

  @Test
  void aClientThatIsGoneIsAnsweredNothing() throws IOException {
    try (Socket socket = new Socket("localhost", service.service().port())) {
      socket
          .getOutputStream()
          .write(
              ("POST /api/v1/tokenize HTTP/1.1\r\nHost: localhost\r\n"
                      + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
                  .getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain(" 499 ")
          .doesNotContain(" 408 ");
    }
  }

  @Test
  void aPathOfManySegmentsIsThatOfNoFile() {
    for (String folder : List.of("/page/", "/reference/", "/api/v1/", "/")) {
      HttpResponse<String> answer = service.get(folder + "a/".repeat(3_900) + "a.js");

      assertThat(answer.statusCode()).as(folder).isEqualTo(404);
    }
  }

  @Test
  void aMethodThatNobodyKnowsIsNoNameOfAFigure() {
    String answer =
        service.raw("EVIL /api/v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 40").contains("application/problem+json");
    assertThat(service.get("/metrics").body()).doesNotContain("EVIL");
  }

  @Test
  void whatIsThereForReadingOnlyIsNotWrittenTo() {
    HttpResponse<String> answer = service.post("/healthz", "{}");

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }

  /** They look for an answer when they have sent all. */
  @Test
  void whoeverSendsTooMuchIsToldSo() {
    String body = "x".repeat(4 << 20);
    for (int k = 0; k < 20; k++) {
      assertThat(service.post("/api/v1/tokenize", body).statusCode()).isEqualTo(413);
      assertThat(
              service
                  .send(
                      service
                          .request("/api/v1/tokenize")
                          .header("Content-Type", "application/json")
                          .POST(
                              BodyPublishers.ofInputStream(
                                  () ->
                                      new ByteArrayInputStream(
                                          body.getBytes(StandardCharsets.UTF_8)))))
                  .statusCode())
          .isEqualTo(413);
    }
  }
}
