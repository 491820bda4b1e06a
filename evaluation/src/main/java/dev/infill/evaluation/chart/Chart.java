package dev.infill.evaluation.chart;

import dev.infill.core.FailureReason;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Panels as SVG, which follows the reader's colour scheme: several as a document of their own, or
 * one to stand in an HTML page with the {@linkplain #style style sheet}. Equal panels give equal
 * text.
 */
public final class Chart {
  private static final int COLUMNS = 2;
  private static final int WIDTH = 310;
  private static final int HEIGHT = 230;
  private static final int LEFT = 62;
  private static final int RIGHT = 10;
  private static final int TITLES = 40;
  private static final int ABOVE = 34;
  private static final int BELOW = 40;
  private static final int GAP = 30;

  /** The height of a row's name, and of a bar below it. */
  private static final int NAME = 16;

  private static final int BAR = 12;
  private static final int BELOW_BARS = 8;

  /** Room for the labels of bars. */
  private static final int BAR_LABEL = 40;

  private static final int LEGEND_LINE = 16;
  private static final int LEGEND_SYMBOL = 22;
  private static final int LEGEND_GAP = 16;

  /** More than a character of the font takes on average. */
  private static final double CHARACTER = 6.2;

  private static final int NAME_CHARACTER = 8;
  private static final int LINE = 13;
  private static final int SHORT = 4;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final double MARGIN = 0.04;
  private static final double RING = 8;

  /** How wide stretched letters are, how high a capital of their font is, and the least drawn. */
  private static final int LETTER = 24;

  private static final double CAPITAL = 17.3;
  private static final double LEAST_LETTER = 0.5;

  private final StringBuilder drawing = new StringBuilder();

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
   * @param description what it shows, for those who cannot see it
   */
  public static String inline(Panel panel, String id, String description) {
    return new Chart().element(panel, id, description);
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
    Set<List<String>> explained = new HashSet<>();
    for (int first = 0; first < panels.size(); first += columns) {
      int bottom = top;
      for (int k = first; k < Math.min(first + columns, panels.size()); k++) {
        Panel panel = panels.get(k);
        int left = LEFT + k % columns * (LEFT + WIDTH + RIGHT + GAP);
        append(
            "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n",
            left - LEFT + RIGHT, top - 10, escaped(panel.title()));
        int foot = panel(panel, left, top);
        boolean hasLegend = !panel.up().isNamed() || panel.series().size() > 1;
        // One legend for all panels of the same names.
        hasLegend &= explained.add(panel.series().stream().map(Series::name).toList());
        bottom = Math.max(bottom, hasLegend ? legend(panel, left, foot) : foot);
      }
      top = bottom + ABOVE;
    }
    for (ImageRow row : rows) {
      append(
          "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n",
          RIGHT, top - 10, escaped(row.name()));
      images(row, RIGHT, top, width - RIGHT);
      top += row.height() + ABOVE;
    }
    int height = top - ABOVE + RIGHT;
    return format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 %d %d\""
                + " width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"title\">\n"
                + "<title id=\"title\">%s</title>\n<style>\n%s</style>\n"
                + "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n"
                + "<text class=\"name\" x=\"%d\" y=\"22\">%s</text>\n",
            width,
            height,
            width,
            height,
            escaped(title),
            style(),
            width,
            height,
            LEFT,
            escaped(title))
        + drawing
        + "</svg>\n";
  }

  private void images(ImageRow row, int left, int top, int right) {
    int x = left;
    for (int[] pixels : row.images()) {
      if (x + ImageRow.WIDTH > right) {
        return;
      }
      append(
          "<path class=\"mark\" transform=\"translate(%d %d) scale(%s)\" d=\"%s\"/>\n",
          x, top, plain((double) ImageRow.WIDTH / row.columns()), row.outline(pixels));
      frame(x, top, ImageRow.WIDTH, row.height(pixels));
      x += ImageRow.WIDTH + SHORT;
    }
  }

  private String element(Panel panel, String id, String description) {
    int foot = panel(panel, panel.up().isNamed() ? RIGHT : LEFT, RIGHT);
    if (panel.up().isNamed() && panel.series().size() > 1) {
      foot = legend(panel, RIGHT, foot);
    }
    return format(
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title"
                + " %s-description\">\n"
                + "<desc id=\"%s-description\">%s</desc>\n",
            LEFT + WIDTH + RIGHT, foot, id, id, id, escaped(description))
        + drawing
        + "</svg>";
  }

  /** The area of a panel in which numbers stand, with its scales. */
  private record Plot(int left, int top, int width, int height, Scale across, Scale up) {
    double x(Point point) {
      return across.at(point.x());
    }
  }

  /** Draws a panel without its legend, and returns where it ends. */
  private int panel(Panel panel, int left, int top) {
    boolean named = panel.up().isNamed();
    int height =
        named ? panel.up().names().size() * (NAME + panel.series().size() * BAR + 4) : HEIGHT;
    int width = named ? LEFT + WIDTH - RIGHT : panel.isSquare() ? HEIGHT : WIDTH;
    double[] xs =
        shown(
            panel,
            point -> DoubleStream.of(point.left(), point.x(), point.right()),
            panel.across());
    double[] ys =
        shown(panel, point -> DoubleStream.of(point.low(), point.y(), point.high()), panel.up());
    if (xs.length == 0 || ys.length == 0) {
      append("<text x=\"%d\" y=\"%d\">no figure is defined</text>\n", left + 10, top + 20);
      frame(left, top, width, height);
      return top + height;
    }
    double room = width * MARGIN;
    Plot plot =
        new Plot(
            left,
            top,
            width,
            height,
            Scale.of(
                panel.across(),
                xs,
                left + (named ? 0 : room),
                left + width - (named ? BAR_LABEL : room)),
            named
                ? new Scale(Axis.Kind.NAMES, 0, panel.up().names().size(), top, top + height)
                : Scale.of(panel.up(), ys, top + height - height * MARGIN, top + height * MARGIN));
    axes(panel, plot);
    Labels labels = new Labels(panel, plot);
    for (int k = 0; k < panel.series().size(); k++) {
      series(panel, k, plot, labels);
    }
    labels.place();
    return top + height + BELOW;
  }

  private void axes(Panel panel, Plot plot) {
    int foot = plot.top() + plot.height();
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : plot.across().ticks()) {
      double x = plot.across().at(tick);
      append("<path class=\"grid\" d=\"M%.1f %dv%d\"/>\n", x, plot.top(), plot.height());
      String text = panel.across().isNamed() ? panel.across().names().get((int) tick) : plain(tick);
      double half = length(text) / 2;
      if (x - half > last + 4) {
        append(
            "<text class=\"muted\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            x, foot + 15, escaped(text));
        last = x + half;
      }
    }
    append(
        "<text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
        plot.left() + plot.width() / 2, foot + 32, escaped(panel.across().label()));
    if (panel.up().isNamed()) {
      for (int row = 0; row < panel.up().names().size(); row++) {
        append(
            "<text x=\"%d\" y=\"%.1f\">%s</text>\n",
            plot.left(), plot.up().at(row) + NAME - 4, escaped(panel.up().names().get(row)));
      }
      return;
    }
    double above = Double.POSITIVE_INFINITY;
    for (double tick : plot.up().ticks()) {
      double y = plot.up().at(tick);
      append("<path class=\"grid\" d=\"M%d %.1fh%d\"/>\n", plot.left(), y, plot.width());
      if (y + LINE < above) {
        append(
            "<text class=\"muted\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            plot.left() - 6, y + 4, plain(tick));
        above = y;
      }
    }
    append(
        "<text class=\"muted\" transform=\"translate(%d %d) rotate(-90)\""
            + " text-anchor=\"middle\">%s</text>\n",
        plot.left() - LEFT + 11, plot.top() + plot.height() / 2, escaped(panel.up().label()));
    frame(plot.left(), plot.top(), plot.width(), plot.height());
  }

  private void frame(int left, int top, int width, int height) {
    append(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
        left, top, width, height);
  }

  private void series(Panel panel, int number, Plot plot, Labels labels) {
    Series series = panel.series().get(number);
    Marker marker = marker(panel, number);
    List<Point> points = series.points().stream().filter(p -> isShown(panel, p)).toList();
    switch (series.mark()) {
      case LINE, DASHED -> {
        append("<polyline class=\"%s %s\" points=\"", style(series), marker.color());
        for (Point point : points) {
          append("%.1f,%.1f ", plot.x(point), plot.up().at(point.y()));
        }
        append("\"><title>%s</title></polyline>\n", escaped(series.name()));
      }
      case BAND -> {
        List<Point> edges =
            points.stream()
                .filter(p -> panel.up().shows(p.low()) && panel.up().shows(p.high()))
                .toList();
        append("<polygon class=\"band %s\" points=\"", marker.color());
        for (int k = 0; k < 2 * edges.size(); k++) {
          Point point = edges.get(k < edges.size() ? k : 2 * edges.size() - 1 - k);
          append(
              "%.1f,%.1f ",
              plot.x(point), plot.up().at(k < edges.size() ? point.low() : point.high()));
        }
        append("\"/>\n");
        return;
      }
      case LETTERS -> {
        for (Point point : points) {
          double foot = plot.up().at(point.low());
          double height = foot - plot.up().at(point.high());
          if (height >= LEAST_LETTER) {
            append(
                "<text class=\"letter %s\" transform=\"translate(%.1f %.2f) scale(1 %.4f)\""
                    + " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">"
                    + "<title>%s</title>%s</text>\n",
                marker.color(),
                plot.x(point) - LETTER / 2.0,
                foot,
                height / CAPITAL,
                LETTER,
                escaped(point.tip()),
                escaped(point.label()));
          }
        }
        return;
      }
      case POINTS, RINGS, BARS -> {
        // An interval lies below its marker.
      }
    }
    for (Point point : points) {
      double x = plot.x(point);
      double y =
          panel.up().isNamed()
              ? plot.up().at(point.y()) + NAME + (number + 0.5) * BAR
              : plot.up().at(point.y());
      boolean isBar = series.mark() == Mark.BARS;
      if (isBar) {
        double foot = plot.across().at(0);
        append(
            "<rect class=\"mark %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"",
            marker.color(), foot, y - BAR / 2.0, Math.max(0, x - foot), BAR - 2);
        end("rect", point);
      }
      double end = x + marker.size() / 2;
      if (Double.isFinite(point.right())) {
        double begin = panel.across().shows(point.left()) ? plot.across().at(point.left()) : x;
        end = Math.max(end, plot.across().at(point.right()));
        interval(isBar ? "" : marker.color(), begin, y, end, y);
        labels.taken(begin, y, end, y);
      }
      if (Double.isFinite(point.high())) {
        double begin = panel.up().shows(point.low()) ? plot.up().at(point.low()) : y;
        interval(marker.color(), x, begin, x, plot.up().at(point.high()));
        labels.taken(x, begin, x, plot.up().at(point.high()));
      }
      if (series.mark() == Mark.POINTS || series.mark() == Mark.RINGS) {
        boolean isRing = series.mark() == Mark.RINGS;
        append("%s", marker.svg(isRing ? "ring" : "mark", x, y));
        end(marker.path().isEmpty() ? "circle" : "path", point);
        labels.taken(x - 4, y - 4, x + 4, y + 4);
      }
      boolean isJoined = series.mark() == Mark.LINE || series.mark() == Mark.DASHED;
      if (!isJoined && !point.label().isEmpty()) {
        if (panel.up().isNamed()) {
          append("<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", end + 5, y + 3, escaped(point.label()));
        } else {
          labels.add(point.label(), marker.color(), x, y);
        }
      }
    }
  }

  private static Marker marker(Panel panel, int number) {
    Series series = panel.series().get(number);
    Marker next = Marker.of(number);
    return series.marker().orElse(series.mark() == Mark.RINGS ? next.sized(RING) : next);
  }

  private static String style(Series series) {
    return series.mark() == Mark.DASHED ? "line dashed" : "line";
  }

  private void interval(String color, double x1, double y1, double x2, double y2) {
    append(
        "<line class=\"error %s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
        color, x1, x2, y1, y2);
  }

  /** Ends an element, with what is told of its point. */
  private void end(String element, Point point) {
    if (point.tip().isEmpty()) {
      append("/>\n");
    } else {
      append("><title>%s</title></%s>\n", escaped(point.tip()), element);
    }
  }

  /**
   * Labels beside points, where nothing is in their way; one whose surroundings are taken is left
   * out.
   */
  private final class Labels {
    private final Plot plot;
    private final boolean isJoined;
    private final List<double[]> taken = new ArrayList<>();
    private final List<double[]> written = new ArrayList<>();
    private final List<Label> labels = new ArrayList<>();

    Labels(Panel panel, Plot plot) {
      this.plot = plot;
      this.isJoined = panel.series().stream().anyMatch(series -> series.mark() == Mark.LINE);
    }

    private record Label(String text, String color, double x, double y) {}

    void taken(double x1, double y1, double x2, double y2) {
      taken.add(
          new double[] {Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)});
    }

    void add(String text, String color, double x, double y) {
      labels.add(new Label(text, color, x, y));
    }

    void place() {
      for (Label label : labels) {
        double width = length(label.text());
        // Far from its point a short one could be taken for another's. A long one may cover points
        // where lines say where they are.
        boolean isShort = label.text().length() <= SHORT;
        Stream.of(-LINE - 4.0, 4.0, -LINE / 2.0, -LINE - 16.0, 16.0, -LINE - 28.0, 28.0)
            .limit(isShort ? 3 : 7)
            .flatMap(dy -> Stream.of(new double[] {7, dy}, new double[] {-width - 7, dy}))
            .map(by -> new double[] {label.x() + by[0], label.y() + by[1]})
            .map(at -> new double[] {at[0], at[1], at[0] + width, at[1] + LINE})
            .filter(this::isInside)
            .filter(box -> isFree(box, written))
            .filter(box -> (isJoined && !isShort) || isFree(box, taken))
            .findFirst()
            .ifPresent(
                box -> {
                  append(
                      "<text class=\"label %s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                      label.color(), box[0], box[3] - 3, escaped(label.text()));
                  written.add(box);
                });
      }
    }

    private boolean isInside(double[] box) {
      return box[0] >= plot.left() + 2
          && box[2] <= plot.left() + plot.width()
          && box[1] >= plot.top()
          && box[3] <= plot.top() + plot.height();
    }

    private static boolean isFree(double[] box, List<double[]> others) {
      return others.stream()
          .allMatch(
              other ->
                  box[2] <= other[0]
                      || other[2] <= box[0]
                      || box[3] <= other[1]
                      || other[3] <= box[1]);
    }
  }

  /** Draws a legend, entries side by side as long as they have room, and returns where it ends. */
  private int legend(Panel panel, int left, int top) {
    int y = top + BELOW_BARS;
    int x = left;
    for (int k = 0; k < panel.series().size(); k++) {
      Series series = panel.series().get(k);
      Marker marker = marker(panel, k);
      int width = LEGEND_SYMBOL + (int) Math.ceil(length(series.name()));
      if (x > left && x + width > left + WIDTH) {
        y += LEGEND_LINE;
        x = left;
      }
      switch (series.mark()) {
        case LINE, DASHED ->
            append(
                "<path class=\"%s %s\" d=\"M%d %dh18\"/>\n",
                style(series), marker.color(), x, y - 4);
        case POINTS -> append("%s/>\n", marker.svg("mark", x + 9, y - 4));
        case RINGS -> append("%s/>\n", marker.svg("ring", x + 9, y - 4));
        case BARS, BAND, LETTERS ->
            append(
                "<rect class=\"mark %s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>\n",
                marker.color(), x + 4, y - 9);
      }
      append("<text x=\"%d\" y=\"%d\">%s</text>\n", x + LEGEND_SYMBOL, y, escaped(series.name()));
      x += width + LEGEND_GAP;
    }
    return y + BELOW_BARS;
  }

  /** Returns those numbers of the points that an axis shows. */
  private static double[] shown(Panel panel, Function<Point, DoubleStream> numbers, Axis axis) {
    return panel.series().stream()
        .flatMap(series -> series.points().stream())
        .filter(point -> isShown(panel, point))
        .flatMapToDouble(numbers)
        .filter(axis::shows)
        .toArray();
  }

  private static boolean isShown(Panel panel, Point point) {
    return panel.across().shows(point.x()) && panel.up().shows(point.y());
  }

  private static double length(String text) {
    return CHARACTER * text.length();
  }

  private static String plain(double number) {
    // Sums of ticks miss 0 by roundings.
    if (Math.abs(number) < 1e-12) {
      return "0";
    }
    double magnitude = Math.abs(number);
    String text =
        magnitude < 1e-4 || magnitude >= 1e6
            ? format("%.2e", number).replaceFirst("[.]?0+e", "e")
            : new BigDecimal(number)
                .round(new MathContext(SIGNIFICANT_DIGITS))
                .stripTrailingZeros()
                .toPlainString();
    return text.replace("-", "\u2212");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  private void append(String format, Object... arguments) {
    drawing.append(format(format, arguments));
  }
}
