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

  /** Stan's recipe line by line, for chains whose estimated autocorrelations are not monotone. */
  @Test
  void effectiveSampleSizeIsStans() {
    for (long seed = 0; seed < 200; seed++) {
      double[][] traces = autoregressive(3, 400, 0.8, seed);
      assertThat(Convergence.of(traces).effectiveSampleSize().orElseThrow())
          .isCloseTo(stan(traces), within(1e-9));
    }
  }

  private static double stan(double[][] chains) {
    int n = chains[0].length / 2;
    int m = 2 * chains.length;
    double[][] halves = new double[m][];
    for (int k = 0; k < m; k++) {
      halves[k] = Arrays.copyOfRange(chains[k / 2], k % 2 * n, k % 2 * n + n);
    }
    double[] means = Arrays.stream(halves).mapToDouble(ConvergenceTest::mean).toArray();
    double[] covariance = new double[n];
    for (int lag = 0; lag < n; lag++) {
      for (int k = 0; k < m; k++) {
        for (int t = lag; t < n; t++) {
          covariance[lag] += (halves[k][t] - means[k]) * (halves[k][t - lag] - means[k]) / n / m;
        }
      }
    }
    double meanVariance = covariance[0] * n / (n - 1);
    double varPlus = covariance[0];
    for (double mean : means) {
      varPlus += (mean - mean(means)) * (mean - mean(means)) / (m - 1);
    }
    double[] rho = new double[n + 1];
    rho[0] = 1;
    rho[1] = 1 - (meanVariance - covariance[1]) / varPlus;
    int last = 1;
    double even = rho[0];
    double odd = rho[1];
    for (int s = 1; s < n - 4 && even + odd > 0; s += 2) {
      even = 1 - (meanVariance - covariance[s + 1]) / varPlus;
      odd = 1 - (meanVariance - covariance[s + 2]) / varPlus;
      if (even + odd > 0) {
        rho[s + 1] = even;
        rho[s + 2] = odd;
        last = s + 2;
      }
    }
    if (even > 0 && even + odd <= 0) {
      rho[last + 1] = even;
    }
    for (int s = 1; s <= last - 2; s += 2) {
      if (rho[s + 1] + rho[s + 2] > rho[s - 1] + rho[s]) {
        rho[s + 1] = (rho[s - 1] + rho[s]) / 2;
        rho[s + 2] = rho[s + 1];
      }
    }
    double tau = -1 + rho[last + 1];
    for (int s = 0; s <= last; s++) {
      tau += 2 * rho[s];
    }
    return n * m / Math.max(tau, 1 / Math.log10(n * m));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
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

  /**
   * All that moves is the middle draw, which is in neither half, or the step between the halves.
   */
  @Test
  void chainsThatMoveBetweenTheirHalvesOnlyAreWorthNothingEither() {
    double[] middle = filled(9, 0.1);
    middle[4] = 5;
    double[] between = filled(8, 0.1);
    Arrays.fill(between, 4, 8, 0.7);
    for (double[] trace : new double[][] {middle, between}) {
      Convergence convergence = Convergence.of(new double[][] {trace});
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
