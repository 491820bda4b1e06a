package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.chart.Panel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment found. Immutable.
 *
 * @param table all figures, as comma-separated values
 * @param drawing its panels, as an SVG document
 * @param summary its settings and main figures, by name: texts, numbers, lists and maps of them;
 *     numbers that are not finite are null
 * @param lines the main figures for people, a line each
 */
public record LabResult(
    String table, String drawing, Map<String, Object> summary, List<String> lines) {
  /** Copies the map and the list. */
  public LabResult {
    summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
    lines = List.copyOf(lines);
  }

  /** Puts a result together. */
  static LabResult of(
      String title,
      LabTable table,
      List<Panel> panels,
      Map<String, Object> summary,
      List<String> lines) {
    return of(title, table, panels, List.of(), summary, lines);
  }

  /** Puts a result with images together. */
  static LabResult of(
      String title,
      LabTable table,
      List<Panel> panels,
      List<ImageRow> images,
      Map<String, Object> summary,
      List<String> lines) {
    Map<String, Object> finite = new LinkedHashMap<>();
    summary.forEach((name, value) -> finite.put(name, finite(value)));
    return new LabResult(table.toString(), Chart.svg(title, panels, images), finite, lines);
  }

  /** Returns null, as JSON has it, for a number that is not finite. */
  private static @Nullable Object finite(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, each) -> copy.put(name.toString(), finite(each)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(each -> copy.add(finite(each)));
      return copy;
    }
    return value;
  }
}
