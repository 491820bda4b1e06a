package dev.infill.web.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.TransferListener;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.LineLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is said to be on the disk is there when the power has gone. */
@DisabledOnOs(OS.WINDOWS)
class PowerLossTest {
  @TempDir private Path folder;
  @TempDir private Path inputs;
  private LossyFileSystem disk = new LossyFileSystem(Path.of("none"));

  @BeforeEach
  void begin() {
    disk = new LossyFileSystem(folder);
  }

  @Test
  void aFileIsThereWhenItIsCommittedAndTheOldOneUntilThen() throws IOException {
    Path target = disk.folder().resolve("a.txt");
    AtomicFile.write(target, "old");
    assertThat(disk.left()).containsExactly(Map.entry("a.txt", "old"));

    AtomicFile.write(target, "new");

    assertThat(disk.left()).containsExactly(Map.entry("a.txt", "new"));
    assertThat(disk.moments())
        .allSatisfy(left -> assertThat(left.getOrDefault("a.txt", "old")).isIn("old", "new"));
  }

  @Test
  void aLineOfANewFileIsThereWhenItWasAppended() throws IOException {
    try (LineLog log = LineLog.open(disk.folder().resolve("log")).orElseThrow()) {
      log.append("first");
      assertThat(disk.left()).containsExactly(Map.entry("log", "first\n"));
      log.append("second");
      assertThat(disk.left()).containsExactly(Map.entry("log", "first\nsecond\n"));
    }
  }

  @Test
  void aJobHasItsDescriptionItsResultsAndItsSummary() throws IOException {
    BatchFolder job = new BatchFolder(disk.folder().resolve("jobs/new"));
    BatchInput input =
        BatchInput.scan(
            Files.writeString(inputs.resolve("input.jsonl"), "{}\n{}\n"),
            2,
            TransferListener.SILENT);
    BatchPart part = input.parts().get(0);
    try (Closeable held = job.begin("{}")) {
      assertThat(disk.left()).containsEntry("jobs/new/job.json", "{}");
      try (PartLog log = job.open(part);
          PartInput lines = PartInput.open(input.file(), part)) {
        log.append(lines.next(), "1");
        assertThat(disk.left().get("jobs/new/part-00000.jsonl.partial"))
            .matches("[0-9a-f]{64} 1\n");
        log.append(lines.next(), "2");
        log.complete();
      }
      assertThat(disk.left())
          .containsEntry("jobs/new/part-00000.jsonl", "1\n2\n")
          .containsKey("jobs/new/part-00000.jsonl.sha256");
      job.end("{\"end\":1}");
    }
    assertThat(disk.left()).containsEntry("jobs/new/summary.json", "{\"end\":1}");
    assertWhole(disk.moments());
  }

  /** Whenever the power goes: what has its last name is all there. */
  private static void assertWhole(List<Map<String, String>> moments) {
    assertThat(moments)
        .isNotEmpty()
        .allSatisfy(
            left -> {
              assertThat(left.getOrDefault("jobs/new/job.json", "{}")).isEqualTo("{}");
              assertThat(left.getOrDefault("jobs/new/part-00000.jsonl", "1\n2\n"))
                  .isEqualTo("1\n2\n");
              if (left.containsKey("jobs/new/part-00000.jsonl")) {
                assertThat(left.get("jobs/new/part-00000.jsonl.sha256"))
                    .endsWith("  part-00000.jsonl\n");
              }
              assertThat(left.getOrDefault("jobs/new/summary.json", "{\"end\":1}"))
                  .isEqualTo("{\"end\":1}");
            });
  }
}
