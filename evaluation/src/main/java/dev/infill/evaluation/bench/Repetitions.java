package dev.infill.evaluation.bench;

import dev.infill.core.NumberRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * How often something is timed.
 *
 * @param count from 1 to 100,000
 */
record Repetitions(int count) {
  private static final NumberRange COUNT = new NumberRange(1, 100_000);

  /** The time of one repetition. */
  record Timing(double minimumSeconds, double medianSeconds) {
    /** Sums up what was measured, at least one time. */
    static Timing of(double... seconds) {
      return new Timing(Arrays.stream(seconds).min().orElseThrow(), median(seconds));
    }

    /** Returns the time of each of several equal things that were done together. */
    Timing dividedBy(int things) {
      return new Timing(minimumSeconds / things, medianSeconds / things);
    }
  }

  Repetitions {
    requireCount("repetitions", count);
  }

  /**
   * Checks a number of things that a benchmark does or makes.
   *
   * @throws dev.infill.core.InvalidInputException if it is not from 1 to 100,000
   */
  static void requireCount(String field, int value) {
    COUNT.require(field, value);
  }

  /** Returns the median of at least one number. */
  static double median(double... numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }

  /**
   * Times several things in turn, so that whatever else the machine does meets all of them alike;
   * after one turn that is not counted.
   *
   * @param preparations of each thing, called before each repetition, which is timed without it
   */
  List<Timing> timeInTurn(List<Supplier<Runnable>> preparations) {
    double[][] seconds = new double[preparations.size()][count];
    for (int i = 0; i <= count; i++) {
      for (int k = 0; k < seconds.length; k++) {
        double elapsed = seconds(preparations.get(k).get());
        if (i > 0) {
          seconds[k][i - 1] = elapsed;
        }
      }
    }
    List<Timing> timings = new ArrayList<>();
    for (double[] one : seconds) {
      timings.add(Timing.of(one));
    }
    return timings;
  }

  private static double seconds(Runnable timed) {
    long start = System.nanoTime();
    timed.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
