package dev.infill.evaluation.chart;

import java.util.List;
import java.util.Optional;

/**
 * A figure with two axes.
 *
 * @param title what it shows
 * @param across its horizontal axis
 * @param up its vertical axis
 * @param series what is drawn, at least one
 * @param plane what both axes show, if they have the same unit: the figure is a square then
 */
public record Panel(
    String title, Axis across, Axis up, List<Series> series, Optional<Range> plane) {
  /**
   * What an axis shows.
   *
   * @param from the number at its beginning
   * @param to the number at its end, above that
   */
  public record Range(double from, double to) {}

  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
  }

  /**
   * A figure whose axes show what there is, each for itself.
   *
   * @param title what it shows
   * @param across its horizontal axis
   * @param up its vertical axis
   * @param series what is drawn, at least one
   */
  public Panel(String title, Axis across, Axis up, List<Series> series) {
    this(title, across, up, series, Optional.empty());
  }
}
