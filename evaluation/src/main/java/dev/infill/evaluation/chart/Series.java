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
   * @param error the standard error of y, which is drawn to either side; 0 or NaN if there is none
   */
  public record Point(double x, double y, double error) {
    /** A point whose error is not known. */
    public Point(double x, double y) {
      this(x, y, 0);
    }
  }

  /** How points are drawn. */
  public enum Mark {
    /** Joined by a line. */
    LINE,
    /** Joined by a dashed line, as bounds are. */
    DASHED,
    /** Each by itself. */
    POINTS,
    /** Each by itself, hollow and larger than a point, which may lie in it. */
    RINGS,
    /** Each as a bar from the foot of the panel. */
    BARS
  }

  /**
   * Returns one figure at an axis of names.
   *
   * @param name its name
   * @param value the figure
   * @param error its standard error; 0 or NaN if there is none
   * @param mark how it is drawn; a bar is for axes that have a zero
   */
  public static Series named(String name, double value, double error, Mark mark) {
    return new Series(name, List.of(new Point(0, value, error)), mark);
  }
}
