package dev.infill.web.cli.batch;

import dev.infill.web.batch.BatchSummaryJson;
import dev.infill.web.batch.BatchSummaryJson.DiversityJson;
import dev.infill.web.batch.BatchSummaryJson.FiguresJson;
import dev.infill.web.batch.BatchSummaryJson.TimingJson;
import dev.infill.web.cli.console.Figures;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The summary of many texts as people read it. */
final class BatchSummaryTable {
  private static final String ROW = "%-32s%s%n";

  private BatchSummaryTable() {}

  /**
   * Returns the table, ending with a line's end.
   *
   * @param summary the summary
   * @param folder where the results are
   */
  static String render(BatchSummaryJson summary, Path folder) {
    FiguresJson figures = summary.figures();
    DiversityJson diversity = summary.diversity();
    TimingJson timing = summary.timing();
    StringBuilder table =
        new StringBuilder(
            "%s of %s texts filled, in %d part%s of %s%n"
                .formatted(
                    Figures.count(summary.filled()),
                    Figures.count(summary.texts()),
                    summary.parts(),
                    summary.parts() == 1 ? "" : "s",
                    folder));
    table.append(ROW.formatted("fillings", Figures.count(summary.candidates())));
    table.append(ROW.formatted("mean U, best filling's U", pair(figures)));
    table.append(ROW.formatted("acceptance", Figures.decimal(figures.acceptanceRate(), 3)));
    table.append(
        ROW.formatted("ESS of U a text", Figures.decimal(figures.effectiveSampleSize(), 1)));
    table.append(
        ROW.formatted("distinct fillings a text", Figures.decimal(figures.distinctFillings(), 1)));
    table.append(
        ROW.formatted(
            "sequences through the model",
            "%s, and %s remembered"
                .formatted(Figures.count(figures.modelPasses()), Figures.count(figures.hits()))));
    table.append(
        ROW.formatted("self-BLEU within a text", Figures.decimal(diversity.selfBleu(), 2)));
    table.append(ROW.formatted("unique n-grams, n = 1-4", decimals(diversity.unique())));
    table.append(ROW.formatted("distinct n-grams, n = 1-4", decimals(diversity.distinct())));
    if (timing.texts() > 0) {
      table.append(
          ROW.formatted(
              "this run",
              "%s texts in %s s, %s texts/min"
                  .formatted(
                      Figures.count(timing.texts()),
                      Figures.decimal(timing.seconds(), 1),
                      Figures.decimal(timing.textsPerMinute(), 1))));
    }
    return table.toString();
  }

  private static String pair(FiguresJson figures) {
    return Figures.decimal(figures.meanEnergy(), 2)
        + ", "
        + Figures.decimal(figures.meanBestEnergy(), 2);
  }

  private static String decimals(List<Double> figures) {
    return figures.stream()
        .map(figure -> Figures.decimal(figure, 2))
        .collect(Collectors.joining(" / "));
  }
}
