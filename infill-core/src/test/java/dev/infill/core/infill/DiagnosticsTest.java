package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.StepInfo;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {
  private static final State STATE = State.of(0, 0, 0);
  private static final Visit REJECTED = visit(false, 0);
  private static final Visit UNCHANGED = visit(true, 0);

  private static Visit visit(boolean accepted, int changed) {
    return new Visit(STATE, OptionalDouble.of(-1), new StepInfo(STATE, accepted, 0.5, changed, 3));
  }

  private static Diagnostics diagnostics(int burnIn, List<List<Visit>> visits) {
    ChainRun run =
        new ChainRun(
            visits.stream().map(chain -> STATE).toList(),
            visits,
            burnIn,
            OptionalDouble.of(0.7),
            50,
            false);
    return Diagnostics.of(run, 4, List.of(), 60, 20, 1.5);
  }

  @Test
  void ratesAreThoseAfterBurnIn() {
    Diagnostics diagnostics =
        diagnostics(
            2,
            List.of(
                List.of(visit(true, 3), visit(true, 3), REJECTED, UNCHANGED, visit(true, 2)),
                List.of(visit(true, 3), visit(true, 3), REJECTED, REJECTED, visit(true, 1))));

    assertThat(diagnostics.acceptanceRate()).isCloseTo(3.0 / 6, within(1e-15));
    assertThat(diagnostics.acceptedAndChangedRate()).isCloseTo(2.0 / 6, within(1e-15));
    assertThat(diagnostics.meanChangedCoordinates()).isCloseTo(3.0 / 6, within(1e-15));
    assertThat(diagnostics.keptSteps()).isEqualTo(3);
    assertThat(diagnostics.distinctFillings()).isEqualTo(4);
    assertThat(diagnostics.modelPasses()).isEqualTo(40);
    assertThat(diagnostics.hits()).isEqualTo(20);
    assertThat(diagnostics.stepSize()).hasValue(0.7);
    assertThat(diagnostics.effectiveSampleSize()).isEmpty();
  }

  @Test
  void withNothingKeptRatesAreThoseOfBurnIn() {
    Diagnostics diagnostics = diagnostics(2, List.of(List.of(REJECTED, visit(true, 2))));

    assertThat(diagnostics.acceptanceRate()).isEqualTo(0.5);
    assertThat(diagnostics.acceptedAndChangedRate()).isEqualTo(0.5);
    assertThat(diagnostics.meanChangedCoordinates()).isEqualTo(1);
    assertThat(diagnostics.keptSteps()).isZero();
  }

  @Test
  void withNoStepRatesAreZero() {
    Diagnostics diagnostics = diagnostics(0, List.of(List.of(), List.of()));

    assertThat(diagnostics.acceptanceRate()).isZero();
    assertThat(diagnostics.acceptedAndChangedRate()).isZero();
    assertThat(diagnostics.meanChangedCoordinates()).isZero();
  }
}
