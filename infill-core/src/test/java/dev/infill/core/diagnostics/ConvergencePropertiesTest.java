package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/** What neither depends on units nor on the order of the chains. */
class ConvergencePropertiesTest {
  /** Random walks on small whole numbers, with ties, pulled toward 0. */
  private static double[][] walks(int chains, int draws, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] traces = new double[chains][draws];
    for (double[] trace : traces) {
      int at = random.nextInt(-3, 4);
      for (int t = 0; t < draws; t++) {
        trace[t] = at;
        at += random.nextInt(9) < 4 + Integer.signum(at) ? -1 : 1;
      }
    }
    return traces;
  }

  private static double[][] mapped(double[][] traces, DoubleUnaryOperator map) {
    return Arrays.stream(traces)
        .map(trace -> Arrays.stream(trace).map(map).toArray())
        .toArray(double[][]::new);
  }

  /** Walks of which no two draws are equal. */
  private static double[][] untied(int chains, int draws, long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    return mapped(walks(chains, draws, seed), draw -> draw + random.nextDouble());
  }

  @Property
  void bulkRHatDependsOnTheOrderOfTheDrawsAlone(
      @ForAll @IntRange(min = 1, max = 6) int chains,
      @ForAll @IntRange(min = 8, max = 60) int draws,
      @ForAll long seed) {
    double[][] traces = walks(chains, draws, seed);
    OptionalDouble bulk = Convergence.of(traces).bulkRHat();

    assertThat(Convergence.of(mapped(traces, draw -> draw * draw * draw + draw)).bulkRHat())
        .isEqualTo(bulk);
    assertThat(Convergence.of(mapped(traces, Math::exp)).bulkRHat()).isEqualTo(bulk);
    assertThat(Convergence.of(mapped(traces, draw -> draw < 0 ? draw : 1e9 * draw)).bulkRHat())
        .isEqualTo(bulk);
  }

  @Property
  void nothingDependsOnTheUnit(
      @ForAll @IntRange(min = 1, max = 6) int chains,
      @ForAll @IntRange(min = 8, max = 60) int draws,
      @ForAll @DoubleRange(min = 0.01, max = 100) double factor,
      @ForAll @DoubleRange(min = -100, max = 100) double shift,
      @ForAll long seed) {
    double[][] traces = untied(chains, draws, seed);
    Convergence convergence = Convergence.of(traces);

    assertSame(Convergence.of(mapped(traces, draw -> factor * draw + shift)), convergence);
    assertSame(Convergence.of(mapped(traces, draw -> shift - factor * draw)), convergence);
  }

  @Property
  void nothingDependsOnTheOrderOfTheChains(
      @ForAll @IntRange(min = 1, max = 6) int chains,
      @ForAll @IntRange(min = 8, max = 60) int draws,
      @ForAll long seed) {
    double[][] traces = untied(chains, draws, seed);
    double[][] reversed =
        IntStream.range(0, chains)
            .mapToObj(chain -> traces[chains - 1 - chain])
            .toArray(double[][]::new);

    assertSame(Convergence.of(reversed), Convergence.of(traces));
  }

  @Property
  void figuresKeepToTheirRanges(
      @ForAll @IntRange(min = 1, max = 6) int chains,
      @ForAll @IntRange(min = 8, max = 60) int draws,
      @ForAll long seed) {
    Convergence convergence = Convergence.of(walks(chains, draws, seed));
    int half = draws / 2;
    double counted = 2.0 * chains * half;

    double size = convergence.effectiveSampleSize().orElseThrow();
    assertThat(size).isPositive().isLessThanOrEqualTo(counted * Math.log10(counted) * (1 + 1e-12));
    assertThat(convergence.autocorrelationTime().orElseThrow())
        .isCloseTo(counted / size, relative(counted / size));
    double least = Math.sqrt((half - 1.0) / half) * (1 - 1e-12);
    assertThat(convergence.bulkRHat().orElseThrow()).isGreaterThanOrEqualTo(least);
    assertThat(convergence.rHat().orElseThrow())
        .isGreaterThanOrEqualTo(convergence.bulkRHat().orElseThrow());
    convergence
        .foldedRHat()
        .ifPresent(
            folded -> {
              assertThat(folded).isGreaterThanOrEqualTo(least);
              assertThat(convergence.rHat().orElseThrow()).isGreaterThanOrEqualTo(folded);
            });
  }

  private static void assertSame(Convergence actual, Convergence expected) {
    assertClose(actual.effectiveSampleSize(), expected.effectiveSampleSize());
    assertClose(actual.autocorrelationTime(), expected.autocorrelationTime());
    assertClose(actual.bulkRHat(), expected.bulkRHat());
    assertClose(actual.foldedRHat(), expected.foldedRHat());
    assertThat(actual.constantChains()).isEqualTo(expected.constantChains());
  }

  private static void assertClose(OptionalDouble actual, OptionalDouble expected) {
    assertThat(actual.isPresent()).isEqualTo(expected.isPresent());
    actual.ifPresent(value -> assertThat(value).isCloseTo(expected.getAsDouble(), relative(value)));
  }

  private static Offset<Double> relative(double value) {
    return within(1e-9 * Math.abs(value));
  }
}
