package dev.infill.evaluation.chart;

import java.util.ArrayList;
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
record LogScale(double smallest, double largest, double from, double to) implements Scale {
  private static final int FEW_DECADES = 3;

  /** Returns the axis from the smallest to the largest of some positive numbers. */
  static LogScale around(double[] numbers, double from, double to) {
    double smallest = Arrays.stream(numbers).min().orElseThrow();
    double largest = Arrays.stream(numbers).max().orElseThrow();
    // One number alone stands in the middle.
    return smallest == largest
        ? new LogScale(smallest / 2, largest * 2, from, to)
        : new LogScale(smallest, largest, from, to);
  }

  @Override
  public double at(double number) {
    return from + (to - from) * Math.log(number / smallest) / Math.log(largest / smallest);
  }

  private List<Double> decades() {
    int first = (int) Math.ceil(Math.log10(smallest));
    int last = (int) Math.floor(Math.log10(largest));
    return IntStream.rangeClosed(first, last).mapToObj(power -> Math.pow(10, power)).toList();
  }

  /** The powers of ten; where they are few, twice and five times of them as well. */
  @Override
  public List<Double> ticks() {
    List<Double> decades = decades();
    if (decades.size() >= FEW_DECADES) {
      return decades;
    }
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(smallest));
    int last = (int) Math.floor(Math.log10(largest));
    for (int power = first; power <= last; power++) {
      for (int digit : new int[] {1, 2, 5}) {
        double tick = digit * Math.pow(10, power);
        if (tick >= smallest && tick <= largest) {
          ticks.add(tick);
        }
      }
    }
    return List.copyOf(ticks);
  }
}
