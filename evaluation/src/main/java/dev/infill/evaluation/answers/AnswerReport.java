package dev.infill.evaluation.answers;

import dev.infill.evaluation.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a comparison came to, as Markdown: a table of all texts, and one for each corpus and each
 * design if there are several.
 *
 * @param runs of every method for the same texts
 * @param reference the method whose probabilities are held to be right; empty for none
 */
public record AnswerReport(List<AnswerRun> runs, Optional<String> reference) {
  private static final String UNDEFINED = "–";

  /** Copies the runs. */
  public AnswerReport {
    runs = List.copyOf(runs);
  }

  /** A column: what stands above it, and its cells. */
  private record Column(String heading, Function<AnswerSummary, String> cell) {
    static final List<Column> ALL =
        List.of(
            new Column("U of the best", summary -> nats(summary.bestEnergy())),
            new Column("mean U", summary -> nats(summary.meanEnergy())),
            new Column("finds the best", summary -> percent(summary.findsTheBest())),
            new Column("original among the answers", summary -> percent(summary.original())),
            new Column(
                "words of the original, by blank", summary -> percent(summary.originalWords())),
            new Column("different words a blank", summary -> nats(summary.differentWords())),
            new Column("self-BLEU", summary -> figure(summary.selfBleu(), 1, 1, "")),
            new Column("answers", summary -> figure(summary.answers(), 1, 1, "")),
            new Column("error of p", summary -> percent(summary.error())),
            new Column("passes to 10 %", summary -> figure(summary.passesToTenPercent(), 1, 0, "")),
            new Column("passes", summary -> figure(summary.modelPasses(), 1, 0, "")),
            new Column("seconds", summary -> figure(summary.seconds(), 1, 2, "")));

    static String nats(Estimate estimate) {
      return figure(estimate, 1, 2, "");
    }

    static String percent(Estimate estimate) {
      return figure(estimate, 100, 0, " %");
    }

    static String figure(Estimate estimate, double factor, int digits, String unit) {
      if (!estimate.defined()) {
        return UNDEFINED;
      }
      return decimal(factor * estimate.value(), digits)
          + unit
          + estimate
              .interval()
              .map(
                  interval ->
                      " (%s … %s)"
                          .formatted(
                              decimal(factor * interval.low(), digits),
                              decimal(factor * interval.high(), digits)))
              .orElse("");
    }

    private static String decimal(double value, int digits) {
      return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
  }

  /**
   * Returns the report.
   *
   * @param context what the answers depend on beside the methods: name → value
   */
  public String markdown(Map<String, String> context) {
    StringBuilder report = new StringBuilder("# Answers by several methods\n\n");
    report.append(
        """
        Every method is asked for five different answers to each text, with the same model and the same words allowed; \
        all answers are scored by the same U. In brackets: 95 % intervals by the bootstrap over texts. \
        *Finds the best*: the share of texts in which an answer has the highest U that any method found. \
        *Error of p*: the mean of |ln p̂ − ln p| of the probabilities told, p being what the reference tells. \
        *Passes to 10 %*: the median over texts of passes · (error / 10 %)². \
        *Passes*: sequences through the model.

        """);
    context.forEach((name, value) -> report.append("- %s: %s%n".formatted(name, value)));
    report.append('\n');
    Map<String, Predicate<AnswerRun>> parts = new LinkedHashMap<>();
    parts.put("All texts", run -> true);
    List<String> corpora = runs.stream().map(AnswerRun::corpus).distinct().toList();
    if (corpora.size() > 1) {
      corpora.forEach(name -> parts.put("Corpus " + name, run -> run.corpus().equals(name)));
    }
    List<BlankDesign> designs = runs.stream().map(AnswerRun::design).distinct().toList();
    if (designs.size() > 1) {
      designs.forEach(
          design -> parts.put("Blanks: " + design.name(), run -> run.design().equals(design)));
    }
    parts.forEach((title, isIn) -> append(report, title, runs.stream().filter(isIn).toList()));
    return report.toString();
  }

  private void append(StringBuilder report, String title, List<AnswerRun> part) {
    List<AnswerSummary> summaries = AnswerSummary.of(part, reference);
    report.append("## %s%n%n%d texts%n%n".formatted(title, summaries.get(0).texts()));
    // What none of these methods has, such as an error without a reference, is no column.
    List<Column> columns =
        Column.ALL.stream()
            .filter(
                column ->
                    summaries.stream()
                        .anyMatch(summary -> !column.cell.apply(summary).equals(UNDEFINED)))
            .toList();
    List<String> headings = new ArrayList<>(List.of("method"));
    columns.stream().map(Column::heading).forEach(headings::add);
    report.append("| %s |%n".formatted(String.join(" | ", headings)));
    report.append("|---%s%n".formatted("|---".repeat(headings.size() - 1) + "|"));
    for (AnswerSummary summary : summaries) {
      List<String> cells = new ArrayList<>(List.of(summary.method()));
      columns.stream().map(column -> column.cell.apply(summary)).forEach(cells::add);
      report.append("| %s |%n".formatted(String.join(" | ", cells)));
    }
    report.append('\n');
  }
}
