package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void aSmallCorpusIsReadSeveralTimesOver() throws IOException {
    Path file = folder.resolve("corpus.txt");
    Files.write(file, List.of("the cat sat .", "", "the dog ran on ."));
    AtomicInteger opened = new AtomicInteger();

    CorpusBenchmark.Result result =
        new CorpusBenchmark(2, 100)
            .run(
                file,
                () -> {
                  opened.incrementAndGet();
                  return CorpusReader.open(file, CorpusFormat.LINES);
                });

    assertThat(result.file()).isEqualTo(file);
    assertThat(result.format()).isEqualTo(CorpusFormat.LINES);
    assertThat(result.bytes()).isEqualTo(32);
    assertThat(result.statistics().sentences()).isEqualTo(2);
    assertThat(result.statistics().words()).isEqualTo(9);
    assertThat(result.times()).isEqualTo(4);
    // Once to look at it, once for the figures, and twice 4 times in each of 3 turns.
    assertThat(opened).hasValue(1 + 1 + 3 * 2 * 4);
    assertThat(result.readingMegabytesPerSecond())
        .isCloseTo(32e-6 / result.readingSeconds(), within(1e-9));
    assertThat(result.countingMegabytesPerSecond())
        .isCloseTo(32e-6 / result.countingSeconds(), within(1e-9));
  }

  @Test
  void aLargeOneIsReadOnce() throws IOException {
    Path file = folder.resolve("corpus.txt");
    Files.writeString(file, "the cat sat .\n");

    CorpusBenchmark.Result result =
        new CorpusBenchmark(1, 14).run(file, () -> CorpusReader.open(file, CorpusFormat.TBC));

    assertThat(result.times()).isEqualTo(1);
    assertThat(result.repetitions()).isEqualTo(1);
  }

  @Test
  void refusesWhatCannotBeRead() {
    Path missing = folder.resolve("missing.txt");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new CorpusBenchmark(1)
                    .run(missing, () -> CorpusReader.open(missing, CorpusFormat.LINES)))
        .withMessage("there is no file " + missing);
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new CorpusBenchmark(0))
        .withMessage("repetitions must be from 1 to 100000, not 0");
  }
}
