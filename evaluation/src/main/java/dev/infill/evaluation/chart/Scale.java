package dev.infill.evaluation.chart;

import dev.infill.evaluation.chart.Axis.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The places of numbers in a drawing.
 *
 * @param kind how they are placed
 * @param smallest the number at the beginning
 * @param largest the number at the end, above that
 * @param from where it begins in the drawing
 * @param to where it ends
 */
record Scale(Kind kind, double smallest, double largest, double from, double to) {
  private static final int TICKS = 6;
  private static final int FEW_DECADES = 3;

  /** Returns that of an axis, which shows some numbers and its own range. */
  static Scale of(Axis axis, double[] numbers, double from, double to) {
    double[] all =
        DoubleStream.concat(
                Arrays.stream(numbers).map(number -> Math.max(number, axis.least())),
                axis.range().stream()
                    .flatMapToDouble(both -> DoubleStream.of(both.from(), both.to())))
            .toArray();
    double smallest = Arrays.stream(all).min().orElseThrow();
    double largest = Arrays.stream(all).max().orElseThrow();
    if (smallest < largest) {
      return new Scale(axis.kind(), smallest, largest, from, to);
    }
    // One number alone stands in the middle.
    double room = Math.max(1, Math.abs(largest)) / 2;
    return axis.kind() == Kind.LOGARITHMIC
        ? new Scale(axis.kind(), smallest / 2, largest * 2, from, to)
        : new Scale(axis.kind(), smallest - room, largest + room, from, to);
  }

  double at(double number) {
    double begin = along(smallest);
    // There is less than the smallest only where the axis has a least number.
    return from
        + (to - from) * (along(Math.max(number, smallest)) - begin) / (along(largest) - begin);
  }

  private double along(double number) {
    return switch (kind) {
      case LINEAR, NAMES -> number;
      case LOGARITHMIC -> Math.log(number);
      case SYMMETRIC_LOGARITHMIC -> Math.signum(number) * Math.log1p(Math.abs(number));
    };
  }

  /**
   * Returns the numbers that are written at the axis, in order: multiples of 1, 2 or 5 times a
   * power of ten; powers of ten and, where these are few, twice and five times each.
   */
  List<Double> ticks() {
    return switch (kind) {
      case NAMES -> multiples(1);
      case LINEAR -> multiples(step());
      case LOGARITHMIC -> {
        List<Double> decades = inside(powers(1));
        yield decades.size() < FEW_DECADES ? inside(powers(1, 2, 5)) : decades;
      }
      case SYMMETRIC_LOGARITHMIC ->
          inside(
              powers(1, 2, 5)
                  .filter(power -> power >= 1)
                  .flatMap(power -> DoubleStream.of(-power, 0, power)));
    };
  }

  private double step() {
    double rough = (largest - smallest) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    return power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
  }

  private List<Double> multiples(double step) {
    return DoubleStream.iterate(Math.ceil(smallest / step), k -> k + 1)
        .takeWhile(k -> k * step <= largest + step * 1e-9)
        .mapToObj(k -> k * step)
        .toList();
  }

  private DoubleStream powers(int... digits) {
    double furthest = Math.max(Math.abs(smallest), Math.abs(largest));
    double nearest = kind == Kind.LOGARITHMIC ? smallest : Math.min(1, furthest);
    return IntStream.rangeClosed(
            (int) Math.floor(Math.log10(nearest)), (int) Math.ceil(Math.log10(furthest)))
        .boxed()
        .flatMapToDouble(
            power -> Arrays.stream(digits).mapToDouble(digit -> digit * Math.pow(10, power)));
  }

  private List<Double> inside(DoubleStream ticks) {
    return ticks
        .filter(tick -> tick >= smallest && tick <= largest)
        .sorted()
        .distinct()
        .boxed()
        .collect(Collectors.toUnmodifiableList());
  }
}
