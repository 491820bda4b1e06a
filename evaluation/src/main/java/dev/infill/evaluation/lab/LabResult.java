package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.statistics.NamedMeans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment found. Immutable.
 *
 * @param title what its drawing is called
 * @param table all figures, as comma-separated values
 * @param panels of the drawing
 * @param images of the drawing, below the panels
 * @param summary its settings and main figures, by name: texts, numbers, lists and maps of them;
 *     numbers that are not finite are null
 * @param standardErrors of the numbers of the summary that differ from seed to seed, as those are
 *     named there; none of a single seed
 * @param lines the main figures for people, a line each
 */
public record LabResult(
    String title,
    String table,
    List<Panel> panels,
    List<ImageRow> images,
    Map<String, Object> summary,
    Map<String, Object> standardErrors,
    List<String> lines) {
  /** Copies lists and maps. */
  public LabResult {
    panels = List.copyOf(panels);
    images = List.copyOf(images);
    summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
    standardErrors = Collections.unmodifiableMap(new LinkedHashMap<>(standardErrors));
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
    return new LabResult(title, table.toString(), panels, images, finite, Map.of(), lines);
  }

  /**
   * Returns the means of runs that differ in their seeds; images are those of the first.
   *
   * @param table that of all runs
   * @param runs at least two
   */
  static LabResult mean(String table, List<LabResult> runs) {
    LabResult one = runs.get(0);
    NamedMeans means = NamedMeans.of(runs.stream().map(LabResult::summary).toList());
    return new LabResult(
        "%s, means of %d seeds".formatted(one.title, runs.size()),
        table,
        IntStream.range(0, one.panels.size())
            .mapToObj(k -> Panel.mean(runs.stream().map(run -> run.panels.get(k)).toList()))
            .toList(),
        one.images,
        means.means(),
        means.errors(),
        Words.means(means, runs.size()));
  }

  /** Returns the panels and images as an SVG document. */
  public String drawing() {
    return Chart.svg(title, panels, images);
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
