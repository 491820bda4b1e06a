package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvergenceTest {
  /** Stationary AR(1) chains of variance 1: ρₜ = φᵗ, so S = n (1 − φ)/(1 + φ). */
  private static double[][] autoregressive(int chains, int draws, double phi, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    double[][] traces = new double[chains][draws];
    for (double[] trace : traces) {
      double value = random.nextGaussian();
      for (int t = 0; t < draws; t++) {
        trace[t] = value;
        value = phi * value + Math.sqrt(1 - phi * phi) * random.nextGaussian();
      }
    }
    return traces;
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.5, 0, 0.3, 0.6, 0.9})
  void effectiveSampleSizeOfAutoregressionIsTheKnownOne(double phi) {
    Convergence convergence = Convergence.of(autoregressive(4, 20_000, phi, 17));
    double known = 80_000 * (1 - phi) / (1 + phi);
    // Of 200 seeds the largest relative deviation is 0.11, at φ = 0.9.
    assertThat(convergence.effectiveSampleSize().orElseThrow() / known).isCloseTo(1, within(0.1));
    assertThat(convergence.splitRHat().orElseThrow()).isCloseTo(1, within(0.01));
  }

  /** The mean's variance is var/S: over 400 repetitions its relative standard error is √(2/400). */
  @Test
  void predictsTheErrorOfTheMean() {
    int repetitions = 400;
    double squares = 0;
    double inverse = 0;
    for (int repetition = 0; repetition < repetitions; repetition++) {
      double[][] traces = autoregressive(4, 500, 0.7, 1000 + repetition);
      double mean = 0;
      for (double[] trace : traces) {
        for (double draw : trace) {
          mean += draw / 2000;
        }
      }
      squares += mean * mean / repetitions;
      inverse += 1 / Convergence.of(traces).effectiveSampleSize().orElseThrow() / repetitions;
    }
    assertThat(squares / inverse).isCloseTo(1, within(4 * Math.sqrt(2.0 / repetitions)));
  }

  @Test
  void chainsThatDisagreeAreSeen() {
    double[][] traces = autoregressive(4, 1000, 0.3, 5);
    for (int t = 0; t < 1000; t++) {
      traces[0][t] += 3;
    }
    Convergence convergence = Convergence.of(traces);
    assertThat(convergence.splitRHat().orElseThrow()).isGreaterThan(1.5);
    assertThat(convergence.effectiveSampleSize().orElseThrow()).isLessThan(30);
  }

  /** A drift of d from end to end: halves d/2 apart, each of variance 1 + (d/2)²/12. */
  @Test
  void aDriftWithinChainsIsSeen() {
    double drift = 5;
    double[][] traces = autoregressive(4, 1000, 0.3, 6);
    for (double[] trace : traces) {
      for (int t = 0; t < 1000; t++) {
        trace[t] += drift * t / 1000;
      }
    }
    double within = 1 + drift * drift / 48;
    double between = drift * drift / 16 * 8 / 7;
    assertThat(Convergence.of(traces).splitRHat().orElseThrow())
        .isCloseTo(Math.sqrt((within + between) / within), within(0.06));
  }

  /** Two halves of (1 2 3 4) and (3 5 4 8): W = (5/3 + 14/3)/2, B/n = 3.125, n = 4. */
  @Test
  void rHatIsWhatTheFormulaSays() {
    Convergence convergence = Convergence.of(new double[][] {{1, 2, 3, 4, 3, 5, 4, 8}});
    double within = (5.0 / 3 + 14.0 / 3) / 2;
    assertThat(convergence.splitRHat().orElseThrow())
        .isCloseTo(Math.sqrt((0.75 * within + 3.125) / within), within(1e-12));
  }

  @Test
  void chainsThatNeverMoveAreWorthNothing() {
    for (double[][] traces :
        new double[][][] {new double[3][50], {new double[50], filled(50, 0.1), filled(50, 7)}}) {
      Convergence convergence = Convergence.of(traces);
      assertThat(convergence.effectiveSampleSize()).hasValue(0);
      assertThat(convergence.splitRHat()).isEmpty();
    }
  }

  private static double[] filled(int draws, double value) {
    double[] trace = new double[draws];
    Arrays.fill(trace, value);
    return trace;
  }

  @Test
  void antitheticChainsHaveAFiniteSize() {
    double[][] alternating = new double[2][100];
    for (int t = 0; t < 100; t++) {
      alternating[0][t] = t % 2;
      alternating[1][t] = 1 - t % 2;
    }
    assertThat(Convergence.of(alternating).effectiveSampleSize().orElseThrow())
        .isPositive()
        .isLessThanOrEqualTo(200 * Math.log10(200));
  }

  @Test
  void tooFewDrawsSayNothing() {
    Convergence convergence = Convergence.of(autoregressive(4, 7, 0, 1));
    assertThat(convergence.effectiveSampleSize()).isEmpty();
    assertThat(convergence.splitRHat()).isEmpty();
    assertThat(Convergence.of(new double[2][0]).effectiveSampleSize()).isEmpty();
  }

  @Test
  void tracesAreChecked() {
    for (double[][] traces :
        new double[][][] {
          {}, {new double[9], new double[8]}, {{0, 1, 2, 3, 4, 5, 6, Double.NaN}}
        }) {
      assertThatThrownBy(() -> Convergence.of(traces)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
