package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.Verdict;
import dev.infill.evaluation.table.Cell;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Row;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table as its template writes it: with a caption, headings that say what they head, and a frame
 * that scrolls where the window is narrower than the table, also by keyboard.
 *
 * @param caption what it shows
 * @param headings one row, or two where columns have groups
 * @param rows the rows
 */
record HtmlTable(String caption, List<List<Heading>> headings, List<Line> rows) {
  /**
   * A heading.
   *
   * @param columns how many columns it spans, where it is that of a group; else 0
   * @param rows how many rows it spans; 0 for one
   * @param style its class; may be empty
   */
  record Heading(String scope, int columns, int rows, String style, String text) {
    static Heading of(Column column, int rows) {
      // An arrow stays with the word before it.
      return new Heading(
          "col",
          0,
          rows,
          column.isNumeric() ? "figure" : "",
          column.name().replace(" ↓", "\u00a0↓").replace(" ↑", "\u00a0↑"));
    }
  }

  /** A row: its label in parts between which it may be broken, and the other cells. */
  record Line(boolean published, List<String> label, List<Data> cells) {}

  /** A cell with figures or words; {@code verdict} is the class of a verdict, empty for others. */
  record Data(boolean numeric, String value, String detail, String verdict) {
    boolean isVerdict() {
      return !verdict.isEmpty();
    }
  }

  static HtmlTable of(Table table) {
    return new HtmlTable(
        table.caption(),
        headings(table.columns()),
        table.rows().stream().map(row -> line(table, row)).toList());
  }

  private static List<List<Heading>> headings(List<Column> columns) {
    if (columns.stream().allMatch(column -> column.group().isEmpty())) {
      return List.of(columns.stream().map(column -> Heading.of(column, 0)).toList());
    }
    List<Heading> above = new ArrayList<>();
    List<Heading> below = new ArrayList<>();
    int next = 0;
    while (next < columns.size()) {
      Column column = columns.get(next);
      int width = 1;
      if (column.group().isEmpty()) {
        above.add(Heading.of(column, 2));
      } else {
        while (next + width < columns.size()
            && columns.get(next + width).group().equals(column.group())) {
          width++;
        }
        above.add(new Heading("colgroup", width, 0, "group", column.group()));
        columns.subList(next, next + width).forEach(one -> below.add(Heading.of(one, 0)));
      }
      next += width;
    }
    return List.of(above, below);
  }

  private static Line line(Table table, Row row) {
    List<Cell> shown = table.shown(row);
    return new Line(
        row.quoted(),
        breakable(shown.get(0).value()),
        IntStream.range(1, shown.size())
            .mapToObj(
                k ->
                    new Data(
                        table.columns().get(k).isNumeric(),
                        shown.get(k).value(),
                        shown.get(k).detail(),
                        row.cells().get(k) instanceof Verdict verdict ? style(verdict) : ""))
            .toList());
  }

  private static String style(Verdict verdict) {
    return switch (verdict) {
      case HOLDS -> "holds";
      case DOES_NOT_HOLD -> "fails";
      case UNDECIDED -> "undecided";
    };
  }

  /** Lets a long label of a sampler go on in another line where it adds something. */
  static List<String> breakable(String label) {
    return List.of(label.split("(?=\\+)|(?<==)", -1));
  }
}
