package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.Benchmark;
import dev.infill.evaluation.bench.Measurement;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Table;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.StandardOutput;
import java.util.ArrayList;
import java.util.List;

/** Prints what was timed, as tables or as lines of JSON. */
record BenchReport(
    StandardOutput out,
    boolean isJson,
    Benchmark benchmark,
    ModelDescription model,
    int threads,
    int width) {
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
    List<Column> columns = new ArrayList<>(List.of(Column.text("figure")));
    measured.forEach(one -> columns.add(Column.spread(one.name())));
    Table table =
        Table.of(
            "Median (least–most)",
            columns,
            List.copyOf(measured.get(0).figures().keySet()),
            figure -> {
              List<Object> cells = new ArrayList<>(List.of(figure));
              measured.forEach(one -> cells.add(one.turns(figure)));
              return cells;
            });
    out.print("\n" + table.text(width));
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
}
