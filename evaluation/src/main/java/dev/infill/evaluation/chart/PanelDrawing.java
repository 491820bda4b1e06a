package dev.infill.evaluation.chart;

import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** A panel in a drawing, without its title and legend. */
final class PanelDrawing {
  /** How wide the numbers of a panel stand. */
  static final int WIDTH = 310;

  /** Room for the numbers and the name of the vertical axis. */
  static final int LEFT = 62;

  static final int RIGHT = 10;
  private static final int HEIGHT = 230;
  private static final int BELOW = 40;

  /** The height of a row's name, and of a bar below it. */
  private static final int NAME = 16;

  private static final int BAR = 12;

  /** Room for the labels of bars. */
  private static final int BAR_LABEL = 40;

  private static final int LINE = 13;
  private static final double MARGIN = 0.04;

  /** How wide stretched letters are, how high a capital of their font is, and the least drawn. */
  private static final int LETTER = 24;

  private static final double CAPITAL = 17.3;
  private static final double LEAST_LETTER = 0.5;

  private final Svg svg;
  private final Panel panel;
  private final Area area;
  private final Labels labels;

  private PanelDrawing(Svg svg, Panel panel, Area area) {
    this.svg = svg;
    this.panel = panel;
    this.area = area;
    this.labels = new Labels(svg, panel, area);
  }

  /**
   * Draws a panel.
   *
   * @param svg takes it
   * @param left where its numbers begin
   * @param top where it begins
   * @return where it ends
   */
  static int draw(Svg svg, Panel panel, int left, int top) {
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
      svg.append("<text x=\"%d\" y=\"%d\">no figure is defined</text>\n", left + 10, top + 20);
      svg.frame(left, top, width, height);
      return top + height;
    }
    double room = width * MARGIN;
    Area area =
        new Area(
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
    new PanelDrawing(svg, panel, area).draw();
    return top + height + BELOW;
  }

  /** Returns those numbers of the points that an axis shows. */
  private static double[] shown(Panel panel, Function<Point, DoubleStream> numbers, Axis axis) {
    return panel.series().stream()
        .flatMap(series -> panel.shown(series).stream())
        .flatMapToDouble(numbers)
        .filter(axis::shows)
        .toArray();
  }

  private void draw() {
    axes();
    for (int number = 0; number < panel.series().size(); number++) {
      Series series = panel.series().get(number);
      String color = panel.marker(number).color();
      List<Point> points = panel.shown(series);
      double down = panel.up().isNamed() ? NAME + (number + 0.5) * BAR : 0;
      switch (series.mark()) {
        case LINE, DASHED -> {
          line(series, color, points);
          points.forEach(point -> intervals(color, point, area.x(point), y(point)));
        }
        case BAND -> band(color, points);
        case LETTERS -> points.forEach(point -> letter(color, point));
        case BARS -> points.forEach(point -> bar(series, color, point, y(point) + down));
        case POINTS, RINGS -> {
          Marker marker = panel.marker(number);
          points.forEach(point -> point(series, marker, point, y(point) + down));
        }
      }
    }
    labels.place();
  }

  private void axes() {
    int foot = area.top() + area.height();
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : area.across().ticks()) {
      double x = area.across().at(tick);
      svg.append("<path class=\"grid\" d=\"M%.1f %dv%d\"/>\n", x, area.top(), area.height());
      String text =
          panel.across().isNamed() ? panel.across().names().get((int) tick) : Svg.plain(tick);
      double half = Svg.length(text) / 2;
      if (x - half > last + 4) {
        svg.append(
            "<text class=\"muted\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            x, foot + 15, Svg.escaped(text));
        last = x + half;
      }
    }
    svg.append(
        "<text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
        area.left() + area.width() / 2, foot + 32, Svg.escaped(panel.across().label()));
    if (panel.up().isNamed()) {
      for (int row = 0; row < panel.up().names().size(); row++) {
        svg.append(
            "<text x=\"%d\" y=\"%.1f\">%s</text>\n",
            area.left(), area.up().at(row) + NAME - 4, Svg.escaped(panel.up().names().get(row)));
      }
      return;
    }
    double above = Double.POSITIVE_INFINITY;
    for (double tick : area.up().ticks()) {
      double y = area.up().at(tick);
      svg.append("<path class=\"grid\" d=\"M%d %.1fh%d\"/>\n", area.left(), y, area.width());
      if (y + LINE < above) {
        svg.append(
            "<text class=\"muted\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            area.left() - 6, y + 4, Svg.plain(tick));
        above = y;
      }
    }
    svg.append(
        "<text class=\"muted\" transform=\"translate(%d %d) rotate(-90)\""
            + " text-anchor=\"middle\">%s</text>\n",
        area.left() - LEFT + 11, area.top() + area.height() / 2, Svg.escaped(panel.up().label()));
    svg.frame(area.left(), area.top(), area.width(), area.height());
  }

  private double y(Point point) {
    return area.up().at(point.y());
  }

  private void line(Series series, String color, List<Point> points) {
    svg.append("<polyline class=\"%s %s\" points=\"", series.mark().lineStyle(), color);
    points.forEach(point -> svg.append("%.1f,%.1f ", area.x(point), y(point)));
    svg.append("\"><title>%s</title></polyline>\n", Svg.escaped(series.name()));
  }

  private void band(String color, List<Point> points) {
    List<Point> edges =
        points.stream()
            .filter(each -> panel.up().shows(each.low()) && panel.up().shows(each.high()))
            .toList();
    svg.append("<polygon class=\"band %s\" points=\"", color);
    for (int k = 0; k < 2 * edges.size(); k++) {
      boolean isThere = k < edges.size();
      Point point = edges.get(isThere ? k : 2 * edges.size() - 1 - k);
      svg.append("%.1f,%.1f ", area.x(point), area.up().at(isThere ? point.low() : point.high()));
    }
    svg.append("\"/>\n");
  }

  private void letter(String color, Point point) {
    double foot = area.up().at(point.low());
    double height = foot - area.up().at(point.high());
    if (height >= LEAST_LETTER) {
      svg.append(
          "<text class=\"letter %s\" transform=\"translate(%.1f %.2f) scale(1 %.4f)\""
              + " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">"
              + "<title>%s</title>%s</text>\n",
          color,
          area.x(point) - LETTER / 2.0,
          foot,
          height / CAPITAL,
          LETTER,
          Svg.escaped(point.tip()),
          Svg.escaped(point.label()));
    }
  }

  private void bar(Series series, String color, Point point, double y) {
    double foot = area.across().at(0);
    double x = area.x(point);
    svg.append(
        "<rect class=\"mark %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"",
        color, foot, y - BAR / 2.0, Math.max(0, x - foot), BAR - 2);
    end("rect", series, point);
    label(point, color, intervals("", point, x, y), y);
  }

  private void point(Series series, Marker marker, Point point, double y) {
    double x = area.x(point);
    // An interval lies below its marker.
    double end = Math.max(x + marker.size() / 2, intervals(marker.color(), point, x, y));
    svg.append("%s", marker.svg(series.mark() == Mark.RINGS ? "ring" : "mark", x, y));
    end(marker.path().isEmpty() ? "circle" : "path", series, point);
    labels.taken(x - 4, y - 4, x + 4, y + 4);
    label(point, marker.color(), end, y);
  }

  /** Writes the label of a point: beside its row's figure, or where there is room. */
  private void label(Point point, String color, double end, double y) {
    if (point.label().isEmpty()) {
      return;
    }
    if (panel.up().isNamed()) {
      svg.append(
          "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", end + 5, y + 3, Svg.escaped(point.label()));
    } else {
      labels.add(point.label(), color, area.x(point), y);
    }
  }

  /** Draws the intervals of a point, and returns how far right they go. */
  private double intervals(String color, Point point, double x, double y) {
    double end = x;
    if (Double.isFinite(point.right())) {
      double begin = panel.across().shows(point.left()) ? area.across().at(point.left()) : x;
      end = Math.max(end, area.across().at(point.right()));
      interval(color, begin, y, end, y);
    }
    if (Double.isFinite(point.high())) {
      double begin = panel.up().shows(point.low()) ? area.up().at(point.low()) : y;
      interval(color, x, begin, x, area.up().at(point.high()));
    }
    return end;
  }

  private void interval(String color, double x1, double y1, double x2, double y2) {
    svg.append(
        "<line class=\"error %s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
        color, x1, x2, y1, y2);
    labels.taken(x1, y1, x2, y2);
  }

  /** Ends an element with the tip of its point. */
  private void end(String element, Series series, Point point) {
    svg.append("><title>%s</title></%s>\n", Svg.escaped(panel.tip(series, point)), element);
  }
}
