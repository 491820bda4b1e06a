package dev.infill.web.cli;

import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.InfillSettings;
import dev.infill.evaluation.bench.SamplerBenchmark;
import java.util.OptionalDouble;

/** The results of one text as a table, whose rows are written as they come. */
final class SamplerTable {
  private static final String ROW = "%-12s%7s%11s%10s%9s%8s%10s%10s%n";

  private String heading;

  /**
   * Creates a table.
   *
   * @param heading what stands above it, ending with a line's end
   */
  SamplerTable(String heading) {
    this.heading =
        heading
            + ROW.formatted(
                "balancing", "alpha", "accepted", "changed", "blanks", "ESS", "passes", "ESS/100");
  }

  /**
   * Returns the next row; the first one with what stands above it.
   *
   * @param result the row's result
   */
  String row(SamplerBenchmark.Result result) {
    InfillSettings settings = result.infilling().settings();
    Diagnostics diagnostics = result.infilling().diagnostics();
    String row =
        ROW.formatted(
            settings.balancing().label(),
            settings.stepSize(),
            Figures.percent(diagnostics.acceptanceRate()),
            Figures.percent(diagnostics.acceptedAndChangedRate()),
            Figures.decimal(diagnostics.meanChangedCoordinates(), 2),
            decimal(diagnostics.effectiveSampleSize(), 0),
            Figures.count(diagnostics.modelPasses()),
            decimal(result.effectiveSampleSizePer100Passes(), 2));
    String above = heading;
    heading = "";
    return above + row;
  }

  private static String decimal(OptionalDouble figure, int digits) {
    return Figures.decimal(figure.orElse(Double.NaN), digits);
  }
}
