package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.weights.SyntheticCheckpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What ONNX Runtime takes from the machine, in a process of its own. */
@Timeout(600)
class NativeResourcesTest {
  /**
   * The model's answers to the evaluations that are counted are 300 times some 70 kB: kept, they
   * would be 20 MB. About 1 MB was seen.
   */
  private static final long MOST_BYTES = 8_000_000;

  @TempDir Path folder = Path.of("");

  private String run(String... options) throws IOException {
    Path checkpoint = new SyntheticCheckpoint(41).writeFolder(folder.resolve("model"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            EvaluationProcess.class.getName(),
            checkpoint.toString(),
            folder.resolve("cache").toString()));
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile()).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /** All of the heap is resident from the start, so what grows is native. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void evaluationsKeepNoNativeMemory() throws IOException {
    String bytes = run("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");
    assertThat(bytes).matches("-?\\d+");
    assertThat(Long.parseLong(bytes)).isLessThan(MOST_BYTES);
  }

  @Test
  void aLibraryThatCannotBeUnpackedIsOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThat(run("-Djava.io.tmpdir=" + file))
        .contains("ONNX Runtime's native library", "java.io.tmpdir", file.toString())
        .doesNotContain("\n");
  }
}
