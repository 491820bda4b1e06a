package dev.infill.evaluation.bench;

import dev.infill.evaluation.chart.LogScale;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What jobs of several sizes cost, as a drawing that needs nothing beside it: a column of panels
 * for every size that grows, seconds above, model passes below, both axes logarithmic. A dashed
 * line leaves the first point in proportion to the size.
 */
public final class SizesPlot {
  private static final int WIDTH = 190;
  private static final int HEIGHT = 150;
  private static final int LEFT = 62;
  private static final int TOP = 54;
  private static final int GAP_ACROSS = 26;
  private static final int GAP_DOWN = 60;
  private static final int BELOW = 46;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<SizesBenchmark.Axis, List<SizesBenchmark.Point>> byAxis;
  private final StringBuilder drawing = new StringBuilder();

  private SizesPlot(List<SizesBenchmark.Point> points) {
    byAxis =
        points.stream()
            .collect(
                Collectors.groupingBy(
                    SizesBenchmark.Point::axis, TreeMap::new, Collectors.toList()));
  }

  /**
   * Returns the drawing, an SVG document.
   *
   * @param points the jobs, at least one
   */
  public static String of(List<SizesBenchmark.Point> points) {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
    return new SizesPlot(points).draw();
  }

  private String draw() {
    int panels = byAxis.size();
    int width = LEFT + panels * WIDTH + (panels - 1) * GAP_ACROSS + 20;
    int height = TOP + 2 * HEIGHT + GAP_DOWN + BELOW;
    append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" role=\"img\" aria-labelledby=\"title\">%n",
        width, height, width, height);
    append("<title id=\"title\">What a job of infilling costs, by its sizes</title>%n");
    append(
        "<style>text{font:11px system-ui,sans-serif;fill:#333}.name{font-weight:600}"
            + ".grid{stroke:#ddd}.frame{fill:none;stroke:#999}"
            + ".line{fill:none;stroke:#0b62a4;stroke-width:1.5}.point{fill:#0b62a4}"
            + ".slope{stroke:#999;stroke-dasharray:4 3}</style>%n");
    append("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n", width, height);
    append(
        "<text x=\"%d\" y=\"20\">%s</text>%n",
        LEFT, "Logarithmic axes. Dashed: in proportion to the size.");
    row(0, "seconds", SizesBenchmark.Point::seconds);
    row(1, "passes run", SizesBenchmark.Point::passesRun);
    return append("</svg>%n").toString();
  }

  private void row(int row, String name, ToDoubleFunction<SizesBenchmark.Point> cost) {
    int top = TOP + row * (HEIGHT + GAP_DOWN);
    LogScale down =
        LogScale.decades(
            byAxis.values().stream().flatMap(List::stream).mapToDouble(cost).toArray(),
            top + HEIGHT,
            top);
    append("<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>%n", LEFT, top - 8, name);
    int column = 0;
    for (Map.Entry<SizesBenchmark.Axis, List<SizesBenchmark.Point>> axis : byAxis.entrySet()) {
      int left = LEFT + column * (WIDTH + GAP_ACROSS);
      panel(left, top, column == 0, label(axis.getKey()), axis.getValue(), cost, down);
      column++;
    }
  }

  private void panel(
      int left,
      int top,
      boolean first,
      String name,
      List<SizesBenchmark.Point> points,
      ToDoubleFunction<SizesBenchmark.Point> cost,
      LogScale down) {
    double[] sizes = points.stream().mapToDouble(SizesBenchmark.Point::value).toArray();
    LogScale across = LogScale.around(sizes, left + 12, left + WIDTH - 12);
    for (double tick : down.decades()) {
      append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
          left, left + WIDTH, down.at(tick), down.at(tick));
      if (first) {
        append(
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
            left - 6, down.at(tick) + 4, plain(tick));
      }
    }
    append(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>%n",
        left, top, WIDTH, HEIGHT);
    proportional(points, cost, across, down);
    append("<polyline class=\"line\" points=\"");
    for (SizesBenchmark.Point point : points) {
      append("%.1f,%.1f ", across.at(point.value()), down.at(cost.applyAsDouble(point)));
    }
    append("\"/>%n");
    for (SizesBenchmark.Point point : points) {
      append(
          "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%d: %s</title></circle>%n",
          across.at(point.value()),
          down.at(cost.applyAsDouble(point)),
          point.value(),
          plain(cost.applyAsDouble(point)));
      append(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
          across.at(point.value()), top + HEIGHT + 14, point.value());
    }
    append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
        left + WIDTH / 2, top + HEIGHT + 28, name);
  }

  /** Draws cost = c · size through the first point, as far as it stays in the panel. */
  private void proportional(
      List<SizesBenchmark.Point> points,
      ToDoubleFunction<SizesBenchmark.Point> cost,
      LogScale across,
      LogScale down) {
    SizesBenchmark.Point first = points.get(0);
    double perSize = cost.applyAsDouble(first) / first.value();
    double last = Math.min(points.get(points.size() - 1).value(), down.largest() / perSize);
    if (last > first.value()) {
      append(
          "<line class=\"slope\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
          across.at(first.value()),
          down.at(perSize * first.value()),
          across.at(last),
          down.at(perSize * last));
    }
  }

  private static String label(SizesBenchmark.Axis axis) {
    return switch (axis) {
      case CHAINS -> "chains";
      case STEPS -> "steps";
      case BLANKS -> "blanks";
      case LENGTH -> "length, pieces";
    };
  }

  private static String plain(double number) {
    return new BigDecimal(number)
        .round(new MathContext(SIGNIFICANT_DIGITS))
        .stripTrailingZeros()
        .toPlainString();
  }

  private StringBuilder append(String format, Object... arguments) {
    return drawing.append(String.format(Locale.ROOT, format.replace("%n", "\n"), arguments));
  }
}
