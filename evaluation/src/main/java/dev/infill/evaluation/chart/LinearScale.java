package dev.infill.evaluation.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A linear axis of a drawing.
 *
 * @param smallest the number at its beginning
 * @param largest the number at its end, above that
 * @param from where it begins in the drawing
 * @param to where it ends
 */
record LinearScale(double smallest, double largest, double from, double to) implements Scale {
  private static final int TICKS = 6;

  /** Returns the axis from the smallest to the largest of some numbers. */
  static LinearScale around(double[] numbers, double from, double to) {
    double smallest = Arrays.stream(numbers).min().orElseThrow();
    double largest = Arrays.stream(numbers).max().orElseThrow();
    double room = smallest == largest ? Math.max(1, Math.abs(largest)) / 2 : 0;
    return new LinearScale(smallest - room, largest + room, from, to);
  }

  @Override
  public double at(double number) {
    return from + (to - from) * (number - smallest) / (largest - smallest);
  }

  /** Multiples of 1, 2 or 5 times a power of ten. */
  @Override
  public List<Double> ticks() {
    double rough = (largest - smallest) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step =
        power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    List<Double> ticks = new ArrayList<>();
    for (double k = Math.ceil(smallest / step); k * step <= largest + step * 1e-9; k++) {
      ticks.add(k * step);
    }
    return List.copyOf(ticks);
  }
}
