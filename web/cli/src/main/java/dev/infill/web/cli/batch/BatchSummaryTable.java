package dev.infill.web.cli.batch;

import dev.infill.web.batch.BatchSummaryJson;
import dev.infill.web.batch.BatchSummaryJson.DiversityJson;
import dev.infill.web.batch.BatchSummaryJson.FillFiguresJson;
import dev.infill.web.batch.BatchSummaryJson.SampleFiguresJson;
import dev.infill.web.batch.BatchSummaryJson.TimingJson;
import dev.infill.web.cli.console.AnnotatedText;
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
                    AnnotatedText.printable(folder.toString())));
    row(table, "fillings", Figures.count(summary.candidates()));
    if (summary.figures() instanceof FillFiguresJson figures) {
      filled(figures, table);
    } else if (summary.figures() instanceof SampleFiguresJson figures) {
      sampled(figures, table);
    }
    row(table, "self-BLEU within a text", Figures.decimal(diversity.selfBleu(), 2));
    row(table, "unique n-grams, n = 1-4", decimals(diversity.unique()));
    row(table, "distinct n-grams, n = 1-4", decimals(diversity.distinct()));
    if (timing.texts() > 0) {
      row(
          table,
          "this run",
          "%s texts in %s s, %s texts/min"
              .formatted(
                  Figures.count(timing.texts()),
                  Figures.decimal(timing.seconds(), 1),
                  Figures.decimal(timing.textsPerMinute(), 1)));
    }
    return table.toString();
  }

  private static void filled(FillFiguresJson figures, StringBuilder table) {
    row(table, "reliable probabilities", Figures.counted(figures.reliable(), "text", "s"));
    row(table, "certain lists", Figures.counted(figures.certain(), "text", "s"));
    row(table, "best filling's M, U", pair(figures.meanBestTwoWay(), figures.meanBestEnergy()));
    row(
        table,
        "sequences through the model",
        "%s, and %s"
            .formatted(
                Figures.count(figures.modelPasses()),
                Figures.counted(figures.draws(), "draw", "s")));
  }

  private static void sampled(SampleFiguresJson figures, StringBuilder table) {
    row(table, "reliable probabilities", Figures.counted(figures.reliable(), "text", "s"));
    row(table, "mean U, best filling's U", pair(figures.meanEnergy(), figures.meanBestEnergy()));
    row(table, "acceptance", Figures.decimal(figures.acceptanceRate(), 3));
    row(table, "ESS of U a text", Figures.decimal(figures.effectiveSampleSize(), 1));
    row(table, "distinct fillings a text", Figures.decimal(figures.distinctFillings(), 1));
    row(
        table,
        "sequences through the model",
        "%s, and %s remembered"
            .formatted(Figures.count(figures.modelPasses()), Figures.count(figures.hits())));
  }

  private static void row(StringBuilder table, String name, String figure) {
    table.append(ROW.formatted(name, figure));
  }

  private static String pair(double one, double other) {
    return Figures.decimal(one, 2) + ", " + Figures.decimal(other, 2);
  }

  private static String decimals(List<Double> figures) {
    return figures.stream()
        .map(figure -> Figures.decimal(figure, 2))
        .collect(Collectors.joining(" / "));
  }
}
