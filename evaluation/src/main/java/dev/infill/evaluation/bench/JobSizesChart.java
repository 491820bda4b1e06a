package dev.infill.evaluation.bench;

import dev.infill.evaluation.bench.JobSizes.Cost;
import dev.infill.evaluation.bench.JobSizes.Size;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.chart.Series.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What jobs cost as a drawing: for each size the seconds, and what it took of sequences. Axes are
 * logarithmic; a dashed line leaves the first point in proportion to the size.
 *
 * @param costs at least one
 */
public record JobSizesChart(List<Cost> costs) {
  /** Copies the list. */
  public JobSizesChart {
    costs = List.copyOf(costs);
  }

  /** Returns an SVG document. */
  public String svg() {
    List<Panel> panels = new ArrayList<>();
    for (Size size : Size.values()) {
      List<Cost> grown = costs.stream().filter(cost -> cost.size() == size).toList();
      if (!grown.isEmpty()) {
        panels.add(panel(grown, "seconds a text", Cost::medianSeconds));
        // Texts are the same however many are filled at once.
        if (size != Size.TEXTS_AT_ONCE) {
          panels.add(panel(grown, "sequences through the model", Cost::passesRun));
        }
      }
    }
    return Chart.svg("What a job costs", panels);
  }

  private static Panel panel(List<Cost> grown, String name, ToDoubleFunction<Cost> cost) {
    Cost first = grown.get(0);
    int last = grown.get(grown.size() - 1).value();
    String label = first.size().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    List<Series> series = new ArrayList<>();
    series.add(
        new Series(
            "measured",
            grown.stream()
                .map(point -> new Point(point.value(), cost.applyAsDouble(point)))
                .toList(),
            Mark.LINE));
    // Filling more texts at once does not make the work of one grow.
    if (first.size() != Size.TEXTS_AT_ONCE) {
      double start = cost.applyAsDouble(first);
      series.add(
          new Series(
              "in proportion",
              List.of(
                  new Point(first.value(), start), new Point(last, start * last / first.value())),
              Mark.DASHED));
    }
    return new Panel(
        name + " by " + label, Axis.logarithmic(label), Axis.logarithmic(name), series);
  }
}
