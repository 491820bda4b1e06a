package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineLogTest {
  @TempDir private Path folder;

  @Test
  void holdsWhatWasAppendedBeforeAndAfterItIsOpenedAgain() throws IOException {
    Path file = folder.resolve("lines");
    try (LineLog log = LineLog.open(file).orElseThrow()) {
      assertThat(log.wholeLines()).isEmpty();
      log.append("zürich");
      log.append("");
    }
    try (LineLog log = LineLog.open(file).orElseThrow()) {
      assertThat(log.wholeLines()).isEqualTo("zürich\n\n");
      log.append("b");
    }
    assertThat(Files.readString(file)).isEqualTo("zürich\n\nb\n");
  }

  @Test
  void cutsOffWhatAKillHasLeftOfALine() throws IOException {
    Path file = Files.writeString(folder.resolve("lines"), "a\nhalf of ü");
    try (LineLog log = LineLog.open(file).orElseThrow()) {
      assertThat(log.wholeLines()).isEqualTo("a\n");
      log.append("b");
    }
    assertThat(Files.readString(file)).isEqualTo("a\nb\n");
  }

  @Test
  void isHadOnceAtATimeInOneProcess() throws IOException {
    Path file = folder.resolve("lines");
    try (LineLog log = LineLog.open(file).orElseThrow()) {
      log.append("a");
      assertThat(LineLog.open(file)).isEmpty();
    }
    assertThat(Files.readString(file)).isEqualTo("a\n");
    LineLog.open(file).orElseThrow().close();
  }

  @Test
  void isHadByOneProcessAtATime() throws Exception {
    Path file = Files.writeString(folder.resolve("lines"), "a\n");
    try (LineLog log = LineLog.open(file).orElseThrow()) {
      log.append("b");
      assertThat(openedElsewhere(file)).isEqualTo("taken");
    }
    assertThat(openedElsewhere(file)).isEqualTo("a\nb\n");
  }

  private static String openedElsewhere(Path file) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Opener.class.getName(),
                    file.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return out;
  }

  /** Opens a file in a process of its own, and says what it held. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) throws IOException {
      Optional<LineLog> log = LineLog.open(Path.of(arguments[0]));
      System.out.print(log.isPresent() ? log.get().wholeLines() : "taken");
    }
  }
}
