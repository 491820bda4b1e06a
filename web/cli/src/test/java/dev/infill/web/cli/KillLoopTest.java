package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.hardening.JavaProcess;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed at random moments, and started again. {@code -Dinfill.kills=24} makes
 * more of them, {@code -Dinfill.kills.seed=…} others.
 */
@Tag("exhaustive")
@Timeout(7200)
class KillLoopTest {
  private static final int KILLS = Integer.getInteger("infill.kills", 2);
  private static final long SEED = Long.getLong("infill.kills.seed", 1);

  /** Files that tell times, or that nothing is read from. */
  private static final List<String> DIFFERENT =
      List.of("summary.json", "timings.jsonl", "timings.md", ".lock");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Random random = new Random(SEED);

  @TempDir Path folder = Path.of("");

  @Test
  void aBatchEndsWithTheSameFiles() throws Exception {
    Path input =
        Files.write(
            folder.resolve("input.jsonl"),
            IntStream.range(0, 120)
                .mapToObj(k -> "{\"text\":\"the ___ %s ___ .\"}".formatted(k % 2 == 0 ? "ran" : ""))
                .toList());
    killAndGoOn(
        out ->
            List.of(
                "batch --mode sample --sampler dmala --chains 3 --steps 30 --burn-in 4 --seed 2",
                "--texts-per-part 7 --quiet --input " + input + " --output " + out));
  }

  @Test
  void anExperimentEndsWithTheSameFiles() throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);
    killAndGoOn(
        out ->
            List.of(
                "evaluate paper --vocabulary words --tasks 6 --chains 6 --steps 8 --seed 1",
                "--samplers gibbs,gwg,dula,dmala,gibbs-mh --steps-budget passes",
                "--tbc " + corpora.tbc() + " --wiki " + corpora.wiki() + " --out " + out));
  }

  /**
   * Runs a command into folders, and kills it whenever they hold a random number of bytes more.
   *
   * @param command returns the words of the command
   */
  private void killAndGoOn(Function<Path, List<String>> command) throws Exception {
    Path whole = folder.resolve("whole");
    run(command.apply(whole));
    long all = JavaProcess.bytes(whole);
    int killed = 0;
    // A process may end before it is killed.
    for (int trial = 0; killed < KILLS && trial < 10 * KILLS; trial++) {
      Path out = folder.resolve("killed" + trial);
      boolean ended = false;
      while (!ended && killed < KILLS) {
        long written = JavaProcess.bytes(out);
        long until = written + 1 + (long) (random.nextDouble() * Math.max(0, all - written));
        Process process =
            JavaProcess.of(List.of(), TinyMain.class.getName(), words(command.apply(out)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        ended = !JavaProcess.killedAt(process, () -> JavaProcess.bytes(out) >= until);
        killed += ended ? 0 : 1;
        assertThat(process.exitValue()).as(() -> said()).isIn(0, 137);
      }
      run(command.apply(out));
      assertThat(files(out)).isEqualTo(files(whole));
    }
    assertThat(killed).isEqualTo(KILLS);
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("said"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static List<String> words(List<String> command) {
    return command.stream().flatMap(words -> Stream.of(words.split(" ", -1))).toList();
  }

  private static void run(List<String> command) {
    Outcome outcome =
        new CommandHarness().loader(TinyCorpora::model).run(words(command).toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  /** Returns the checksum of each file by its name; a report is too long to be shown. */
  private static Map<String, String> files(Path out) throws Exception {
    Map<String, String> checksums = new TreeMap<>();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        byte[] content = DIFFERENT.contains(name) ? new byte[0] : Files.readAllBytes(file);
        byte[] checksum = MessageDigest.getInstance("SHA-256").digest(content);
        checksums.put(name, HexFormat.of().formatHex(checksum));
      }
    }
    return checksums;
  }

  /** The command line on the tiny model. */
  static final class TinyMain {
    private TinyMain() {}

    public static void main(String[] arguments) {
      Main.run(TinyCorpora::model, arguments);
    }
  }

  @Tag("gate")
  @Test
  void aServiceStartsAgainAndLeavesNothingInTheTemporaryFolder() throws Exception {
    Path model = SyntheticFolder.bert().write(folder.resolve("model"));
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    String port = "0";
    List<ObjectNode> answers = new ArrayList<>();
    for (int kill = 0; kill <= KILLS; kill++) {
      Process process =
          JavaProcess.of(
                  List.of("-Djava.io.tmpdir=" + temporary),
                  Main.class.getName(),
                  List.of("serve", "--port", port, "--model", model.toString()))
              .redirectError(folder.resolve("said").toFile())
              .start();
      try (BufferedReader out = process.inputReader()) {
        String listens = out.readLine();
        assertThat(listens).as(() -> said()).startsWith("Infill listens on ");
        URI service = URI.create(listens.replace("Infill listens on ", ""));
        port = String.valueOf(service.getPort());
        answers.add(answer(service));

        AtomicInteger told = new AtomicInteger();
        List<CompletableFuture<?>> clients = new ArrayList<>();
        for (int client = 0; client < 6; client++) {
          clients.add(listening(service, client, told));
        }
        int until = 1 + random.nextInt(60);
        boolean killed =
            JavaProcess.killedAt(
                process,
                () -> told.get() >= until || clients.stream().allMatch(CompletableFuture::isDone));
        assertThat(killed).isTrue();
        clients.forEach(CompletableFuture::join);
      } finally {
        process.destroyForcibly();
      }
      assertThat(temporary).isEmptyDirectory();
    }
    assertThat(answers).hasSize(KILLS + 1).containsOnly(answers.get(0));
  }

  private static HttpRequest filling(URI service, int steps, int seed, String accept) {
    return HttpRequest.newBuilder(service.resolve("api/v1/sample"))
        .header("Content-Type", "application/json")
        .header("Accept", accept)
        .POST(
            BodyPublishers.ofString(
                "{\"text\":\"the [MASK] sat on [MASK]\",\"settings\":{\"vocabulary\":\"full\",\"chains\":4,\"steps\":%d,\"seed\":%d}}"
                    .formatted(steps, seed)))
        .build();
  }

  private static ObjectNode answer(URI service) throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(filling(service, 5, 1, "application/json"), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(answer.body());
    // It tells times, too.
    json.remove("diagnostics");
    return json;
  }

  /** Listens to a job until the service is no more, and counts the lines. */
  private static CompletableFuture<?> listening(URI service, int seed, AtomicInteger told) {
    return CLIENT
        .sendAsync(filling(service, 10_000, seed, "text/event-stream"), BodyHandlers.ofLines())
        .thenAccept(answer -> answer.body().forEach(line -> told.incrementAndGet()))
        .exceptionally(killed -> null);
  }
}
