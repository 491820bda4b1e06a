package dev.infill.evaluation.report;

import java.util.List;

/**
 * What stands for a family of samplers in all plots: a colour and, for those who cannot tell
 * colours apart, a shape.
 *
 * @param color the name of a colour of the style sheet
 * @param path the outline of the shape as SVG path data, in a square of 10
 */
record Marker(String color, String path) {
  private static final int COLORS = 8;

  private static final List<String> PATHS =
      List.of(
          "M5 0.5a4.5 4.5 0 1 0 0.001 0z",
          "M1 1h8v8h-8z",
          "M5 0.5l4.8 8.6h-9.6z",
          "M5 0l5 5l-5 5l-5 -5z",
          "M0.2 0.9h9.6l-4.8 8.6z",
          "M3.4 0.5h3.2v2.9h2.9v3.2h-2.9v2.9h-3.2v-2.9h-2.9v-3.2h2.9z",
          "M5 0l1.5 3.2l3.5 0.4l-2.6 2.4l0.7 3.5l-3.1 -1.7l-3.1 1.7l0.7 -3.5l-2.6 -2.4l3.5 -0.4z",
          "M5 0.3l4.5 3.3l-1.7 5.3h-5.6l-1.7 -5.3z");

  /** Returns that of a family; the first 64 differ. */
  static Marker of(int family) {
    return new Marker("s" + family % COLORS, PATHS.get((family + family / COLORS) % PATHS.size()));
  }
}
