package dev.infill.evaluation.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A figure with two axes. Where both show the same range, it is a square.
 *
 * @param title what it shows
 * @param across its horizontal axis
 * @param up its vertical axis
 * @param series what is drawn, at least one
 */
public record Panel(String title, Axis across, Axis up, List<Series> series) {
  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
  }

  /**
   * Returns the mean of what several runs show: of series whose points go from left to right, and
   * of bars, each point with its standard error; of any other that of the first run.
   *
   * @param runs panels of the same experiment, at least one; if they have not equally many series,
   *     the first is returned
   */
  public static Panel mean(List<Panel> runs) {
    Panel first = runs.get(0);
    if (runs.stream().anyMatch(run -> run.series.size() != first.series.size())) {
      return first;
    }
    return new Panel(
        first.title,
        first.across,
        first.up,
        IntStream.range(0, first.series.size())
            .mapToObj(k -> Series.mean(runs.stream().map(run -> run.series.get(k)).toList()))
            .toList());
  }

  boolean isSquare() {
    return across.range().isPresent() && across.range().equals(up.range());
  }
}
