package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.answers.AnswerSummary;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.web.cli.console.Figures;
import java.util.List;

/** What a comparison of answers came to, as a table of text. */
final class AnswersTable {
  private static final String ROW = "%-42s%8s%8s%6s%6s%6s%6s%7s%7s%8s%8s%n";

  private AnswersTable() {}

  static String render(List<AnswerSummary> summaries) {
    StringBuilder table =
        new StringBuilder(
            ROW.formatted(
                summaries.get(0).texts() + " texts",
                "best U",
                "mean U",
                "finds",
                "orig",
                "words",
                "diff",
                "s-BLEU",
                "err p",
                "passes",
                "seconds"));
    for (AnswerSummary summary : summaries) {
      table.append(
          ROW.formatted(
              summary.method(),
              decimal(summary.bestEnergy(), 2),
              decimal(summary.meanEnergy(), 2),
              percent(summary.findsTheBest()),
              percent(summary.original()),
              percent(summary.originalWords()),
              decimal(summary.differentWords(), 2),
              decimal(summary.selfBleu(), 1),
              percent(summary.error()),
              decimal(summary.modelPasses(), 0),
              decimal(summary.seconds(), 2)));
    }
    return table.toString();
  }

  private static String decimal(Estimate estimate, int digits) {
    return Figures.decimal(estimate.value(), digits);
  }

  private static String percent(Estimate estimate) {
    return estimate.defined()
        ? decimal(new Estimate(100 * estimate.value(), estimate.interval()), 0) + "%"
        : "-";
  }
}
