package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.Benchmark;
import dev.infill.evaluation.bench.Measurement;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.StandardOutput;
import java.util.List;

/** Prints what was timed, as tables or as lines of JSON. */
record BenchReport(
    StandardOutput out, boolean isJson, Benchmark benchmark, ModelDescription model, int threads) {
  private static final String LABEL = "%-15s";
  private static final String CELL = "%20s";

  /**
   * A line of JSON.
   *
   * @param measured its name, its figures of every turn, and what it printed
   * @param text the text
   * @param threads threads of the model
   * @param settings what was given, the model and the versions; the next turns have the next seeds
   */
  private record Line(
      @JsonUnwrapped Measurement measured, String text, int threads, SettingsJson settings) {}

  /** Says what is timed on what, above tables. */
  void printHeading() {
    if (!isJson) {
      out.print(
          "%d chains x %d steps; %s %s, %d threads; %d repetitions%n"
              .formatted(
                  benchmark.settings().chains(),
                  benchmark.settings().steps(),
                  model.device(),
                  model.precision(),
                  threads,
                  benchmark.repetitions()));
    }
  }

  /** Prints measurements side by side; the first one has all figures but of peers. */
  void print(List<Measurement> measured) {
    if (isJson) {
      measured.forEach(this::printJson);
      return;
    }
    StringBuilder table = new StringBuilder("%n".formatted() + LABEL.formatted(""));
    measured.forEach(one -> table.append(CELL.formatted(one.name())));
    for (String figure : measured.get(0).figures().keySet()) {
      table.append("%n".formatted() + LABEL.formatted(figure));
      measured.forEach(one -> table.append(CELL.formatted(spread(one.turns(figure)))));
    }
    out.print(table.append("%n".formatted()).toString());
    for (Measurement one : measured) {
      for (String printed : one.printed()) {
        out.print("%n-- the %s printed:%n%s%n".formatted(one.name(), printed.stripTrailing()));
      }
    }
  }

  private void printJson(Measurement one) {
    SettingsJson settings = SettingsJson.of(benchmark.settings(), model, Versions.current());
    out.print(new JsonLines().line(new Line(one, benchmark.text(), threads, settings)) + "\n");
  }

  /** Returns the median of some turns, and between which numbers they lie. */
  private static String spread(List<Double> turns) {
    double[] sorted = turns.stream().mapToDouble(turn -> turn).sorted().toArray();
    int last = sorted.length - 1;
    return last < 0 || !Double.isFinite(sorted[last])
        ? "-"
        : "%s (%s-%s)"
            .formatted(
                digits((sorted[last / 2] + sorted[(last + 1) / 2]) / 2),
                digits(sorted[0]),
                digits(sorted[last]));
  }

  private static String digits(double figure) {
    return Figures.decimal(figure, figure < 1 ? 3 : figure < 10 ? 2 : figure < 1000 ? 1 : 0);
  }
}
