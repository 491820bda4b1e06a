package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Marker;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Some rows of a {@link LabTable}, whose columns are drawn by their names. Where there is a column
 * {@code figure_se}, it holds the standard errors of {@code figure}.
 *
 * @param columns the heading
 * @param cells row by row
 */
record Rows(List<String> columns, List<List<Object>> cells) {
  /** A line with more points has an error at every fifth: all errors would cover each other. */
  private static final int FEW = 10;

  private static final int DRAWN_ERRORS = 5;

  /** Colours of lines. */
  private static final int COLORS = 8;

  Rows {
    cells = List.copyOf(cells);
  }

  private int index(String column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("no column " + column);
    }
    return index;
  }

  /** Returns the rows that have one of some values in a column. */
  Rows where(String column, Object... values) {
    int at = index(column);
    Set<Object> wanted = Set.of(values);
    return new Rows(columns, cells.stream().filter(row -> wanted.contains(row.get(at))).toList());
  }

  /** Returns the numbers of a column; NaN where it has none. */
  double[] numbers(String column) {
    int at = index(column);
    return cells.stream()
        .map(row -> row.get(at))
        .mapToDouble(cell -> cell instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }

  /** Returns the rows as one series, with the next colour of its panel. */
  Series series(String name, String x, String y, Mark mark) {
    Series series = series(name, x, y, mark, 0);
    return new Series(name, series.points(), mark);
  }

  /** Returns an axis that shows all numbers of a column, so that several panels can be compared. */
  Axis showing(Axis axis, String column) {
    DoubleSummaryStatistics numbers =
        Arrays.stream(numbers(column)).filter(Double::isFinite).summaryStatistics();
    return axis.showing(numbers.getMin(), numbers.getMax());
  }

  /**
   * Returns a series for each value of a column, in the order of the rows. Lines have a colour
   * each; where there are more of them than colours that can be told apart, the next are dashed.
   */
  List<Series> seriesBy(String column, String x, String y, Mark mark) {
    int at = index(column);
    List<Object> names = cells.stream().map(row -> row.get(at)).distinct().toList();
    return IntStream.range(0, names.size())
        .mapToObj(k -> where(column, names.get(k)).series(names.get(k).toString(), x, y, mark, k))
        .toList();
  }

  /** Neighbouring series have their errors at different points. */
  private Series series(String name, String x, String y, Mark mark, int number) {
    double[] across = numbers(x);
    double[] up = numbers(y);
    double[] errors = columns.contains(y + "_se") ? numbers(y + "_se") : new double[up.length];
    boolean isCrowded = mark == Mark.LINE && up.length > FEW;
    List<Point> points =
        IntStream.range(0, up.length)
            .mapToObj(
                k -> {
                  boolean isDrawn = !isCrowded || (k + number) % DRAWN_ERRORS == 0;
                  return new Point(across[k], up[k], isDrawn ? errors[k] : 0);
                })
            .toList();
    return mark == Mark.LINE
        ? new Series(
            name,
            points,
            number < COLORS ? Mark.LINE : Mark.DASHED,
            Marker.circle("s" + number % COLORS))
        : new Series(name, points, mark);
  }
}
