package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
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

  /**
   * τ = (1 + φ)/(1 − φ). The mean over 100 independent runs has the standard error that is computed
   * from them; the estimator's own bias, of cutting off and of centring, is at most 2 %.
   */
  @ParameterizedTest
  @ValueSource(doubles = {-0.3, 0, 0.5, 0.8})
  void autocorrelationTimeOfAutoregressionIsTheKnownOne(double phi) {
    double known = (1 + phi) / (1 - phi);
    double[] times = new double[100];
    for (int run = 0; run < times.length; run++) {
      Convergence convergence = Convergence.of(autoregressive(4, 2000, phi, 3000 + run));
      times[run] = convergence.autocorrelationTime().orElseThrow();
      assertThat(convergence.effectiveSampleSize().orElseThrow())
          .isCloseTo(8000 / times[run], within(1e-6));
    }
    double squares = 0;
    for (double time : times) {
      squares += (time - mean(times)) * (time - mean(times));
    }
    double standardError = Math.sqrt(squares / (times.length * (times.length - 1.0)));
    assertThat(standardError / known).isLessThan(0.02);
    assertThat(mean(times)).isCloseTo(known, within(4 * standardError + 0.02 * known));
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

  /**
   * Computed apart from this program, in Python: autocovariances by FFT and Geyer's sequence as in
   * the R package posterior, normal quantiles by bisection of erfc, ranks by sorting. 31 draws, of
   * which the middle one does not count, with ties and two outliers; the sums of autocorrelations
   * are 1.087, 0.062, 0.135 (not monotone) and −0.042 (cut off, but for a first term of 0.024).
   */
  @Test
  void shortChainsHaveTheFiguresComputedElsewhere() {
    assertFigures(
        new double[][] {
          {
            2.5, 0.0, 0.75, 1.0, 2.5, 3.25, 2.5, 0.75, 2.25, 3.5, 2.75, 1.5, 0.5, -0.25, 0.0, 1.25,
            1.75, 2.25, 2.0, 2.25, 2.25, 1.75, 1.5, 2.5, 2.75, 3.5, 3.25, 2.75, 2.75, 2.75, 1.75
          },
          {
            3.0, 3.5, 2.5, 1.75, 3.0, 3.25, 2.75, 2.75, 3.25, 3.75, 3.75, 3.0, 2.25, 3.25, 1.75,
            3.0, 1.75, 2.25, 2.5, 3.25, 2.75, 2.0, 1.5, 1.0, 2.5, 3.0, 2.5, 2.0, 2.5, 2.5, 3.25
          },
          {
            2.5, 1.25, 0.5, 0.5, 1.25, 1.0, 3.25, -6, 3.5, 2.5, 2.0, 0.0, 0.25, 1.75, 2.25, 3.0,
            1.25, 2.5, 2.5, 2.0, 0.5, 1.0, 0.5, 0.75, 0.5, 0.0, 0.25, 1.0, 1.5, 2.0, 12
          }
        },
        62.18845579222169,
        1.4472139379163822,
        1.1441065044475491,
        1.0867702195048237);
  }

  /**
   * Longer ones, computed in the same way: xₜ = φ xₜ₋₁ + uₜ − ½, uₜ from the generator of Lehmer
   * with the multiplier 48271, seeded with 1, 2, …
   */
  @Test
  void longChainsHaveTheFiguresComputedElsewhere() {
    double[][] positive = lehmer(4, 500, 0.75, 1);
    assertFigures(
        positive, 266.6306732887596, 7.5010124504092985, 1.0290146614721851, 1.0001549045726417);
    positive[2] = Arrays.stream(positive[2]).map(draw -> 3 * draw).toArray();
    assertFigures(
        positive, 286.93904810668187, 6.970121401031533, 1.0332216061045778, 1.1599870619327466);
    assertFigures(
        lehmer(2, 101, -0.5, 5),
        460.2059991327962,
        0.43458798967609363,
        0.9921314856098121,
        1.032295312663693);
  }

  private static void assertFigures(
      double[][] traces, double size, double time, double bulk, double folded) {
    Convergence convergence = Convergence.of(traces);
    assertThat(convergence.effectiveSampleSize().orElseThrow()).isCloseTo(size, within(1e-8));
    assertThat(convergence.autocorrelationTime().orElseThrow()).isCloseTo(time, within(1e-10));
    assertThat(convergence.bulkRHat().orElseThrow()).isCloseTo(bulk, within(1e-10));
    assertThat(convergence.foldedRHat().orElseThrow()).isCloseTo(folded, within(1e-10));
    assertThat(convergence.rHat()).hasValue(Math.max(bulk(convergence), folded(convergence)));
  }

  private static double bulk(Convergence convergence) {
    return convergence.bulkRHat().orElseThrow();
  }

  private static double folded(Convergence convergence) {
    return convergence.foldedRHat().orElseThrow();
  }

  private static double[][] lehmer(int chains, int draws, double phi, long firstSeed) {
    double[][] traces = new double[chains][draws];
    for (int chain = 0; chain < chains; chain++) {
      long state = firstSeed + chain;
      double value = 0;
      for (int t = 0; t < draws; t++) {
        state = state * 48271 % 2147483647;
        value = phi * value + (state / 2147483647.0 - 0.5);
        traces[chain][t] = value;
      }
    }
    return traces;
  }

  @Test
  void chainsThatDisagreeAreSeen() {
    double[][] traces = autoregressive(4, 1000, 0.3, 5);
    for (int t = 0; t < 1000; t++) {
      traces[0][t] += 3;
    }
    Convergence convergence = Convergence.of(traces);
    assertThat(new HalfChains(HalfChains.split(traces)).rHat().orElseThrow()).isGreaterThan(1.5);
    assertThat(convergence.bulkRHat()).isEqualTo(convergence.rHat());
    // Ranks bound by how much chains can differ.
    assertThat(convergence.rHat().orElseThrow()).isGreaterThan(1.4);
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
    assertThat(new HalfChains(HalfChains.split(traces)).rHat().orElseThrow())
        .isCloseTo(Math.sqrt((within + between) / within), within(0.06));
    assertThat(Convergence.of(traces).bulkRHat().orElseThrow()).isGreaterThan(1.3);
  }

  /** Two halves of (1 2 3 4) and (3 5 4 8): W = (5/3 + 14/3)/2, B/n = 3.125, n = 4. */
  @Test
  void rHatIsWhatTheFormulaSays() {
    HalfChains halves = new HalfChains(new double[][] {{1, 2, 3, 4}, {3, 5, 4, 8}});
    double within = (5.0 / 3 + 14.0 / 3) / 2;
    assertThat(halves.rHat().orElseThrow())
        .isCloseTo(Math.sqrt((0.75 * within + 3.125) / within), within(1e-12));
  }

  @Test
  void chainsThatNeverMoveAreWorthNothing() {
    for (double[][] traces :
        new double[][][] {new double[3][50], {new double[50], filled(50, 0.1), filled(50, 7)}}) {
      Convergence convergence = Convergence.of(traces);
      assertUndefined(convergence);
      assertThat(convergence.constantChains()).isEqualTo(3);
    }
  }

  private static void assertUndefined(Convergence convergence) {
    assertThat(convergence.isConstant()).isTrue();
    assertThat(convergence.effectiveSampleSize()).hasValue(0);
    assertThat(convergence.autocorrelationTime()).isEmpty();
    assertThat(convergence.bulkRHat()).isEmpty();
    assertThat(convergence.foldedRHat()).isEmpty();
    assertThat(convergence.rHat()).isEmpty();
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
      assertUndefined(convergence);
      assertThat(convergence.constantChains()).isZero();
    }
  }

  /** Constant chains beside others are counted, and count as chains that disagree. */
  @Test
  void constantChainsAreNeverTakenForPerfectOnes() {
    double[][] traces = autoregressive(4, 400, 0, 21);
    traces[1] = filled(400, 0.3);
    Convergence one = Convergence.of(traces);
    assertThat(one.constantChains()).isEqualTo(1);
    assertThat(one.isConstant()).isFalse();
    assertThat(one.rHat().orElseThrow()).isGreaterThan(1.1);
    assertThat(one.effectiveSampleSize().orElseThrow()).isPositive();

    traces[2] = filled(400, 1.5);
    traces[3] = filled(400, -1.5);
    Convergence three = Convergence.of(traces);
    assertThat(three.constantChains()).isEqualTo(3);
    assertThat(three.rHat().orElseThrow()).isGreaterThan(1.5);
    assertThat(three.effectiveSampleSize().orElseThrow()).isLessThan(20);
  }

  /** Draws of ±1 beside draws of ±2: the distances from the median 0 are 1 and 2, and no others. */
  @Test
  void distancesThatNeverChangeWithinChainsAreNoAgreement() {
    double[][] traces = new double[2][100];
    for (int t = 0; t < 100; t++) {
      traces[0][t] = t % 2 == 0 ? 1 : -1;
      traces[1][t] = 2 * traces[0][t];
    }
    Convergence convergence = Convergence.of(traces);
    assertThat(convergence.bulkRHat().orElseThrow()).isLessThan(1);
    assertThat(convergence.foldedRHat()).hasValue(Double.POSITIVE_INFINITY);
    assertThat(convergence.rHat()).hasValue(Double.POSITIVE_INFINITY);

    // With chains alike there is one distance, which says nothing; the ranks still do.
    Convergence alike = Convergence.of(new double[][] {traces[0], traces[0]});
    assertThat(alike.foldedRHat()).isEmpty();
    assertThat(alike.rHat()).isEqualTo(alike.bulkRHat()).isPresent();
  }

  /** One chain of four is three times as wide as the others: only the folded R-hat can see it. */
  @Test
  void chainsOfDifferentSpreadAreSeenByTheFoldedRHat() {
    for (long seed = 0; seed < 20; seed++) {
      double[][] traces = autoregressive(4, 1000, 0.3, seed);
      traces[2] = Arrays.stream(traces[2]).map(draw -> 3 * draw).toArray();
      Convergence convergence = Convergence.of(traces);
      assertThat(convergence.bulkRHat().orElseThrow()).isLessThan(1.02);
      assertThat(convergence.foldedRHat().orElseThrow()).isGreaterThan(1.1);
      assertThat(convergence.rHat()).isEqualTo(convergence.foldedRHat());
    }
  }

  /** Draws without a mean, one chain of four shifted by 3: variances hide it, ranks do not. */
  @Test
  void heavyTailsHideNothing() {
    for (long seed = 0; seed < 20; seed++) {
      double[][] traces = cauchy(4, 1000, seed);
      assertThat(Convergence.of(traces).rHat().orElseThrow()).isLessThan(1.02);
      traces[0] = Arrays.stream(traces[0]).map(draw -> draw + 3).toArray();
      assertThat(new HalfChains(HalfChains.split(traces)).rHat().orElseThrow()).isLessThan(1.01);
      assertThat(Convergence.of(traces).rHat().orElseThrow()).isGreaterThan(1.08);
    }
  }

  private static double[][] cauchy(int chains, int draws, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    double[][] traces = new double[chains][draws];
    for (double[] trace : traces) {
      Arrays.setAll(trace, t -> Math.tan(Math.PI * (random.nextDouble() - 0.5)));
    }
    return traces;
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
    assertThat(convergence)
        .isEqualTo(
            new Convergence(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0));
    assertThat(convergence.rHat()).isEmpty();
    assertThat(convergence.isConstant()).isFalse();
    assertThat(Convergence.of(new double[2][0])).isEqualTo(convergence);
    assertThat(Convergence.of(new double[2][1])).isEqualTo(convergence);
    assertThat(Convergence.of(new double[2][2]).constantChains()).isEqualTo(2);
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
