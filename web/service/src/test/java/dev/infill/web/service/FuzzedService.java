package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.MalformedJsonException;
import dev.infill.web.api.MetricsRequest;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.ScoreRequest;
import dev.infill.web.api.TextRequest;
import dev.infill.web.api.mask.FillMaskRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** A service that is sent what a fuzzer makes: to be answered, or refused as the client's fault. */
public final class FuzzedService {
  /** Names the property that says what the bytes are: a {@code body}, or a {@code request}. */
  static final String INPUT = "infill.fuzz.input";

  private static final TinyLanguageModel MODEL = new TinyLanguageModel(64);
  private static final ModelDescription DESCRIPTION = MODEL.description();

  /** What reads the bodies that are sent to each path. */
  private static final Map<String, Function<byte[], ?>> READERS =
      Map.of(
          "fill", body -> FillRequest.read(body, DESCRIPTION),
          "sample", body -> SampleRequest.read(body, DESCRIPTION),
          "score", ScoreRequest::read,
          "tokenize", TextRequest::read,
          "metrics", MetricsRequest::read,
          "fill-mask", FillMaskRequest::read);

  private static final Queue<String> LOG = new ConcurrentLinkedQueue<>();
  private static final RunningService SERVICE =
      RunningService.of(
          MODEL,
          ServiceOptions.defaults()
              // The machine may be at other work.
              .withIdleTimeout(Duration.ofSeconds(30))
              .withGrace(Duration.ZERO)
              .withLimits(
                  ServiceLimits.defaults()
                      .with(ServiceLimit.CHAIN_STEPS, 1_000)
                      .with(ServiceLimit.JOB_PIECES, 100_000)
                      .with(ServiceLimit.JOB_SECONDS, 60))
              .withLog(new ServiceLog(LOG::add, ServiceLog.Format.TEXT, false)));

  private FuzzedService() {}

  /** Called by the fuzzer before it measures how long an input takes: the service is started. */
  public static void fuzzerInitialize() throws IOException {
    body("{\"text\": \"the ___\"}".getBytes(StandardCharsets.UTF_8));
    request(new byte[0]);
  }

  /**
   * Sends bytes to the service. Called by the fuzzer, for which everything that is thrown is a
   * finding.
   *
   * @param bytes a body or a request
   */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (System.getProperty(INPUT, "").equals("body")) {
      body(bytes);
    } else {
      request(bytes);
    }
  }

  /** Reads a body as every path would; those that are accepted are sent there. */
  static void body(byte[] bytes) {
    READERS.forEach(
        (path, reader) -> {
          try {
            assertThat((Object) reader.apply(bytes)).isNotNull();
          } catch (InvalidInputException | MalformedJsonException refusal) {
            assertThat(ProblemJson.ofRequest(refusal).orElseThrow().detail())
                .isNotEmpty()
                .doesNotContain("\n", "\r")
                .hasSizeLessThan(600);
            return;
          }
          int status =
              send(SERVICE
                      .request("/api/v1/" + path)
                      .header("Content-Type", "application/json")
                      .POST(BodyPublishers.ofByteArray(bytes)))
                  .statusCode();
          assertThat(status).as("the status of %s", path).isIn(200, 422);
        });
    assertNothingFailed();
  }

  /** Sends what may be a request; other clients are answered all the same. */
  static void request(byte[] bytes) throws IOException {
    // Where nothing is a request yet, or no more, the connection ends.
    assertThat(answer(bytes)).matches("(?s)|HTTP/1\\.[01] (100|[234]\\d\\d|505) .*");
    HttpResponse<String> health = send(SERVICE.request("/healthz").GET());
    assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
    assertNothingFailed();
  }

  /** On a machine that is busy, a connection that was kept may be closed while it is asked. */
  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return SERVICE.send(request);
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof IOException) {
        return SERVICE.send(request);
      }
      throw e;
    }
  }

  static void close() {
    SERVICE.close();
  }

  private static void assertNothingFailed() {
    assertThat(LOG).noneMatch(line -> line.contains("internal error"));
    LOG.clear();
  }

  private static String answer(byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.service().port())) {
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        // It was cut off in the middle.
        return "";
      }
    }
  }
}
