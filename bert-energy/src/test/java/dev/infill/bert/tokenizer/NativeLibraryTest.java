package dev.infill.bert.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the native library is unpacked, which a process does once. */
@Timeout(600)
class NativeLibraryTest {
  @TempDir Path folder = Path.of("");

  private String run(Path cache) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TokenizerProcess.class.getName())
            .redirectError(folder.resolve("errors").toFile());
    builder.environment().put("DJL_CACHE_DIR", cache.toString());
    Process process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @Test
  void isUnpackedIntoTheFolderThatIsNamed() throws IOException {
    Path cache = folder.resolve("cache");
    assertThat(run(cache)).startsWith("3\n");
    assertThat(cache).isNotEmptyDirectory();
  }

  @Test
  void leavesOtherModelsOfDjlOnline() throws IOException {
    assertThat(run(folder.resolve("cache"))).endsWith("\noffline null");
  }

  @Test
  void saysThatTheFolderCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThat(run(file)).contains("native library", "DJL_CACHE_DIR").doesNotContain("\n");
  }
}
