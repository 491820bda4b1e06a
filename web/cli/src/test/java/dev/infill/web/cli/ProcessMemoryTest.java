package dev.infill.web.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service of BERT-base in a process of its own, asked for as much as it accepts. */
@Tag("exhaustive")
@Timeout(1_200)
class ProcessMemoryTest {
  private static final int HEAP_MEGABYTES = 1_024;

  /** What docs/service.md says that the process takes beside the heap. */
  private static final int BESIDE_MEGABYTES = 2_560;

  private static final Duration LOAD = Duration.ofMinutes(2);

  private static final String INFILL = "/api/v1/sample";

  /** What is asked for, each by a client of its own. */
  private record Asked(String path, String body) {}

  private static String text(int words, int blanks) {
    List<String> text = new ArrayList<>();
    for (int word = 0; word < words; word++) {
      text.add(word * blanks / words < (word + 1) * blanks / words ? "[MASK]" : "river");
    }
    return String.join(" ", text);
  }

  private static Asked infill(String text, String settings) {
    return new Asked(INFILL, "{\"text\":\"%s\",\"settings\":{%s}}".formatted(text, settings));
  }

  private static final List<Asked> ALL =
      List.of(
          infill(
              text(500, 2),
              "\"sampler\":\"dmala\",\"gradient\":\"exact\",\"vocabulary\":\"full\",\"chains\":16,\"steps\":10,\"batch\":4,\"concurrentBatches\":4"),
          infill(
              text(500, 1),
              "\"sampler\":\"dmala\",\"gradient\":\"exact\",\"vocabulary\":\"full\",\"chains\":32,\"steps\":10,\"batch\":4,\"concurrentBatches\":4"),
          infill(
              text(40, 8),
              "\"sampler\":\"dmala\",\"gradient\":\"exact\",\"vocabulary\":\"full\",\"chains\":25,\"steps\":20"),
          infill(
              text(500, 4),
              "\"sampler\":\"cdmala\",\"gradient\":\"own-term\",\"chains\":8,\"steps\":10"),
          infill(text(500, 16), "\"chains\":8,\"steps\":20"),
          infill(text(60, 32), "\"chains\":25,\"steps\":20"),
          infill(text(60, 32), "\"chains\":25,\"steps\":20,\"vocabulary\":\"full\""),
          infill(text(6, 1), "\"chains\":1000,\"steps\":50,\"sampler\":\"gibbs\""),
          infill(text(6, 1), "\"chains\":600,\"steps\":40,\"sampler\":\"dula\""),
          infill(text(60, 12), "\"chains\":25,\"steps\":40,\"sampler\":\"gwg\""),
          new Asked("/api/v1/score", "{\"text\":\"%s\"}".formatted(text(500, 0))),
          new Asked(
              "/api/v1/fill-mask",
              "{\"inputs\":\"%s\",\"parameters\":{\"joint\":true}}".formatted(text(60, 24))),
          new Asked("/api/v1/fill-mask", "{\"inputs\":\"%s\"}".formatted(text(500, 32))),
          new Asked(
              "/api/v1/fill-mask",
              "{\"inputs\":[%s]}"
                  .formatted(String.join(",", Collections.nCopies(32, '"' + text(500, 1) + '"')))));

  @Test
  void isNoMoreThanIsStatedAndEveryAdmittedJobHasEnough() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/status")), "needs /proc to see the memory");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx%dm".formatted(HEAP_MEGABYTES),
                "-Dai.djl.offline=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--quiet",
                "--port",
                "0",
                "--job-timeout",
                "20",
                "--grace",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      String line = String.valueOf(out.readLine());
      URI service = URI.create(line.substring(line.lastIndexOf(' ') + 1));
      long end = System.nanoTime() + LOAD.toNanos();
      List<FutureTask<List<String>>> clients =
          ALL.stream().map(asked -> new FutureTask<>(() -> failures(service, asked, end))).toList();
      clients.forEach(client -> new Thread(client).start());
      for (FutureTask<List<String>> client : clients) {
        assertThat(client.get()).isEmpty();
      }
      assertThat(peakMegabytes(process)).isLessThan(HEAP_MEGABYTES + BESIDE_MEGABYTES);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /**
   * Returns the answers that are none, of a client that asks again and again. At the end it leaves,
   * but not before it was answered once: each kind of job runs, and none is waited for twice.
   */
  private static List<String> failures(URI service, Asked asked, long end) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(asked.path()))
            .header("Content-Type", "application/json")
            .header("Accept", asked.path().equals(INFILL) ? "text/event-stream" : "*/*")
            .POST(HttpRequest.BodyPublishers.ofString(asked.body()))
            .build();
    List<String> failures = new ArrayList<>();
    boolean hasRun = false;
    while (!hasRun || System.nanoTime() < end) {
      CompletableFuture<HttpResponse<String>> pending =
          client.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
      HttpResponse<String> answer;
      try {
        answer = hasRun ? pending.get(end - System.nanoTime(), NANOSECONDS) : pending.get();
      } catch (TimeoutException leaves) {
        pending.cancel(true);
        break;
      }
      // It had its time, or its chains did not meet: it had its memory as well.
      boolean isOver =
          answer.body().contains("took too long") || answer.body().contains("too far apart");
      boolean isAnswered = Set.of(200, 429).contains(answer.statusCode()) || isOver;
      if (!isAnswered || (answer.body().contains("event: problem") && !isOver)) {
        failures.add(asked.body() + answer.body());
      }
      hasRun |= answer.statusCode() != 429;
    }
    return failures;
  }

  private static int peakMegabytes(Process process) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }
}
