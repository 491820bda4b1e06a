package dev.infill.web.cli.bench;

import dev.infill.evaluation.bench.JobSizes.Cost;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.Figures;

/** What jobs of several sizes cost, as a table whose rows are written as they come. */
final class JobSizesTable {
  private static final String ROW = "%-15s%6s%8s%8s%10s%10s%14s%n";

  private JobSizesTable() {}

  static String heading(BenchSession session) {
    return "%s%n".formatted(session.runsOn())
        + ROW.formatted("size", "", "blanks", "pieces", "seconds", "run", "ms/sequence");
  }

  static String row(Cost cost) {
    return ROW.formatted(
        Choices.label(cost.size()),
        cost.value(),
        cost.blanks(),
        cost.pieces(),
        Figures.decimal(cost.medianSeconds(), 2),
        Figures.count(Math.round(cost.passesRun())),
        Figures.decimal(1_000 * cost.medianSeconds() / cost.passesRun(), 1));
  }
}
