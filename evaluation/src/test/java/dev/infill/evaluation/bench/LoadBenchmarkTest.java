package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class LoadBenchmarkTest {
  private static final int CLIENTS = 3;

  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Whoever is alone in here waits for ever. */
  private final CyclicBarrier together = new CyclicBarrier(CLIENTS);

  private HttpServer server;
  private URI endpoint;
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/ask",
        exchange -> {
          try (exchange) {
            bodies.add(
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (status == 200) {
              together.await();
            }
            byte[] answer = "no place left\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
          } catch (Exception e) {
            throw new IOException(e);
          }
        });
    server.start();
    endpoint = URI.create("http://localhost:%d/ask".formatted(server.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void asManyClientsAsAreAskedForSendAllRequests() throws Exception {
    List<Long> told = new ArrayList<>();
    LoadBenchmark.Result result =
        new LoadBenchmark(CLIENTS, 4 * CLIENTS)
            .run(endpoint, index -> "body " + index, (phase, done, total) -> told.add(done));

    assertThat(bodies)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 12).mapToObj(index -> "body " + index).toList());
    assertThat(told).hasSize(12).isSorted().endsWith(12L);
    assertThat(result.clients()).isEqualTo(CLIENTS);
    assertThat(result.latencies()).hasSize(12).isSorted().allMatch(seconds -> seconds > 0);
    assertThat(result.latencies()).allMatch(seconds -> seconds <= result.seconds());
  }

  @Test
  void whatIsNotAnsweredWith200EndsIt() {
    status = 429;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> new LoadBenchmark(1, 5).run(endpoint, index -> "{}", ProgressListener.NONE))
        .withMessage(endpoint + " answered 429: no place left");
  }

  @Test
  void aServiceThatIsNotThereIsNamed() {
    server.stop(0);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> new LoadBenchmark(1, 5).run(endpoint, index -> "{}", ProgressListener.NONE))
        .withMessage("nothing answers at " + endpoint);
  }

  @Test
  void quantilesAreOfTheNearestRank() {
    LoadBenchmark.Result result =
        new LoadBenchmark.Result(1, 20, List.of(4.0, 1.0, 3.0, 2.0, 10.0));
    assertThat(result.requestsPerSecond()).isEqualTo(0.25);
    assertThat(result.latency(0.5)).isEqualTo(3);
    assertThat(result.latency(0.2)).isEqualTo(1);
    assertThat(result.latency(0.21)).isEqualTo(2);
    assertThat(result.latency(0.95)).isEqualTo(10);
    assertThat(result.latency(1)).isEqualTo(10);
  }

  @Test
  void needsClientsAndRequests() {
    assertThatThrownBy(() -> new LoadBenchmark(0, 5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("clients");
    assertThatThrownBy(() -> new LoadBenchmark(1, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("requests");
  }
}
