package dev.infill.web.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.TinyLanguageModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Spark leaves behind. */
@Tag("exhaustive")
@Timeout(600)
class SparkLeftoversTest {
  @TempDir private Path folder;

  @Test
  void aRunThatIsKilledLeavesNothingInTheTemporaryFolderAndTheNextOneTidies() throws Exception {
    try (SparkProcess process = SparkProcess.start(folder, "local[2]", Map.of())) {
      assertThat(process.ids()).isNotEmpty();
    }
    assertThat(folder.resolve("temporary")).isEmptyDirectory();
    assertThat(names()).contains(".spark");

    assertThat(SparkProcess.run(folder, "local[2]", TinyLanguageModel::new)).isTrue();

    assertThat(names()).containsExactlyInAnyOrder("part-00000.jsonl", "part-00000.jsonl.sha256");
  }

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
