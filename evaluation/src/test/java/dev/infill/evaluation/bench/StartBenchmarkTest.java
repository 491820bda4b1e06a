package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.TinyLanguageModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartBenchmarkTest {
  private static final Instant MACHINE = Instant.parse("2026-01-01T00:00:00Z");
  private static final ProcessStart PROCESS = new ProcessStart(MACHINE, MACHINE.plusMillis(150));

  @Test
  void timesAreFromTheStartOfTheMachine() {
    TinyLanguageModel model = new TinyLanguageModel();
    List<Long> passes = new ArrayList<>();

    StartBenchmark.Result result =
        new StartBenchmark(
                PROCESS,
                () -> {
                  passes.add(model.passes());
                  return MACHINE.plusMillis(passes.size() == 1 ? 900 : 1_200);
                })
            .run(model, "the ___ sat on ___ mat .");

    assertThat(result)
        .isEqualTo(
            new StartBenchmark.Result(
                9, Duration.ofMillis(150), Duration.ofMillis(900), Duration.ofMillis(1_200)));
    // The clock was looked at before the one sequence, and after it.
    assertThat(passes).containsExactly(0L, 1L);
  }

  @Test
  void thisProcessStartedBeforeItsApplication() {
    ProcessStart now = ProcessStart.now();

    assertThat(now.machine()).isBefore(now.main());
    assertThat(now.main()).isBeforeOrEqualTo(Instant.now());
  }

  @Test
  void refusesATextWithoutABlank() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new StartBenchmark(PROCESS).run(new TinyLanguageModel(), "no blank"))
        .withMessageContaining("needs a blank");
  }
}
