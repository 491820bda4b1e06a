package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * How often something is timed.
 *
 * @param count at least 1
 */
record Repetitions(int count) {
  /** The time of one repetition. */
  record Timing(double minimumSeconds, double medianSeconds) {}

  Repetitions {
    atLeastOne("repetitions", count);
  }

  static void atLeastOne(String field, int value) {
    if (value < 1) {
      throw new InvalidInputException(field, field + " must be at least 1, not " + value);
    }
  }

  /**
   * Times something, after one time that is not counted.
   *
   * @param preparation called before each repetition, which is timed without it
   */
  Timing time(Supplier<Runnable> preparation) {
    double[] seconds = new double[count];
    for (int i = 0; i <= count; i++) {
      Runnable timed = preparation.get();
      long start = System.nanoTime();
      timed.run();
      double elapsed = (System.nanoTime() - start) / 1e9;
      if (i > 0) {
        seconds[i - 1] = elapsed;
      }
    }
    Arrays.sort(seconds);
    return new Timing(seconds[0], (seconds[(count - 1) / 2] + seconds[count / 2]) / 2);
  }
}
