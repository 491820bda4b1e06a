package dev.infill.evaluation.lab;

import dev.infill.evaluation.statistics.Mean;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A table for people: a row for each sampler, the best by the first column on top.
 *
 * @param caption what its figures are
 * @param best which figure is best
 * @param columns at least one
 */
public record Ranking(String caption, Best best, List<Column> columns) {
  /** Copies the list. */
  public Ranking {
    columns = List.copyOf(columns);
  }

  /** Which figure is best. */
  public enum Best {
    /** The smallest, as of errors. */
    LEAST,
    /** The largest. */
    MOST
  }

  /**
   * A column.
   *
   * @param heading what stands above it
   * @param group the names that lead to its figures, by sampler, in {@link LabResult#summary}
   */
  public record Column(String heading, List<String> group) {
    /** Copies the list. */
    public Column {
      group = List.copyOf(group);
    }

    static Column of(String heading, String... group) {
      return new Column(heading, List.of(group));
    }

    /** Returns the figures by sampler; none if nothing has these names. */
    private Map<?, ?> in(Map<String, Object> figures) {
      Object at = figures;
      for (String name : group) {
        at = at instanceof Map<?, ?> map ? map.get(name) : null;
      }
      return at instanceof Map<?, ?> map ? map : Map.of();
    }
  }

  static Ranking of(String caption, Best best, Column... columns) {
    return new Ranking(caption, best, List.of(columns));
  }

  /**
   * Returns the table.
   *
   * @param figures by name, as in {@link LabResult#summary}
   * @param errors their standard errors, by the same names
   */
  Table table(Map<String, Object> figures, Map<String, Object> errors) {
    List<dev.infill.evaluation.table.Column> shown = new ArrayList<>();
    shown.add(dev.infill.evaluation.table.Column.text("sampler"));
    columns.forEach(each -> shown.add(dev.infill.evaluation.table.Column.mean(each.heading())));
    Map<?, ?> first = columns.get(0).in(figures);
    List<?> samplers =
        first.keySet().stream()
            .sorted(Comparator.comparingDouble(sampler -> rank(number(first, sampler))))
            .toList();
    return Table.of(
        caption,
        shown,
        samplers,
        sampler -> {
          List<Object> cells = new ArrayList<>(List.of(sampler));
          columns.forEach(
              column ->
                  cells.add(
                      new Mean(
                          number(column.in(figures), sampler),
                          number(column.in(errors), sampler))));
          return cells;
        });
  }

  /** Undefined figures come last. */
  private double rank(double figure) {
    return Double.isNaN(figure) ? Double.POSITIVE_INFINITY : best == Best.MOST ? -figure : figure;
  }

  private static double number(Map<?, ?> figures, Object sampler) {
    return figures.get(sampler) instanceof Double number ? number : Double.NaN;
  }
}
