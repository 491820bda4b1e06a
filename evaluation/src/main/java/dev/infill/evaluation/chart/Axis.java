package dev.infill.evaluation.chart;

/**
 * What stands at an axis, and how.
 *
 * @param label what it shows, with its unit
 * @param kind how numbers are placed
 */
public record Axis(String label, Kind kind) {
  /** How numbers are placed. */
  public enum Kind {
    /** In proportion. */
    LINEAR,
    /** By their logarithms; what is not positive is left out. */
    LOGARITHMIC,
    /** One place for every series, which is named there. */
    NAMES
  }

  /** Returns a linear axis. */
  public static Axis linear(String label) {
    return new Axis(label, Kind.LINEAR);
  }

  /** Returns a logarithmic axis. */
  public static Axis logarithmic(String label) {
    return new Axis(label, Kind.LOGARITHMIC);
  }

  /** Returns an axis of names. */
  public static Axis names() {
    return new Axis("", Kind.NAMES);
  }

  boolean shows(double number) {
    return Double.isFinite(number) && (kind != Kind.LOGARITHMIC || number > 0);
  }

  Scale scale(double[] numbers, double from, double to) {
    return kind == Kind.LOGARITHMIC
        ? LogScale.around(numbers, from, to)
        : LinearScale.around(numbers, from, to);
  }
}
