package dev.infill.evaluation.chart;

import java.util.List;

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

  boolean isSquare() {
    return across.range().isPresent() && across.range().equals(up.range());
  }
}
