package dev.infill.evaluation.chart;

import java.util.List;
import java.util.Optional;

/**
 * An axis of a panel.
 *
 * @param label what it shows, with its unit
 * @param kind how numbers are placed
 * @param range the range that it shows at least; without one it shows the points alone
 * @param least smaller numbers are drawn at this one; −∞ if there is no limit
 * @param names of an axis of names: those of the rows or columns 0, 1, …; else none
 */
public record Axis(
    String label, Kind kind, Optional<Range> range, double least, List<String> names) {
  /** How numbers are placed. */
  public enum Kind {
    /** In proportion. */
    LINEAR,
    /** By their logarithms; what is not positive is left out. */
    LOGARITHMIC,
    /** By log(1 + |x|) with the sign of x: logarithmic far from 0, and through it. */
    SYMMETRIC_LOGARITHMIC,
    /** A row for each name, or across a column. */
    NAMES
  }

  /**
   * Numbers between two.
   *
   * @param from the least
   * @param to the greatest
   */
  public record Range(double from, double to) {}

  /** Copies the list. */
  public Axis {
    names = List.copyOf(names);
  }

  /** Returns a linear axis. */
  public static Axis linear(String label) {
    return of(label, Kind.LINEAR);
  }

  /** Returns a logarithmic axis. */
  public static Axis logarithmic(String label) {
    return of(label, Kind.LOGARITHMIC);
  }

  /** Returns an axis of some kind other than names. */
  public static Axis of(String label, Kind kind) {
    return new Axis(label, kind, Optional.empty(), Double.NEGATIVE_INFINITY, List.of());
  }

  /** Returns an axis of names, the first on top or left. */
  public static Axis names(List<String> names) {
    return new Axis("", Kind.NAMES, Optional.empty(), Double.NEGATIVE_INFINITY, names);
  }

  /** Returns this axis, which shows at least a range. */
  public Axis showing(double from, double to) {
    return new Axis(label, kind, Optional.of(new Range(from, to)), least, names);
  }

  /** Returns this axis, on which smaller numbers are drawn at a number. */
  public Axis atLeast(double number) {
    return new Axis(label, kind, range, number, names);
  }

  /** Returns its label without the unit and remarks in brackets. */
  String shortLabel() {
    return label.replaceFirst(" [(].*", "");
  }

  boolean isNamed() {
    return kind == Kind.NAMES;
  }

  boolean shows(double number) {
    return Double.isFinite(number) && (kind != Kind.LOGARITHMIC || number > 0);
  }
}
