package dev.infill.evaluation.report;

import dev.infill.evaluation.summary.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as HTML: with a caption, headings that say what they head, and a frame that scrolls where
 * the window is narrower than the table, also by keyboard.
 */
final class HtmlTable {
  private HtmlTable() {}

  static Element of(Grid grid) {
    Element table =
        Element.of(
            "table",
            Element.of("caption", grid.caption()),
            Element.of("thead", headings(grid.columns())),
            Element.of("tbody", grid.rows().stream().map(row -> row(grid, row)).toList()));
    return Element.of("div", table)
        .with("class", "scroll")
        .with("role", "region")
        .with("tabindex", "0")
        .with("aria-label", grid.caption());
  }

  private static List<Element> headings(List<Column> columns) {
    if (columns.stream().allMatch(column -> column.group().isEmpty())) {
      return List.of(
          Element.of(
              "tr", columns.stream().map(column -> heading(column, column.name())).toList()));
    }
    List<Element> above = new ArrayList<>();
    List<Element> below = new ArrayList<>();
    int next = 0;
    while (next < columns.size()) {
      Column column = columns.get(next);
      int width = 1;
      if (column.group().isEmpty()) {
        above.add(heading(column, column.name()).with("rowspan", "2"));
      } else {
        while (next + width < columns.size()
            && columns.get(next + width).group().equals(column.group())) {
          width++;
        }
        above.add(
            Element.of("th", column.group())
                .with("scope", "colgroup")
                .with("colspan", String.valueOf(width))
                .with("class", "group"));
        columns.subList(next, next + width).forEach(one -> below.add(heading(one, one.name())));
      }
      next += width;
    }
    return List.of(Element.of("tr", above), Element.of("tr", below));
  }

  private static Element heading(Column column, String text) {
    // An arrow stays with the word before it.
    Element heading =
        Element.of("th", text.replace(" ↓", "\u00a0↓").replace(" ↑", "\u00a0↑"))
            .with("scope", "col");
    return column.numeric() ? heading.with("class", "figure") : heading;
  }

  private static Element row(Grid grid, Row row) {
    List<Element> cells = new ArrayList<>();
    cells.add(Element.of("th", breakable(row.cells().get(0).value())).with("scope", "row"));
    for (int i = 1; i < row.cells().size(); i++) {
      Element cell = Element.of("td", content(row.cells().get(i)));
      cells.add(grid.columns().get(i).numeric() ? cell.with("class", "figure") : cell);
    }
    Element element = Element.of("tr", cells);
    return row.published() ? element.with("class", "published") : element;
  }

  /** Lets a long label of a sampler go on in another line where it adds something. */
  static List<Markup> breakable(String label) {
    List<Markup> parts = new ArrayList<>();
    for (String part : label.split("(?=\\+)|(?<==)", -1)) {
      if (!parts.isEmpty()) {
        parts.add(Element.of("wbr"));
      }
      parts.add(Markup.text(part));
    }
    return parts;
  }

  private static Markup[] content(Cell cell) {
    if (cell.verdict().isPresent()) {
      return new Markup[] {verdict(cell.verdict().get())};
    }
    return cell.detail().isEmpty()
        ? new Markup[] {Markup.text(cell.value())}
        : new Markup[] {
          Markup.text(cell.value() + " "),
          Element.of("span", cell.detail()).with("class", "interval")
        };
  }

  static Element verdict(Verdict verdict) {
    return Element.of("span", verdict.label())
        .with(
            "class",
            switch (verdict) {
              case HOLDS -> "verdict holds";
              case DOES_NOT_HOLD -> "verdict fails";
              case UNDECIDED -> "verdict undecided";
            });
  }
}
