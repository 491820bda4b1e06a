package dev.infill.evaluation.chart;

import java.util.List;

/**
 * A colour and, for those who cannot tell colours apart, a shape.
 *
 * @param color the class of a colour in the style sheet
 * @param path the outline of the shape as SVG path data, in a square of 10; empty for a circle
 * @param size its width in a drawing
 */
public record Marker(String color, String path, double size) {
  private static final int COLORS = 8;
  private static final double SIZE = 5;

  private static final List<String> PATHS =
      List.of(
          "",
          "M1 1h8v8h-8z",
          "M5 0.5l4.8 8.6h-9.6z",
          "M5 0l5 5l-5 5l-5 -5z",
          "M0.2 0.9h9.6l-4.8 8.6z",
          "M3.4 0.5h3.2v2.9h2.9v3.2h-2.9v2.9h-3.2v-2.9h-2.9v-3.2h2.9z",
          "M5 0l1.5 3.2l3.5 0.4l-2.6 2.4l0.7 3.5l-3.1 -1.7l-3.1 1.7l0.7 -3.5l-2.6 -2.4l3.5 -0.4z",
          "M5 0.3l4.5 3.3l-1.7 5.3h-5.6l-1.7 -5.3z");

  /** The mark of series in the background. */
  public static final Marker GREY = circle("other");

  /** Returns one of many; the first 64 differ, those of one colour by their shapes. */
  public static Marker of(int number) {
    return new Marker(
        "s" + number % COLORS, PATHS.get((number + number / COLORS) % PATHS.size()), SIZE);
  }

  /** Returns a circle of a colour. */
  public static Marker circle(String color) {
    return new Marker(color, "", SIZE);
  }

  /** Returns this one in another size. */
  public Marker sized(double newSize) {
    return new Marker(color, path, newSize);
  }

  /** Returns it as an SVG element, its middle at a place. */
  String svg(String style, double x, double y) {
    return path.isEmpty()
        ? Svg.format(
            "<circle class=\"%s %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"",
            style, color, x, y, size / 2)
        : Svg.format(
            "<path class=\"%s %s\" d=\"%s\" transform=\"translate(%.1f %.1f) scale(%.2f)\"",
            style, color, path, x - size / 2, y - size / 2, size / 10);
  }

  /** Returns it as a small SVG document within HTML, for a legend. */
  public String key() {
    return "<svg class=\"chart\" viewBox=\"0 0 12 12\" width=\"12\" height=\"12\""
        + " aria-hidden=\"true\">"
        + sized(10).svg("mark", 6, 6)
        + "/></svg>";
  }
}
