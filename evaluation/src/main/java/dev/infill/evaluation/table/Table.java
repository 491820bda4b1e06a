package dev.infill.evaluation.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.corpora.file.CsvLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Figures in rows and typed columns, printed as text, Markdown, CSV and JSON. Immutable.
 *
 * <pre>{@code
 * Table table =
 *     Table.of(
 *         "Bias by step size", // the caption, which Document prints above the table
 *         List.of(
 *             Column.text("sampler"),
 *             Column.integer("steps"),
 *             Column.setting("α", 6).filedAs("stepSize"),
 *             Column.number("seconds", 2),
 *             Column.mean("bias")), // 0.1234 ± 0.0056
 *         results,
 *         run -> List.of(run.name(), run.steps(), run.alpha(), run.seconds(),
 *             Mean.of(run.biases())));
 * table.text(80);    // for a terminal, figures below each other
 * table.markdown();
 * table.csv();       // all digits; an undefined number is empty
 * table.json();      // a line each row; an undefined number is null
 * }</pre>
 *
 * <p>A column says how its values are rounded for people. In files an estimate has three columns,
 * {@code key}, {@code key.low} and {@code key.high}, and a mean two, {@code key} and {@code
 * key.error}; in JSON each is one object.
 *
 * @param caption what it shows
 * @param columns the columns, at least one; the first says what a row is about
 * @param rows the rows, each with a value for every column
 */
public record Table(String caption, List<Column> columns, List<Row> rows) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Copies the lists and checks that every value is of its column's type.
   *
   * @throws IllegalArgumentException if a row has too few or too many cells, or one of another type
   */
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.cells().size() != columns.size()) {
        throw new IllegalArgumentException(
            "%s: %d cells in %d columns".formatted(caption, row.cells().size(), columns.size()));
      }
      shown(columns, row);
    }
  }

  /**
   * Returns a table with a row for each of some things.
   *
   * @param <T> what the rows are about
   * @param caption what it shows
   * @param columns the columns
   * @param things the things
   * @param cells the values of a thing, one for each column
   */
  public static <T> Table of(
      String caption, List<Column> columns, List<T> things, Function<T, List<?>> cells) {
    return new Table(
        caption, columns, things.stream().map(thing -> Row.of(cells.apply(thing))).toList());
  }

  /** Returns what a row shows to people. */
  public List<Cell> shown(Row row) {
    return shown(columns, row);
  }

  private static List<Cell> shown(List<Column> columns, Row row) {
    return IntStream.range(0, columns.size())
        .mapToObj(k -> columns.get(k).cell(row.cells().get(k)))
        .toList();
  }

  /**
   * Returns the table as lines of text, each with its end. A table that is wider than a line goes
   * on below, with its first column again.
   *
   * @param width the width of a line, in characters
   */
  public String text(int width) {
    return new TextForm(this, width).lines();
  }

  /** Returns the table as Markdown, each line with its end. */
  public String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(piped(columns.stream().map(Column::fullName).map(Document::escaped).toList()));
    lines.add(piped(columns.stream().map(each -> each.isNumeric() ? "---:" : "---").toList()));
    for (Row row : rows) {
      lines.add(piped(shown(row).stream().map(Cell::text).map(Document::escaped).toList()));
    }
    return String.join("", lines);
  }

  private static String piped(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** Returns the table as comma-separated values (RFC 4180), with a heading. */
  public String csv() {
    List<String> keys = new ArrayList<>();
    for (Column column : columns) {
      keys.add(column.key());
      List<String> parts = column.type().parts();
      parts.subList(1, parts.size()).forEach(part -> keys.add(column.key() + "." + part));
    }
    return CsvLine.of(keys.toArray(String[]::new))
        + rows.stream().map(this::csvLine).collect(Collectors.joining());
  }

  private String csvLine(Row row) {
    return CsvLine.of(
        IntStream.range(0, columns.size())
            .mapToObj(k -> columns.get(k).type().filed().apply(row.cells().get(k)))
            .flatMap(List::stream)
            .map(Table::field)
            .toArray(String[]::new));
  }

  private static String field(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Double.isNaN(number) ? "" : number > 0 ? "inf" : "-inf";
    }
    return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
  }

  /**
   * Returns the table as JSON, an object on a line for each row, by the keys of the columns: texts
   * and numbers, and objects for estimates and means. A number that is not finite is null; what an
   * estimate or a mean does not have is left out.
   */
  public String json() {
    return rows.stream().map(this::record).map(Table::line).collect(Collectors.joining());
  }

  private static String line(Map<String, @Nullable Object> record) {
    try {
      return JSON.writeValueAsString(record) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers that JSON cannot hold: " + record, e);
    }
  }

  private Map<String, @Nullable Object> record(Row row) {
    Map<String, @Nullable Object> record = new LinkedHashMap<>();
    for (int k = 0; k < columns.size(); k++) {
      Column.Type type = columns.get(k).type();
      List<Object> values = type.filed().apply(row.cells().get(k));
      record.put(columns.get(k).key(), member(type.parts(), values));
    }
    return record;
  }

  private static @Nullable Object member(List<String> parts, List<Object> values) {
    if (parts.size() == 1) {
      return orNull(values.get(0));
    }
    Map<String, @Nullable Object> member = new LinkedHashMap<>();
    member.put(parts.get(0), orNull(values.get(0)));
    for (int part = 1; part < parts.size(); part++) {
      if (!values.get(part).equals(Double.NaN)) {
        member.put(parts.get(part), orNull(values.get(part)));
      }
    }
    return member;
  }

  private static @Nullable Object orNull(Object value) {
    return value instanceof Double number && !Double.isFinite(number) ? null : value;
  }
}
