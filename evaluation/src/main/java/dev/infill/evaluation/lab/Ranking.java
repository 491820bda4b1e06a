package dev.infill.evaluation.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table for people: a row for each sampler, the best first by the first column.
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
    MOST,
    /** None: rows stay in their order. */
    NONE
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

    /** Returns the figures by sampler; none if there is nothing of these names. */
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
   * Returns the table as text.
   *
   * @param figures by name, as in {@link LabResult#summary}
   * @param errors their standard errors, by the same names
   */
  String text(Map<String, Object> figures, Map<String, Object> errors) {
    List<List<String>> lines = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of(""));
    columns.forEach(column -> heading.add(column.heading()));
    lines.add(heading);
    Map<?, ?> first = columns.get(0).in(figures);
    first.keySet().stream()
        .sorted(Comparator.comparingDouble(sampler -> rank(first.get(sampler))))
        .forEach(
            sampler -> {
              List<String> line = new ArrayList<>(List.of(sampler.toString()));
              for (Column column : columns) {
                line.add(Words.of(column.in(figures).get(sampler), column.in(errors).get(sampler)));
              }
              lines.add(line);
            });
    StringBuilder text = new StringBuilder(caption).append('\n');
    lines.forEach(line -> text.append(aligned(line, lines)).append('\n'));
    return text.toString();
  }

  /** Returns where a figure stands; what is undefined comes last. */
  private double rank(@Nullable Object figure) {
    if (best == Best.NONE) {
      return 0;
    }
    return figure instanceof Number number
        ? (best == Best.MOST ? -1 : 1) * number.doubleValue()
        : Double.POSITIVE_INFINITY;
  }

  /** Names begin, and figures end, below each other. */
  private static String aligned(List<String> line, List<List<String>> all) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < line.size(); k++) {
      int column = k;
      int width = all.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
      String space = " ".repeat(width - line.get(k).length());
      text.append(k == 0 ? line.get(k) + space : "  " + space + line.get(k));
    }
    return text.toString();
  }
}
