package dev.infill.evaluation.chart;

import dev.infill.evaluation.chart.Series.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Labels beside points. A label without a free place near its point is left out. */
final class Labels {
  private static final int LINE = 13;
  private static final int SHORT = 4;

  private final Svg svg;
  private final Area area;
  private final boolean isJoined;
  private final List<double[]> taken = new ArrayList<>();
  private final List<double[]> written = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();

  Labels(Svg svg, Panel panel, Area area) {
    this.svg = svg;
    this.area = area;
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
      double width = Svg.length(label.text());
      // A short label far from its point could be taken for another's. A long one may cover points
      // that a line joins.
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
                svg.append(
                    "<text class=\"label %s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    label.color(), box[0], box[3] - 3, Svg.escaped(label.text()));
                written.add(box);
              });
    }
  }

  private boolean isInside(double[] box) {
    return box[0] >= area.left() + 2
        && box[2] <= area.left() + area.width()
        && box[1] >= area.top()
        && box[3] <= area.top() + area.height();
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
