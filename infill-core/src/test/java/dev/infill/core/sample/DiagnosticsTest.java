package dev.infill.core.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.HammingDistances;
import dev.infill.core.chain.RunEnd;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.StepInfo;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {
  private static final State STATE = State.of(0, 0, 0);
  private static final Visit REJECTED = visit(false, 0);
  private static final Visit UNCHANGED = visit(true, 0);

  private static Visit visit(boolean accepted, int changed) {
    return new Visit(STATE, OptionalDouble.of(-1), new StepInfo(STATE, accepted, 0.5, changed, 3));
  }

  private static SampleDiagnostics diagnostics(int burnIn, List<List<Visit>> visits) {
    ChainRun run =
        new ChainRun(
            visits.stream().map(chain -> STATE).toList(),
            visits,
            burnIn,
            OptionalDouble.of(0.7),
            50,
            false);
    return SampleDiagnostics.of(run, RunEnd.STEPS, 4, List.of(), 40, 20, 1.5);
  }

  @Test
  void ratesAreThoseAfterBurnIn() {
    SampleDiagnostics diagnostics =
        diagnostics(
            2,
            List.of(
                List.of(visit(true, 3), visit(true, 3), REJECTED, UNCHANGED, visit(true, 2)),
                List.of(visit(true, 3), visit(true, 3), REJECTED, REJECTED, visit(true, 1))));

    assertThat(diagnostics.moves().accepted()).isCloseTo(3.0 / 6, within(1e-15));
    assertThat(diagnostics.moves().changed()).isCloseTo(2.0 / 6, within(1e-15));
    assertThat(diagnostics.moves().meanChangedBlanks()).isCloseTo(3.0 / 6, within(1e-15));
    assertThat(diagnostics.moves().kept()).isEqualTo(3);
    assertThat(diagnostics.distinctFillings()).isEqualTo(4);
    assertThat(diagnostics.modelPasses()).isEqualTo(40);
    assertThat(diagnostics.hits()).isEqualTo(20);
    assertThat(diagnostics.moves().stepSize()).hasValue(0.7);
    assertThat(diagnostics.effectiveSampleSize()).isEmpty();
  }

  @Test
  void withNothingKeptRatesAreThoseOfBurnIn() {
    SampleDiagnostics diagnostics = diagnostics(2, List.of(List.of(REJECTED, visit(true, 2))));

    assertThat(diagnostics.moves().accepted()).isEqualTo(0.5);
    assertThat(diagnostics.moves().changed()).isEqualTo(0.5);
    assertThat(diagnostics.moves().meanChangedBlanks()).isEqualTo(1);
    assertThat(diagnostics.moves().kept()).isZero();
  }

  @Test
  void withNoStepRatesAreZero() {
    SampleDiagnostics diagnostics = diagnostics(0, List.of(List.of(), List.of()));

    assertThat(diagnostics.moves().accepted()).isZero();
    assertThat(diagnostics.moves().changed()).isZero();
    assertThat(diagnostics.moves().meanChangedBlanks()).isZero();
  }

  /** Two chains on three blanks; the tokens most often seen are 0, 1 and 1. */
  private static final String FIRST =
      "002 002 022 021 021 221 211 011 011 011 011 011"
          + " 012 012 112 112 112 112 112 111 011 011 101 102";

  private static final String SECOND =
      "100 100 100 101 201 201 021 001 001 011 001 022"
          + " 020 010 010 010 010 010 010 010 000 000 000 000";

  /** Visits of the states whose digits are the indices of their tokens. */
  private static List<Visit> chain(String states) {
    return Arrays.stream(states.split(" ", -1))
        .map(digits -> State.of(digits.chars().map(digit -> digit - '0').toArray()))
        .map(state -> new Visit(state, OptionalDouble.empty(), new StepInfo(STATE, true, 1, 1, 1)))
        .toList();
  }

  @Test
  void hammingDistancesAreToTheTokensMostOftenSeen() {
    assertThat(HammingDistances.traces(List.of(chain(FIRST), chain(SECOND))))
        .containsExactly(
            new double[] {2, 2, 2, 1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 1, 0, 0, 2, 3},
            new double[] {3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2});
    // Each token is seen once: those of lower index are 3 and 3.
    assertThat(HammingDistances.traces(List.of(chain("55 33"))))
        .containsExactly(new double[] {2, 0});
    assertThat(HammingDistances.traces(List.of(List.of(), List.of())))
        .containsExactly(new double[0], new double[0]);
  }

  @Test
  void effectiveSampleSizeOfHammingDistanceIsThatOfTheKeptStates() {
    List<Visit> burnIn = chain("222 222");
    SampleDiagnostics diagnostics =
        diagnostics(
            2,
            List.of(
                Stream.concat(burnIn.stream(), chain(FIRST).stream()).toList(),
                Stream.concat(burnIn.stream(), chain(SECOND).stream()).toList()));

    // By Stan's recipe, computed apart from this program. With burn-in it would be another.
    assertThat(diagnostics.hammingDistance().effectiveSampleSize().orElseThrow())
        .isCloseTo(17.679758308157105, within(1e-12));
    assertThat(diagnostics.effectiveSampleSize()).isEmpty();
    assertThat(diagnostics.energy()).isEmpty();
  }

  @Test
  void effectiveSampleSizesArePerKeptStepAndForAllThatWasPaid() {
    List<List<Visit>> visits = List.of(chain(FIRST), chain(SECOND));
    ChainRun run =
        new ChainRun(List.of(STATE, STATE), visits, 4, OptionalDouble.empty(), 50, false);
    double[] first = {
      -3, -1, -2, -4, -1, -2, -3, -1, -2, -1, -4, -2, -3, -1, -1, -2, -4, -3, -1, -2
    };
    double[] second = {
      -1, -2, -2, -3, -1, -4, -2, -3, -1, -2, -3, -3, -1, -1, -2, -4, -1, -2, -3, -1
    };
    SampleDiagnostics diagnostics =
        SampleDiagnostics.of(run, RunEnd.STEPS, 4, List.of(first, second), 40, 20, 1.5);

    Convergence ofEnergy = diagnostics.energy().orElseThrow();
    assertThat(ofEnergy).isEqualTo(Convergence.of(new double[][] {first, second}));
    double size = ofEnergy.effectiveSampleSize().orElseThrow();
    assertThat(diagnostics.effectiveSampleSize()).hasValue(size);
    // 20 steps of each chain are kept, and 60 passes were asked for, of which 20 were remembered.
    assertThat(diagnostics.effectiveSampleSizePerStep(ofEnergy)).hasValue(size / 20);
    assertThat(diagnostics.effectiveSampleSizePerSecond(ofEnergy)).hasValue(size / 1.5);
    assertThat(diagnostics.effectiveSampleSizePerModelPass(ofEnergy)).hasValue(size / 40);
    Convergence ofDistance = diagnostics.hammingDistance();
    assertThat(diagnostics.effectiveSampleSizePerModelPass(ofDistance))
        .hasValue(ofDistance.effectiveSampleSize().orElseThrow() / 40);
  }

  @Test
  void whatCostNothingHasNoRate() {
    SampleDiagnostics free =
        SampleDiagnostics.of(
            new ChainRun(
                List.of(STATE), List.of(chain(FIRST)), 0, OptionalDouble.empty(), 0, false),
            RunEnd.STEPS,
            4,
            List.of(),
            0,
            20,
            1);
    Convergence ofDistance = free.hammingDistance();

    assertThat(ofDistance.effectiveSampleSize()).isPresent();
    assertThat(free.effectiveSampleSizePerModelPass(ofDistance)).isEmpty();
  }

  @Test
  void chainsThatStayWhereTheyAreAreWorthNothing() {
    assertThat(
            diagnostics(0, List.of(chain("012" + " 012".repeat(19))))
                .hammingDistance()
                .effectiveSampleSize())
        .hasValue(0);
    assertThat(diagnostics(0, List.of(chain(FIRST).subList(0, 7))))
        .extracting(told -> told.hammingDistance().effectiveSampleSize())
        .isEqualTo(OptionalDouble.empty());
  }
}
