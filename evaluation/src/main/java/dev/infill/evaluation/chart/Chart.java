package dev.infill.evaluation.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

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
  private static final int LEGEND_SYMBOL = 22;
  private static final int LEGEND_GAP = 16;

  /** More than a character of the font takes on average. */
  private static final double CHARACTER = 6.2;

  private static final double LEAST_SLANT = Math.toRadians(28);
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
      int below = 0;
      for (Panel panel : panels.subList(first, Math.min(first + columns, panels.size()))) {
        tops.add(top);
        below = Math.max(below, below(panel));
      }
      top += ABOVE + HEIGHT + below + 10;
    }
    append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n",
        width, top, width, top);
    append("<title id=\"title\">%s</title>\n", escaped(title));
    append(
        "<style>text{font:11px system-ui,sans-serif;fill:#333}.name{font-weight:600;font-size:13px}"
            + ".grid{stroke:#e4e4e4}.frame{fill:none;stroke:#999}.line{fill:none;stroke-width:1.6}"
            + ".dashed{stroke-dasharray:6 4}.ring{fill:none;stroke-width:1.4}"
            + ".error{stroke-opacity:.55}</style>\n");
    append("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, top);
    append("<text class=\"name\" x=\"%d\" y=\"22\">%s</text>\n", LEFT, escaped(title));
    for (int k = 0; k < panels.size(); k++) {
      panel(panels.get(k), LEFT + k % columns * (WIDTH + GAP), tops.get(k) + ABOVE);
    }
    return drawing.append("</svg>\n").toString();
  }

  /** Returns the room that stands below a panel: its ticks, its label and its legend, or names. */
  private static int below(Panel panel) {
    if (isNamed(panel)) {
      double slant = slant(panel);
      return 24
          + (int)
              panel.series().stream()
                  .mapToDouble(series -> length(series.name()) * Math.sin(slant))
                  .max()
                  .orElse(0);
    }
    return BELOW + (legend(panel).get(panel.series().size() - 1).line() + 1) * LEGEND_LINE;
  }

  private static boolean isNamed(Panel panel) {
    return panel.across().kind() == Axis.Kind.NAMES;
  }

  private static double length(String text) {
    return CHARACTER * text.length();
  }

  /** Returns the slant at which no name leads out of the drawing to the left. */
  private static double slant(Panel panel) {
    double slant = LEAST_SLANT;
    for (int k = 0; k < panel.series().size(); k++) {
      double room = LEFT - 10 + WIDTH * (k + 0.5) / panel.series().size();
      double length = length(panel.series().get(k).name());
      slant = Math.max(slant, Math.acos(Math.min(1, room / length)));
    }
    return slant;
  }

  /** Where an entry of a legend stands: in which line, and how far from its beginning. */
  private record Entry(int line, int from) {}

  /** Puts entries side by side as long as they have room. */
  private static List<Entry> legend(Panel panel) {
    List<Entry> entries = new ArrayList<>();
    int line = 0;
    int from = 0;
    for (Series series : panel.series()) {
      int width = LEGEND_SYMBOL + (int) Math.ceil(length(series.name()));
      if (from > 0 && from + width > WIDTH) {
        line++;
        from = 0;
      }
      entries.add(new Entry(line, from));
      from += width + LEGEND_GAP;
    }
    return entries;
  }

  private void panel(Panel panel, int left, int top) {
    append(
        "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n",
        left, top - 10, escaped(panel.title()));
    double[] xs = shown(panel, Series.Point::x);
    double[] ys = withErrors(panel);
    if (ys.length == 0) {
      append("<text x=\"%d\" y=\"%d\">no figure is defined</text>\n", left + 10, top + 20);
      frame(left, top, WIDTH);
      return;
    }
    boolean named = isNamed(panel);
    boolean bars = panel.series().stream().anyMatch(s -> s.mark() == Series.Mark.BARS);
    int width = panel.plane().isPresent() ? HEIGHT : WIDTH;
    double room = width * MARGIN;
    double foot = HEIGHT * MARGIN;
    Scale across;
    Scale up;
    if (panel.plane().isPresent()) {
      Panel.Range both = panel.plane().get();
      across = new LinearScale(both.from(), both.to(), left + room, left + width - room);
      up = new LinearScale(both.from(), both.to(), top + HEIGHT - foot, top + foot);
    } else {
      across =
          named
              ? new LinearScale(-0.5, panel.series().size() - 0.5, left, left + width)
              : panel.across().scale(xs, left + room, left + width - room);
      up =
          bars && panel.up().kind() == Axis.Kind.LINEAR
              ? panel.up().scale(withZero(ys), top + HEIGHT, top + foot)
              : panel.up().scale(ys, top + HEIGHT - foot, top + foot);
    }
    for (double tick : up.ticks()) {
      append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          left, left + width, up.at(tick), up.at(tick));
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
    frame(left, top, width);
    for (int k = 0; k < panel.series().size(); k++) {
      series(panel, k, across, up, top);
    }
    if (!named) {
      append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
          left + width / 2, top + HEIGHT + 32, escaped(panel.across().label()));
    }
    append(
        "<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        left - 52, top + HEIGHT / 2, escaped(panel.up().label()));
    if (named) {
      names(panel, across, top + HEIGHT);
    } else {
      legend(panel, left, top + HEIGHT + BELOW + 8);
    }
  }

  private void frame(int left, int top, int width) {
    append(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
        left, top, width, HEIGHT);
  }

  private void series(Panel panel, int number, Scale across, Scale up, int top) {
    Series series = panel.series().get(number);
    String colour = colour(number);
    boolean named = isNamed(panel);
    ToDoubleFunction<Series.Point> place = point -> across.at(named ? number : point.x());
    List<Series.Point> points = series.points().stream().filter(p -> isShown(panel, p)).toList();
    switch (series.mark()) {
      case LINE, DASHED -> {
        append(
            "<polyline class=\"line%s\" stroke=\"%s\" points=\"",
            series.mark() == Series.Mark.DASHED ? " dashed" : "", colour);
        for (Series.Point point : points) {
          append("%.1f,%.1f ", place.applyAsDouble(point), up.at(point.y()));
        }
        append("\"><title>%s</title></polyline>\n", escaped(series.name()));
      }
      case POINTS, RINGS -> {
        for (Series.Point point : points) {
          dot(series.mark(), colour, place.applyAsDouble(point), up.at(point.y()));
        }
      }
      case BARS -> {
        double half = named ? 0.32 * (across.at(1) - across.at(0)) : 4;
        double foot = top + HEIGHT;
        for (Series.Point point : points) {
          append(
              "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s:"
                  + " %s</title></rect>\n",
              colour,
              place.applyAsDouble(point) - half,
              up.at(point.y()),
              2 * half,
              foot - up.at(point.y()),
              escaped(series.name()),
              plain(point.y()));
        }
      }
    }
    for (Series.Point point : points) {
      if (point.error() > 0) {
        double x = place.applyAsDouble(point);
        append(
            "<line class=\"error\" stroke=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\""
                + " y2=\"%.1f\"/>\n",
            series.mark() == Series.Mark.BARS ? "#333" : colour,
            x,
            x,
            up.at(least(panel, series, point)),
            up.at(point.y() + point.error()));
      }
    }
  }

  private void dot(Series.Mark mark, String colour, double x, double y) {
    if (mark == Series.Mark.RINGS) {
      append(
          "<circle class=\"ring\" stroke=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", colour, x, y);
    } else {
      append("<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", colour, x, y);
    }
  }

  /**
   * Returns where an error begins: on the foot of a bar where it would lead below it, and at the
   * point itself where the axis cannot show it.
   */
  private static double least(Panel panel, Series series, Series.Point point) {
    double least = point.y() - point.error();
    if (series.mark() == Series.Mark.BARS && panel.up().kind() == Axis.Kind.LINEAR) {
      return Math.max(least, Math.min(0, point.y()));
    }
    return panel.up().shows(least) ? least : point.y();
  }

  private void names(Panel panel, Scale across, int foot) {
    double slant = Math.toDegrees(slant(panel));
    for (int k = 0; k < panel.series().size(); k++) {
      append(
          "<text transform=\"translate(%.1f %d) rotate(%.0f)\" text-anchor=\"end\">%s</text>\n",
          across.at(k) + 4, foot + 14, -slant, escaped(panel.series().get(k).name()));
    }
  }

  private void legend(Panel panel, int left, int top) {
    List<Entry> entries = legend(panel);
    for (int k = 0; k < panel.series().size(); k++) {
      Series series = panel.series().get(k);
      int x = left + entries.get(k).from();
      int y = top + entries.get(k).line() * LEGEND_LINE;
      switch (series.mark()) {
        case LINE, DASHED ->
            append(
                "<line class=\"line%s\" stroke=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n",
                series.mark() == Series.Mark.DASHED ? " dashed" : "",
                colour(k),
                x,
                x + 18,
                y - 4,
                y - 4);
        case POINTS, RINGS -> dot(series.mark(), colour(k), x + 9, y - 4);
        case BARS ->
            append(
                "<rect fill=\"%s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>\n",
                colour(k), x + 4, y - 9);
      }
      append("<text x=\"%d\" y=\"%d\">%s</text>\n", x + LEGEND_SYMBOL, y, escaped(series.name()));
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

  /** Returns what is shown of the numbers up, and both ends of their errors. */
  private static double[] withErrors(Panel panel) {
    return panel.series().stream()
        .flatMapToDouble(
            series ->
                series.points().stream()
                    .filter(point -> isShown(panel, point))
                    .flatMapToDouble(point -> withError(panel, series, point)))
        .toArray();
  }

  private static DoubleStream withError(Panel panel, Series series, Series.Point point) {
    return point.error() > 0
        ? DoubleStream.of(least(panel, series, point), point.y(), point.y() + point.error())
        : DoubleStream.of(point.y());
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
