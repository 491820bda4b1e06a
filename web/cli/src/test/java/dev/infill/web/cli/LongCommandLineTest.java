package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Long texts on the command line of a process of its own, for BERT-base. */
@Timeout(300)
class LongCommandLineTest {
  @TempDir Path folder = Path.of("");

  private int fill(String text) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                Main.class.getName()));
    command.addAll(List.of("fill", text, "--max-passes", "2", "--seed", "1"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().remove("ORT_DISABLE_TELEMETRY");
    return builder.start().waitFor();
  }

  @Test
  void aTextOfThreeHundredWordsIsFilled() throws IOException, InterruptedException {
    assertThat(fill("the house on the hill was ".repeat(50) + "very [MASK] .")).isZero();
    assertThat(Files.readString(folder.resolve("out")).replaceAll("\\s+", " "))
        .contains("the house on the hill was very old .");
  }

  /** There is a blank at both ends, so that no part of it could be filled alone. */
  @Test
  void aTextOfSixtyKilobytesIsRefusedInOneLine() throws IOException, InterruptedException {
    assertThat(fill("[MASK] " + "house ".repeat(10_000) + "[MASK] .")).isEqualTo(2);
    assertThat(folder.resolve("out")).isEmptyFile();
    assertThat(Files.readAllLines(folder.resolve("err")))
        .singleElement()
        .asString()
        .contains("word pieces", "at most 510")
        .hasSizeLessThan(300);
  }
}
