package dev.infill.evaluation.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A logarithmic axis of a drawing.
 *
 * @param smallest the number at its beginning, positive
 * @param largest the number at its end, above that
 * @param from where it begins in the drawing
 * @param to where it ends
 */
record LogScale(double smallest, double largest, double from, double to) {
  /** Returns the axis from the smallest to the largest of some positive numbers. */
  static LogScale around(double[] numbers, double from, double to) {
    double smallest = Arrays.stream(numbers).min().orElseThrow();
    double largest = Arrays.stream(numbers).max().orElseThrow();
    // One number alone stands in the middle.
    return smallest == largest
        ? new LogScale(smallest / 2, largest * 2, from, to)
        : new LogScale(smallest, largest, from, to);
  }

  /** Returns the axis from a power of ten to another with some positive numbers between them. */
  static LogScale decades(double[] numbers, double from, double to) {
    double first = Math.floor(Math.log10(Arrays.stream(numbers).min().orElseThrow()));
    double last = Math.ceil(Math.log10(Arrays.stream(numbers).max().orElseThrow()));
    return new LogScale(Math.pow(10, first), Math.pow(10, Math.max(last, first + 1)), from, to);
  }

  /** Returns where a positive number stands in the drawing. */
  double at(double number) {
    return from + (to - from) * Math.log(number / smallest) / Math.log(largest / smallest);
  }

  /** Returns the powers of ten on the axis. */
  List<Double> decades() {
    int first = (int) Math.ceil(Math.log10(smallest));
    int last = (int) Math.floor(Math.log10(largest));
    return IntStream.rangeClosed(first, last).mapToObj(power -> Math.pow(10, power)).toList();
  }
}
