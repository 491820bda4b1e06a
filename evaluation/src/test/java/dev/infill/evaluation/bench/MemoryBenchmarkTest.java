package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.lab.TinyLanguageModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryBenchmarkTest {
  private static final List<String> TEXTS = List.of("the ___ sat .", "___ ran on the ___ .");
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(2).steps(3).burnIn(1).seed(4).build();

  @TempDir private Path folder;

  @Test
  void memoryIsReadAfterEveryTenthOfTheJobs() throws IOException {
    Path status = status(1_000, 5_000);
    TinyLanguageModel model = new TinyLanguageModel();
    MemoryBenchmark.Result result =
        new MemoryBenchmark(SETTINGS, 200, new ProcessMemory(status))
            .run(model, TEXTS, (phase, done, total) -> status(1_000 + done, 9_000));

    assertThat(result.readings())
        .extracting(MemoryBenchmark.Reading::jobs)
        .containsExactly(20, 40, 60, 80, 100, 120, 140, 160, 180, 200);
    assertThat(result.readings().get(0).residentBytes()).isEqualTo(1_020 * 1_024);
    assertThat(result.last().residentBytes()).isEqualTo(1_200 * 1_024);
    assertThat(result.growthBytes()).isEqualTo(180 * 1_024);
    assertThat(result.peakBytes()).isEqualTo(9_000 * 1_024);
    assertThat(model.passes()).isGreaterThan(200);
  }

  @Test
  void beforeTenJobsMemoryHasNotSettled() throws IOException {
    MemoryBenchmark.Result result =
        new MemoryBenchmark(SETTINGS, 25, new ProcessMemory(status(1, 1)))
            .run(new TinyLanguageModel(), TEXTS, (phase, done, total) -> {});

    assertThat(result.readings())
        .extracting(MemoryBenchmark.Reading::jobs)
        .containsExactly(10, 13, 15, 18, 20, 23, 25);
  }

  @Test
  void refusesWhatTellsNothing() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new MemoryBenchmark(SETTINGS, 19, new ProcessMemory(status(1, 1))))
        .withMessage("jobs must be from 20 to 100000, not 19");
    Path missing = folder.resolve("missing");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new MemoryBenchmark(SETTINGS, 20, new ProcessMemory(missing)))
        .withMessage(
            "this system does not tell how much memory a process has (Linux does): there is no "
                + missing);
  }

  @Test
  void aStatusWithoutTheFieldIsToldOf() throws IOException {
    Path status = folder.resolve("status");
    Files.writeString(status, "Name:\tjava\nVmHWM:\t  12 kB\n");

    assertThat(new ProcessMemory(status).peakBytes()).isEqualTo(12 * 1_024);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new ProcessMemory(status).residentBytes())
        .withMessageEndingWith("there is no VmRSS in " + status);
  }

  private Path status(long resident, long peak) {
    try {
      return Files.writeString(
          folder.resolve("status"),
          "Name:\tjava\nVmPeak:\t 99999 kB\nVmHWM:\t  %d kB\nVmRSS:\t  %d kB\nThreads:\t7\n"
              .formatted(peak, resident));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
