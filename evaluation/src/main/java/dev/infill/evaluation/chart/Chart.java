package dev.infill.evaluation.chart;

import dev.infill.core.FailureReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Panels as SVG, which follows the reader's colour scheme: several as a document of their own, or
 * one to stand in an HTML page with the {@linkplain #style style sheet}. Equal panels give equal
 * text.
 */
public final class Chart {
  private static final int COLUMNS = 2;
  private static final int LEFT = PanelDrawing.LEFT;
  private static final int WIDTH = PanelDrawing.WIDTH;
  private static final int RIGHT = PanelDrawing.RIGHT;
  private static final int TITLES = 40;
  private static final int ABOVE = 34;
  private static final int GAP = 30;
  private static final int BETWEEN_IMAGES = 4;
  private static final int NAME_CHARACTER = 8;
  private static final int ABOVE_LEGEND = 8;
  private static final int LEGEND_LINE = 16;
  private static final int LEGEND_SYMBOL = 22;
  private static final int LEGEND_GAP = 16;

  private final Svg svg = new Svg();

  private Chart() {}

  /**
   * Returns a document.
   *
   * @param title what all panels are about
   * @param panels at least one
   */
  public static String svg(String title, List<Panel> panels) {
    return svg(title, panels, List.of());
  }

  /**
   * Returns a document with images.
   *
   * @param title what all is about
   * @param panels at least one
   * @param rows images, which come below the panels
   */
  public static String svg(String title, List<Panel> panels, List<ImageRow> rows) {
    if (panels.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
    return new Chart().document(title, panels, rows);
  }

  /**
   * Returns an element of an HTML page, without the panel's title.
   *
   * @param panel what is drawn
   * @param id of the element that holds the title is this with {@code -title}
   */
  public static String inline(Panel panel, String id) {
    return new Chart().element(panel, id);
  }

  /** Returns the style sheet of all drawings. */
  public static String style() {
    try (InputStream style = Chart.class.getResourceAsStream("chart.css")) {
      return new String(
          Objects.requireNonNull(style, "chart.css is missing").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
  }

  private String document(String title, List<Panel> panels, List<ImageRow> rows) {
    int columns = Math.min(COLUMNS, panels.size());
    int width =
        Math.max(
            columns * (LEFT + WIDTH + RIGHT) + (columns - 1) * GAP,
            LEFT + RIGHT + NAME_CHARACTER * title.length());
    int top = TITLES + ABOVE;
    Set<List<Object>> explained = new HashSet<>();
    for (int first = 0; first < panels.size(); first += columns) {
      int bottom = top;
      for (int k = first; k < Math.min(first + columns, panels.size()); k++) {
        Panel panel = panels.get(k);
        int left = LEFT + k % columns * (LEFT + WIDTH + RIGHT + GAP);
        svg.append(
            "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n",
            left - LEFT + RIGHT, top - 10, Svg.escaped(panel.title()));
        int foot = PanelDrawing.draw(svg, panel, left, top);
        // One legend for all panels of the same names.
        boolean hasLegend =
            (!panel.up().isNamed() || panel.series().size() > 1) && explained.add(panel.legend());
        bottom = Math.max(bottom, hasLegend ? legend(panel, left, foot) : foot);
      }
      top = bottom + ABOVE;
    }
    for (ImageRow row : rows) {
      svg.append(
          "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n",
          RIGHT, top - 10, Svg.escaped(row.name()));
      images(row, RIGHT, top, width - RIGHT);
      top += row.height() + ABOVE;
    }
    int height = top - ABOVE + RIGHT;
    return Svg.format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 %d %d\""
                + " width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n"
                + "<title id=\"title\">%s</title>\n<style>\n%s</style>\n"
                + "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n"
                + "<text class=\"name\" x=\"%d\" y=\"22\">%s</text>\n",
            width,
            height,
            width,
            height,
            Svg.escaped(title),
            style(),
            width,
            height,
            LEFT,
            Svg.escaped(title))
        + svg
        + "</svg>\n";
  }

  private void images(ImageRow row, int left, int top, int right) {
    int x = left;
    for (int[] pixels : row.images()) {
      if (x + ImageRow.WIDTH > right) {
        return;
      }
      svg.append(
          "<path class=\"mark\" transform=\"translate(%d %d) scale(%s)\" d=\"%s\"/>\n",
          x, top, Svg.plain((double) ImageRow.WIDTH / row.columns()), row.outline(pixels));
      svg.frame(x, top, ImageRow.WIDTH, row.height(pixels));
      x += ImageRow.WIDTH + BETWEEN_IMAGES;
    }
  }

  private String element(Panel panel, String id) {
    int foot = PanelDrawing.draw(svg, panel, panel.up().isNamed() ? RIGHT : LEFT, RIGHT);
    if (panel.up().isNamed() && panel.series().size() > 1) {
      foot = legend(panel, RIGHT, foot);
    }
    return Svg.format(
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title"
                + " %s-description\">\n"
                + "<desc id=\"%s-description\">%s</desc>\n",
            LEFT + WIDTH + RIGHT, foot, id, id, id, Svg.escaped(panel.description()))
        + svg
        + "</svg>";
  }

  /** Draws a legend, entries side by side as long as they have room, and returns where it ends. */
  private int legend(Panel panel, int left, int top) {
    int y = top + ABOVE_LEGEND;
    int x = left;
    for (int k = 0; k < panel.series().size(); k++) {
      Series series = panel.series().get(k);
      Marker marker = panel.marker(k);
      int width = LEGEND_SYMBOL + (int) Math.ceil(Svg.length(series.name()));
      if (x > left && x + width > left + WIDTH) {
        y += LEGEND_LINE;
        x = left;
      }
      switch (series.mark()) {
        case LINE, DASHED ->
            svg.append(
                "<path class=\"%s %s\" d=\"M%d %dh18\"/>\n",
                series.mark().lineStyle(), marker.color(), x, y - 4);
        case POINTS -> svg.append("%s/>\n", marker.svg("mark", x + 9, y - 4));
        case RINGS -> svg.append("%s/>\n", marker.svg("ring", x + 9, y - 4));
        case BARS, BAND, LETTERS ->
            svg.append(
                "<rect class=\"mark %s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>\n",
                marker.color(), x + 4, y - 9);
      }
      svg.append(
          "<text x=\"%d\" y=\"%d\">%s</text>\n", x + LEGEND_SYMBOL, y, Svg.escaped(series.name()));
      x += width + LEGEND_GAP;
    }
    return y + ABOVE_LEGEND;
  }
}
