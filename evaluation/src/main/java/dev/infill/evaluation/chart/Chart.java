package dev.infill.evaluation.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Panels in two columns, as an SVG document. */
public final class Chart {
  private static final int COLUMNS = 2;
  private static final int WIDTH = 400;
  private static final int HEIGHT = 260;
  private static final int LEFT = 70;
  private static final int TOP = 40;
  private static final int ABOVE = 34;
  private static final int BELOW = 44;
  private static final int GAP = 84;
  private static final int LEGEND_LINE = 16;
  private static final int LEGEND_COLUMNS = 3;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double MARGIN = 0.04;

  /** Colours that remain apart for most colour-blind readers (Okabe and Ito), and darker ones. */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7a5195",
          "#6b8e23", "#8b4513", "#7f7f7f", "#b2182b");

  private final StringBuilder drawing = new StringBuilder();

  private Chart() {}

  /**
   * Returns the drawing.
   *
   * @param title what all panels are about
   * @param panels at least one
   */
  public static String svg(String title, List<Panel> panels) {
    if (panels.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
    return new Chart().draw(title, panels);
  }

  private String draw(String title, List<Panel> panels) {
    int columns = Math.min(COLUMNS, panels.size());
    int width = LEFT + columns * WIDTH + (columns - 1) * GAP + 24;
    List<Integer> tops = new ArrayList<>();
    int top = TOP;
    for (int first = 0; first < panels.size(); first += columns) {
      int lines = 0;
      for (Panel panel : panels.subList(first, Math.min(first + columns, panels.size()))) {
        tops.add(top);
        lines = Math.max(lines, legendLines(panel));
      }
      top += ABOVE + HEIGHT + BELOW + lines * LEGEND_LINE + 10;
    }
    append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n",
        width, top, width, top);
    append("<title id=\"title\">%s</title>\n", escaped(title));
    append(
        "<style>text{font:11px system-ui,sans-serif;fill:#333}.name{font-weight:600;font-size:13px}"
            + ".grid{stroke:#e4e4e4}.frame{fill:none;stroke:#999}.line{fill:none;stroke-width:1.6}"
            + ".dashed{stroke-dasharray:6 4}</style>\n");
    append("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, top);
    append("<text class=\"name\" x=\"%d\" y=\"22\">%s</text>\n", LEFT, escaped(title));
    for (int k = 0; k < panels.size(); k++) {
      panel(panels.get(k), LEFT + k % columns * (WIDTH + GAP), tops.get(k) + ABOVE);
    }
    return drawing.append("</svg>\n").toString();
  }

  private static int legendLines(Panel panel) {
    return panel.across().kind() == Axis.Kind.NAMES
        ? 1
        : (panel.series().size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
  }

  private void panel(Panel panel, int left, int top) {
    append(
        "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n",
        left, top - 10, escaped(panel.title()));
    double[] xs = shown(panel, Series.Point::x);
    double[] ys = shown(panel, Series.Point::y);
    if (ys.length == 0) {
      append("<text x=\"%d\" y=\"%d\">no figure is defined</text>\n", left + 10, top + 20);
      frame(left, top);
      return;
    }
    boolean named = panel.across().kind() == Axis.Kind.NAMES;
    boolean bars = panel.series().stream().anyMatch(s -> s.mark() == Series.Mark.BARS);
    double room = WIDTH * MARGIN;
    Scale across =
        named
            ? new LinearScale(-0.5, panel.series().size() - 0.5, left, left + WIDTH)
            : panel.across().scale(xs, left + room, left + WIDTH - room);
    double foot = HEIGHT * MARGIN;
    Scale up =
        bars && panel.up().kind() == Axis.Kind.LINEAR
            ? panel.up().scale(withZero(ys), top + HEIGHT, top + foot)
            : panel.up().scale(ys, top + HEIGHT - foot, top + foot);
    for (double tick : up.ticks()) {
      append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          left, left + WIDTH, up.at(tick), up.at(tick));
      append(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
          left - 6, up.at(tick) + 4, plain(tick));
    }
    if (!named) {
      for (double tick : across.ticks()) {
        append(
            "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n",
            across.at(tick), across.at(tick), top, top + HEIGHT);
        append(
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            across.at(tick), top + HEIGHT + 15, plain(tick));
      }
    }
    frame(left, top);
    for (int k = 0; k < panel.series().size(); k++) {
      series(panel, k, across, up, top);
    }
    append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
        left + WIDTH / 2, top + HEIGHT + 32, escaped(panel.across().label()));
    append(
        "<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        left - 52, top + HEIGHT / 2, escaped(panel.up().label()));
    if (!named) {
      legend(panel, left, top + HEIGHT + BELOW + 8);
    }
  }

  private void frame(int left, int top) {
    append(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
        left, top, WIDTH, HEIGHT);
  }

  private void series(Panel panel, int number, Scale across, Scale up, int top) {
    Series series = panel.series().get(number);
    String colour = colour(number);
    List<Series.Point> points = series.points().stream().filter(p -> isShown(panel, p)).toList();
    switch (series.mark()) {
      case LINE, DASHED -> {
        append(
            "<polyline class=\"line%s\" stroke=\"%s\" points=\"",
            series.mark() == Series.Mark.DASHED ? " dashed" : "", colour);
        for (Series.Point point : points) {
          append("%.1f,%.1f ", across.at(point.x()), up.at(point.y()));
        }
        append("\"><title>%s</title></polyline>\n", escaped(series.name()));
      }
      case POINTS -> {
        for (Series.Point point : points) {
          append(
              "<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n",
              colour, across.at(point.x()), up.at(point.y()));
        }
      }
      case BARS -> {
        boolean named = panel.across().kind() == Axis.Kind.NAMES;
        double half = named ? 0.32 * (across.at(1) - across.at(0)) : 4;
        double foot = top + HEIGHT;
        for (Series.Point point : points) {
          double middle = across.at(named ? number : point.x());
          append(
              "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s:"
                  + " %s</title></rect>\n",
              colour,
              middle - half,
              up.at(point.y()),
              2 * half,
              foot - up.at(point.y()),
              escaped(series.name()),
              plain(point.y()));
        }
        if (named) {
          double middle = across.at(number);
          append(
              "<text transform=\"translate(%.1f %.1f) rotate(-28)\" text-anchor=\"end\">%s</text>\n",
              middle + 4, foot + 14, escaped(series.name()));
        }
      }
    }
  }

  private void legend(Panel panel, int left, int top) {
    for (int k = 0; k < panel.series().size(); k++) {
      int x = left + k % LEGEND_COLUMNS * (WIDTH / LEGEND_COLUMNS);
      int y = top + k / LEGEND_COLUMNS * LEGEND_LINE;
      boolean dashed = panel.series().get(k).mark() == Series.Mark.DASHED;
      append(
          "<line class=\"line%s\" stroke=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n",
          dashed ? " dashed" : "", colour(k), x, x + 18, y - 4, y - 4);
      append(
          "<text x=\"%d\" y=\"%d\">%s</text>\n", x + 22, y, escaped(panel.series().get(k).name()));
    }
  }

  private static String colour(int number) {
    return COLOURS.get(number % COLOURS.size());
  }

  private static double[] shown(Panel panel, ToDoubleFunction<Series.Point> part) {
    return panel.series().stream()
        .flatMap(series -> series.points().stream())
        .filter(point -> isShown(panel, point))
        .mapToDouble(part)
        .toArray();
  }

  private static boolean isShown(Panel panel, Series.Point point) {
    return panel.across().shows(point.x()) && panel.up().shows(point.y());
  }

  private static double[] withZero(double[] numbers) {
    double[] all = new double[numbers.length + 1];
    System.arraycopy(numbers, 0, all, 0, numbers.length);
    return all;
  }

  private static String plain(double number) {
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(SIGNIFICANT_DIGITS));
    // Sums of ticks miss 0 by roundings.
    if (Math.abs(number) < 1e-12) {
      return "0";
    }
    double magnitude = Math.abs(number);
    String text =
        magnitude < 1e-4 || magnitude >= 1e6
            ? String.format(Locale.ROOT, "%.0e", number)
            : rounded.stripTrailingZeros().toPlainString();
    return text.replace("-", "\u2212");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private void append(String format, Object... arguments) {
    drawing.append(String.format(Locale.ROOT, format, arguments));
  }
}
