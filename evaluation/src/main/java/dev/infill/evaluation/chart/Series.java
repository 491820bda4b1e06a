package dev.infill.evaluation.chart;

import dev.infill.evaluation.statistics.Mean;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Points that belong together.
 *
 * @param name what they are called
 * @param points in order; what an axis cannot show is left out
 * @param mark how they are drawn
 * @param marker their colour and shape; without one they get the next of the panel
 */
public record Series(String name, List<Point> points, Mark mark, Optional<Marker> marker) {
  /** Copies the list. */
  public Series {
    points = List.copyOf(points);
  }

  /** Points with the next colour and shape of the panel. */
  public Series(String name, List<Point> points, Mark mark) {
    this(name, points, mark, Optional.empty());
  }

  /** Points with a colour and shape of their own. */
  public Series(String name, List<Point> points, Mark mark, Marker marker) {
    this(name, points, mark, Optional.of(marker));
  }

  /** See {@link Panel#mean}. */
  static Series mean(List<Series> runs) {
    Series first = runs.get(0);
    if (!runs.stream().allMatch(run -> run.canBeAveragedWith(first))) {
      return first;
    }
    return new Series(
        first.name,
        IntStream.range(0, first.points.size())
            .mapToObj(k -> first.meanPoint(runs.stream().map(run -> run.points.get(k)).toList()))
            .toList(),
        first.mark,
        first.marker);
  }

  private boolean canBeAveragedWith(Series other) {
    return name.equals(other.name)
        && points.size() == other.points.size()
        && (mark == Mark.BARS
            || IntStream.range(1, points.size())
                .allMatch(k -> points.get(k).x > points.get(k - 1).x));
  }

  private Point meanPoint(List<Point> runs) {
    Mean x = Mean.of(runs.stream().mapToDouble(Point::x).toArray());
    Mean y = Mean.of(runs.stream().mapToDouble(Point::y).toArray());
    return mark == Mark.BARS
        ? Point.inRow((int) runs.get(0).y, x.value(), x.error())
        : new Point(x.value(), y.value(), y.error());
  }

  /**
   * A point.
   *
   * @param x across
   * @param y up; at an axis of names its row
   * @param left where its interval across begins; NaN if there is none
   * @param right where that ends
   * @param low where its interval upwards begins; NaN if there is none
   * @param high where that ends
   * @param label what is written beside it where there is room; may be empty
   * @param tip what those who point at it are told above its figures; if empty the series' name
   */
  public record Point(
      double x,
      double y,
      double left,
      double right,
      double low,
      double high,
      String label,
      String tip) {
    /** A point without intervals. */
    public Point(double x, double y) {
      this(x, y, 0);
    }

    /** A point with a standard error of y, which is drawn to either side; 0 or NaN for none. */
    public Point(double x, double y, double error) {
      this(
          x,
          y,
          Double.NaN,
          Double.NaN,
          error > 0 ? y - error : Double.NaN,
          error > 0 ? y + error : Double.NaN,
          "",
          "");
    }

    /**
     * Returns a figure at an axis of names.
     *
     * @param row its row
     * @param figure not negative
     * @param error its standard error; 0 or NaN for none
     */
    public static Point inRow(int row, double figure, double error) {
      Point point = new Point(figure, row);
      return error > 0 ? point.across(Math.max(0, figure - error), figure + error) : point;
    }

    /** Returns the point with an interval across. */
    public Point across(double from, double to) {
      return new Point(x, y, from, to, low, high, label, tip);
    }

    /** Returns the point with an interval upwards. */
    public Point up(double from, double to) {
      return new Point(x, y, left, right, from, to, label, tip);
    }

    /** Returns the point with what is written beside it and told of it. */
    public Point saying(String newLabel, String newTip) {
      return new Point(x, y, left, right, low, high, newLabel, newTip);
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
    /** Each as a bar from the left end of its row; only at an axis of names. */
    BARS,
    /** The area between the ends of their intervals upwards. */
    BAND,
    /** The label of each, stretched over its interval upwards. */
    LETTERS;

    /** Returns the classes of a line in the style sheet. */
    String lineStyle() {
      return this == DASHED ? "line dashed" : "line";
    }
  }
}
