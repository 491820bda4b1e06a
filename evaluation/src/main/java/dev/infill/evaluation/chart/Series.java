package dev.infill.evaluation.chart;

import java.util.List;

/**
 * Points that belong together.
 *
 * @param name what they are called
 * @param points in order; what an axis cannot show is left out
 * @param mark how they are drawn
 */
public record Series(String name, List<Point> points, Mark mark) {
  /** Copies the list. */
  public Series {
    points = List.copyOf(points);
  }

  /**
   * A point.
   *
   * @param x across
   * @param y up
   */
  public record Point(double x, double y) {}

  /** How points are drawn. */
  public enum Mark {
    /** Joined by a line. */
    LINE,
    /** Joined by a dashed line, as bounds are. */
    DASHED,
    /** Each by itself. */
    POINTS,
    /** Each as a bar from the foot of the panel. */
    BARS
  }

  /** Returns one bar in an axis of names. */
  public static Series bar(String name, double value) {
    return new Series(name, List.of(new Point(0, value)), Mark.BARS);
  }
}
