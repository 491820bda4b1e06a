package dev.infill.evaluation.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A figure with its value in every resample of one {@link TaskBootstrap}. Immutable.
 *
 * <p>Figures of the same bootstrap can be combined: the combination is made in each resample apart,
 * so that what they have in common cancels.
 */
public final class Resampled {
  /** The level of the intervals that {@link #estimate} gives. */
  public static final double LEVEL = 0.95;

  private final int tasks;
  private final double value;
  private final double[] resamples;

  Resampled(int tasks, double value, double[] resamples) {
    this.tasks = tasks;
    this.value = value;
    this.resamples = resamples;
  }

  /**
   * Computes a figure from others, in the sample and in each resample.
   *
   * @param figures of one bootstrap, at least one
   * @param combination of their values, in order; called by several threads
   */
  public static Resampled combine(List<Resampled> figures, ToDoubleFunction<double[]> combination) {
    Resampled first = figures.get(0);
    for (Resampled figure : figures) {
      if (figure.tasks != first.tasks || figure.resamples.length != first.resamples.length) {
        throw new IllegalArgumentException("figures of different bootstraps");
      }
    }
    double[] combined = new double[first.resamples.length];
    Arrays.parallelSetAll(
        combined,
        resample ->
            combination.applyAsDouble(
                figures.stream().mapToDouble(figure -> figure.resamples[resample]).toArray()));
    return new Resampled(
        first.tasks,
        combination.applyAsDouble(figures.stream().mapToDouble(Resampled::value).toArray()),
        combined);
  }

  /** Returns this figure minus another, paired by resample. */
  public Resampled minus(Resampled other) {
    return combine(List.of(this, other), pair -> pair[0] - pair[1]);
  }

  /** Returns the figure over all tasks; NaN where it is undefined. */
  public double value() {
    return value;
  }

  /**
   * Returns the percentile interval: the quantiles at (1 ∓ level)/2 of the resampled values,
   * between which neighbouring order statistics are interpolated. Empty with a single task, whose
   * resamples are all alike, and where the figure is undefined in the sample or in any resample.
   *
   * @param level the wanted coverage, between 0 and 1
   */
  public Optional<Interval> interval(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("a level of " + level);
    }
    if (tasks < 2
        || Double.isNaN(value)
        || Arrays.stream(resamples).anyMatch(resample -> Double.isNaN(resample))) {
      return Optional.empty();
    }
    double[] sorted = resamples.clone();
    Arrays.sort(sorted);
    return Optional.of(
        new Interval(quantile(sorted, (1 - level) / 2), quantile(sorted, (1 + level) / 2)));
  }

  /** Returns the figure with its interval of 95 %. */
  public Estimate estimate() {
    return new Estimate(value, interval(LEVEL));
  }

  /**
   * Returns the standard deviation of the resampled values; empty where there is no interval or a
   * value is infinite.
   */
  public OptionalDouble standardError() {
    if (interval(LEVEL).isEmpty() || Arrays.stream(resamples).anyMatch(Double::isInfinite)) {
      return OptionalDouble.empty();
    }
    double mean = Arrays.stream(resamples).average().orElseThrow();
    double squares =
        Arrays.stream(resamples).map(resample -> (resample - mean) * (resample - mean)).sum();
    return OptionalDouble.of(Math.sqrt(squares / (resamples.length - 1)));
  }

  /** Returns a copy of the figure's values in the resamples. */
  double[] resamples() {
    return resamples.clone();
  }

  private static double quantile(double[] sorted, double probability) {
    double place = probability * (sorted.length - 1);
    int below = (int) Math.floor(place);
    double low = sorted[below];
    double high = sorted[Math.min(below + 1, sorted.length - 1)];
    // From −∞ there is no way to interpolate.
    return low == high || Double.isInfinite(low) ? low : low + (place - below) * (high - low);
  }
}
