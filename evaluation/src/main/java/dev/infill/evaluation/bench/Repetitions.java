package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * How often something is timed.
 *
 * @param count at least 1
 */
record Repetitions(int count) {
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
    atLeastOne("repetitions", count);
  }

  static void atLeastOne(String field, int value) {
    if (value < 1) {
      throw new InvalidInputException(field, field + " must be at least 1, not " + value);
    }
  }

  /** Returns the median of at least one number. */
  static double median(double... numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }

  /**
   * Times something, after one time that is not counted.
   *
   * @param preparation called before each repetition, which is timed without it
   */
  Timing time(Supplier<Runnable> preparation) {
    return timeInTurn(List.of(preparation)).get(0);
  }

  /**
   * Times several things in turn, so that whatever else the machine does meets all of them alike;
   * after one turn that is not counted.
   *
   * @param preparations for each thing, as for {@link #time}
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
