package dev.infill.evaluation.lab;

import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.statistics.Mean;
import dev.infill.evaluation.statistics.NamedMeans;
import dev.infill.evaluation.table.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The results of an experiment. Immutable.
 *
 * @param title what its drawing is called
 * @param table all figures, as comma-separated values
 * @param panels of the drawing
 * @param images of the drawing, below the panels
 * @param summary its settings and main figures, by name: texts, numbers and maps of them; numbers
 *     that are not finite are null
 * @param standardErrors of the numbers of the summary, by the same names. After several seeds,
 *     numbers that differ from seed to seed have one; after one seed, numbers whose error is known
 * @param rankings the tables for people
 * @param labels the labels for people of other figures of the summary, by their names
 */
public record LabResult(
    String title,
    String table,
    List<Panel> panels,
    List<ImageRow> images,
    Map<String, Object> summary,
    Map<String, Object> standardErrors,
    List<Ranking> rankings,
    Map<String, String> labels) {
  /** Copies lists and maps. */
  public LabResult {
    panels = List.copyOf(panels);
    images = List.copyOf(images);
    summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
    standardErrors = Collections.unmodifiableMap(new LinkedHashMap<>(standardErrors));
    rankings = List.copyOf(rankings);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /**
   * Returns the means of runs that differ in their seeds; images are those of the first.
   *
   * @param runs at least two; the table of the first alone has a heading
   */
  static LabResult mean(List<LabResult> runs) {
    LabResult one = runs.get(0);
    NamedMeans means = NamedMeans.of(runs.stream().map(LabResult::summary).toList());
    return new LabResult(
        "%s, means of %d seeds".formatted(one.title, runs.size()),
        runs.stream().map(LabResult::table).collect(Collectors.joining()),
        IntStream.range(0, one.panels.size())
            .mapToObj(k -> Panel.mean(runs.stream().map(run -> run.panels.get(k)).toList()))
            .toList(),
        one.images,
        means.means(),
        means.errors(),
        one.rankings,
        one.labels);
  }

  /** Returns the panels and images as an SVG document. */
  public String drawing() {
    return Chart.svg(title, panels, images);
  }

  /**
   * Returns the main figures for people: tables, the best first, and a line for each other one.
   *
   * @param width the width of a line of a table, in characters
   */
  public String text(int width) {
    List<String> parts = new ArrayList<>(List.of(title + "\n"));
    for (Ranking ranking : rankings) {
      parts.add(ranking.caption() + "\n" + ranking.table(summary, standardErrors).text(width));
    }
    if (!labels.isEmpty()) {
      parts.add(
          labels.keySet().stream()
              .map(name -> labels.get(name) + ": " + told(name) + "\n")
              .collect(Collectors.joining()));
    }
    return String.join("\n", parts);
  }

  private String told(String name) {
    Object figure = summary.get(name);
    if (figure instanceof Boolean holds) {
      return holds ? "yes" : "NO";
    }
    return Figures.mean(
        new Mean(
            figure instanceof Double number ? number : Double.NaN,
            standardErrors.get(name) instanceof Double error ? error : Double.NaN));
  }

  /** Returns null, as JSON has it, for a number that is not finite. */
  static @Nullable Object finite(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, each) -> copy.put(name.toString(), finite(each)));
      return copy;
    }
    return value;
  }
}
