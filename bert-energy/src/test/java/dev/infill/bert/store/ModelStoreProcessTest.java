package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.RecordingListener;
import dev.infill.bert.hardening.JavaProcess;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.bert.weights.source.ModelResolver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What other processes do to a cache. */
@Timeout(600)
class ModelStoreProcessTest {
  @TempDir Path folder = Path.of("");
  private Path root = Path.of("");
  private Path model = Path.of("");

  @BeforeEach
  void writeModel() throws IOException {
    root = folder.resolve("cache");
    model = new SyntheticCheckpoint(5).writeFolder(folder.resolve("model"));
  }

  private Process start(String task) throws IOException {
    return JavaProcess.of(
            List.of("-XX:TieredStopAtLevel=1"),
            StoreProcess.class.getName(),
            List.of(root.toString(), model.toString(), task))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<String> readUntil(BufferedReader output, String end) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = output.readLine();
    while (line != null) {
      lines.add(line);
      if (line.startsWith(end)) {
        return lines;
      }
      line = output.readLine();
    }
    throw new AssertionError("the process ended without '" + end + "': " + lines);
  }

  private List<Path> temporaryFolders() throws IOException {
    try (Stream<Path> paths = Files.list(root.resolve("v1"))) {
      return paths.filter(path -> path.getFileName().toString().startsWith(".temporary-")).toList();
    }
  }

  @Test
  void theLoserWaitsAndReuses() throws Exception {
    Process first = start("wait");
    Process second = start("wait");
    try (BufferedReader winner = first.inputReader();
        BufferedReader loser = second.inputReader()) {
      // Whichever compiles holds the lock until it is given a line; the other must not compile.
      List<String> lines = new ArrayList<>(readUntil(winner, "looking"));
      lines.addAll(readUntil(loser, "looking"));
      for (Process process : List.of(first, second)) {
        process.outputWriter().append("go\n").flush();
      }
      lines.addAll(readUntil(winner, "opened"));
      lines.addAll(readUntil(loser, "opened"));
      assertThat(lines.stream().filter("compiling"::equals)).hasSize(1);
      assertThat(lines.stream().filter(line -> line.startsWith("opened")).distinct()).hasSize(1);
      assertThat(first.waitFor()).isZero();
      assertThat(second.waitFor()).isZero();
      assertThat(temporaryFolders()).isEmpty();
    } finally {
      first.destroy();
      second.destroy();
    }
  }

  @Test
  void whatAKilledProcessLeftIsNeitherUsedNorKept() throws Exception {
    assertThat(start("die").waitFor()).isEqualTo(9);
    assertThat(temporaryFolders()).hasSize(1);
    SmallGraphs graphs = new SmallGraphs("1");
    CompiledModel compiled = open(graphs);
    assertThat(graphs.compilations()).isEqualTo(1);
    assertThat(temporaryFolders()).isEmpty();
    assertThat(compiled.folder()).isDirectory();
  }

  /** {@code -Dinfill.kills=24} makes more of them, {@code -Dinfill.kills.seed=…} others. */
  @Test
  void killedAtAnyMomentTheNextProcessOpensAWholeModel() throws Exception {
    int kills = Integer.getInteger("infill.kills", 2);
    Random random = new Random(Long.getLong("infill.kills.seed", 1));
    assertThat(start("open").waitFor()).isZero();
    long all = JavaProcess.bytes(root);
    String sha256 = open(new SmallGraphs("1")).manifest().sha256();

    int killed = 0;
    // A process may end before it is killed.
    for (int trial = 0; killed < kills && trial < 10 * kills; trial++) {
      root = folder.resolve("killed" + trial);
      long until = 1 + (long) (random.nextDouble() * all);
      killed += JavaProcess.killedAt(start("open"), () -> JavaProcess.bytes(root) >= until) ? 1 : 0;

      assertThat(open(new SmallGraphs("1")).manifest().sha256()).isEqualTo(sha256);
      assertThat(temporaryFolders()).isEmpty();
      SmallGraphs graphs = new SmallGraphs("1");
      open(graphs);
      assertThat(graphs.compilations()).isZero();
    }
    assertThat(killed).isEqualTo(kills);
  }

  /** Opens the model; the store says so if what is there is not whole. */
  private CompiledModel open(SmallGraphs graphs) {
    RecordingListener listener = new RecordingListener();
    CompiledModel compiled =
        new ModelStore(root, graphs)
            .open(
                new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(model.toString()),
                listener);
    assertThat(listener.notices).isEmpty();
    return compiled;
  }
}
