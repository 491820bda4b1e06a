package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.weights.MutatedBytes;
import dev.infill.core.lab.FakeModel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests in which bytes were changed are answered, or refused as the client's fault. {@code
 * -Dinfill.mutations=4000} makes more of them, {@code -Dinfill.mutations.seed=…} others.
 */
@Timeout(3600)
class MutatedRequestsTest {
  private static final int MUTATIONS = Integer.getInteger("infill.mutations", 100);
  private static final long SEED = Long.getLong("infill.mutations.seed", 1);

  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final RunningService service =
      RunningService.of(
          FakeModel.readingMasks(() -> {}),
          ServiceOptions.defaults()
              .withIdleTimeout(Duration.ofSeconds(1))
              .withLimits(ServiceLimits.defaults().with(ServiceLimit.CHAIN_STEPS, 1_000))
              .withLog(new ServiceLog(log::add, ServiceLog.Format.TEXT, false)));

  @AfterEach
  void close() {
    service.close();
  }

  private static Random random(int mutation) {
    return new Random(SEED * 1_000_003 + mutation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "fill|{\"text\": \"the old ___ ran to ___:1-2 .\", \"settings\": {\"top\": 3,"
            + " \"maxPasses\": 40, \"seed\": 7, \"keyword\": {\"dog\": -0.5}}}",
        "sample|{\"text\": \"the old ___ ran to [MASK:2] .\", \"settings\": {\"sampler\": \"dmala\","
            + " \"alpha\": 0.4, \"steps\": 3, \"chains\": 2, \"burnIn\": 1, \"temperature\": 1.5,"
            + " \"seed\": 7, \"forbid\": {\"1\": [\"man\"]}}}",
        "score|{\"text\": \"the old ___ ran\", \"fills\": [\"man\"], \"alternatives\": 3,"
            + " \"masking\": \"single\"}",
        "tokenize|{\"text\": \"the old ___ ran\"}",
        "metrics|{\"sentences\": [\"the old man ran\", \"the old dog ran\"], \"references\":"
            + " {\"mine\": [\"a man ran\"]}}",
        "fill-mask|{\"inputs\": [\"the old [MASK] ran\", \"a ___\"], \"parameters\": {\"top_k\": 3,"
            + " \"joint\": true, \"targets\": [\"man\", \"old man\"]}}"
      })
  void aBodyWithChangedBytesIsAnsweredOrRefused(String path, String body) throws IOException {
    for (int k = 0; k < MUTATIONS; k++) {
      byte[] mutated = MutatedBytes.of(body.getBytes(StandardCharsets.UTF_8), random(k));
      String answer =
          send(head("POST", "/api/v1/" + path, mutated.length), mutated, /* ends= */ false);

      assertThat(answer)
          .as("mutation %d of seed %d: %s", k, SEED, new String(mutated, StandardCharsets.UTF_8))
          .matches("(?s)HTTP/1\\.1 (200|400|413|422) .*");
    }
    assertThat(log).noneMatch(line -> line.contains("internal error"));
  }

  private static String head(String method, String path, int length) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        .formatted(method, path, length);
  }

  @Test
  void aRequestWithChangedBytesIsAnsweredOrRefusedOrCutOff() throws IOException {
    byte[] body = "{\"text\": \"the old ___ ran\"}".getBytes(StandardCharsets.UTF_8);
    byte[] none = {};
    for (String path : List.of("/api/v1/tokenize", "/healthz", "/page/index.html?a=b", "/api")) {
      boolean posts = path.endsWith("tokenize");
      byte[] sent = posts ? body : none;
      byte[] head =
          head(posts ? "POST" : "GET", path, sent.length).getBytes(StandardCharsets.UTF_8);
      for (int k = 0; k < MUTATIONS / 2; k++) {
        byte[] mutated = MutatedBytes.of(head, random(k));
        String answer =
            send(new String(mutated, StandardCharsets.ISO_8859_1), sent, /* ends= */ true);

        // Where nothing is a request yet, or no more, the connection ends.
        assertThat(answer)
            .as("mutation %d of seed %d of %s", k, SEED, path)
            .matches("(?s)|HTTP/1\\.[01] (100|[234]|505).*");
      }
    }
    assertThat(service.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(log).noneMatch(line -> line.contains("internal error"));
  }

  /**
   * Sends bytes and returns what comes until the connection ends. A client that says that it sends
   * no more counts as gone where an answer takes long.
   */
  private String send(String head, byte[] body, boolean ends) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.service().port())) {
      try {
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write(body);
        if (ends) {
          socket.shutdownOutput();
        }
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        // It was cut off in the middle.
        return "";
      }
    }
  }
}
