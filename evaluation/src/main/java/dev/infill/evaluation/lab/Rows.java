package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Some rows of a {@link LabTable}, and what is drawn of them: by the names of columns. Where there
 * is a column {@code figure_se}, it holds the standard errors of {@code figure}.
 *
 * @param columns the heading
 * @param cells row by row
 */
record Rows(List<String> columns, List<List<Object>> cells) {
  /** A line of more points than these has an error at one in five: all would cover each other. */
  private static final int FEW = 10;

  private static final int DRAWN_ERRORS = 5;

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

  /** Returns the rows as one series. */
  Series series(String name, String x, String y, Mark mark) {
    return series(name, x, y, mark, 0);
  }

  /** Returns a series for each value of a column, in the order of the rows. */
  List<Series> seriesBy(String column, String x, String y, Mark mark) {
    int at = index(column);
    List<Object> names = cells.stream().map(row -> row.get(at)).distinct().toList();
    return IntStream.range(0, names.size())
        .mapToObj(k -> where(column, names.get(k)).series(names.get(k).toString(), x, y, mark, k))
        .toList();
  }

  /** Errors of series next to each other are drawn at other points. */
  private Series series(String name, String x, String y, Mark mark, int number) {
    double[] across = numbers(x);
    double[] up = numbers(y);
    double[] errors = columns.contains(y + "_se") ? numbers(y + "_se") : new double[up.length];
    boolean isCrowded = mark == Mark.LINE && up.length > FEW;
    return new Series(
        name,
        IntStream.range(0, up.length)
            .mapToObj(
                k -> {
                  boolean isDrawn = !isCrowded || (k + number) % DRAWN_ERRORS == 0;
                  return new Point(across[k], up[k], isDrawn ? errors[k] : 0);
                })
            .toList(),
        mark);
  }
}
