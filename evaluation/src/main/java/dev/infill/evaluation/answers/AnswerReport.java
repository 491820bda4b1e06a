package dev.infill.evaluation.answers;

import dev.infill.evaluation.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a comparison came to, as text or as Markdown.
 *
 * @param runs of every method for the same texts, at least one
 */
public record AnswerReport(List<AnswerRun> runs) {
  private static final String UNDEFINED = "–";

  private static final List<Column> OF_METHODS =
      List.of(
          new Column("log p", false, 2, AnswerSummary::logProbability),
          new Column("first", true, 0, AnswerSummary::first),
          new Column("among five", true, 0, AnswerSummary::original),
          new Column("words", true, 0, AnswerSummary::originalWords),
          new Column("different words", false, 2, AnswerSummary::differentWords),
          new Column("passes", false, 0, AnswerSummary::modelPasses),
          new Column("seconds", false, 2, AnswerSummary::seconds));

  /** What can be better. */
  private static final List<Column> OF_DIFFERENCES = OF_METHODS.subList(0, 4);

  /** Copies the runs. */
  public AnswerReport {
    runs = List.copyOf(runs);
  }

  /** A column: what stands above it, and what it tells; shares in percent. */
  private record Column(
      String heading, boolean isShare, int digits, Function<AnswerSummary, Estimate> figure) {
    String value(AnswerSummary summary) {
      Estimate estimate = figure.apply(summary);
      return estimate.defined() ? decimal(estimate.value()) + (isShare ? " %" : "") : UNDEFINED;
    }

    String valueAndInterval(AnswerSummary summary) {
      return value(summary)
          + figure
              .apply(summary)
              .interval()
              .map(told -> " (%s … %s)".formatted(decimal(told.low()), decimal(told.high())))
              .orElse("");
    }

    private String decimal(double value) {
      String written =
          String.format(Locale.ROOT, "%." + digits + "f", isShare ? 100 * value : value);
      return written.matches("-0[.]?0*") ? written.substring(1) : written;
    }
  }

  /** Rows of cells, the headings first. */
  private static List<List<String>> table(
      String corner,
      List<Column> columns,
      List<AnswerSummary> summaries,
      BiFunction<Column, AnswerSummary, String> cell) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(corner, columns.stream().map(Column::heading)));
    for (AnswerSummary summary : summaries) {
      rows.add(row(summary.method(), columns.stream().map(column -> cell.apply(column, summary))));
    }
    return rows;
  }

  private static List<List<String>> differences(List<AnswerRun> runs) {
    return table(
        "difference", OF_DIFFERENCES, AnswerSummary.differences(runs), Column::valueAndInterval);
  }

  private static List<String> row(String first, Stream<String> others) {
    return Stream.concat(Stream.of(first), others).toList();
  }

  /** Says how well {@code fill} answered. */
  private static String quality(List<AnswerSummary> summaries) {
    return summaries.stream()
        .flatMap(summary -> summary.fill().stream().map(fill -> quality(summary, fill)))
        .collect(Collectors.joining());
  }

  private static String quality(AnswerSummary summary, FillSummary fill) {
    return "%s: %d of %d texts reliable, %d lists certain; passes to the certain list: %s; to the end: %s\n"
        .formatted(
            summary.method(),
            fill.reliable(),
            summary.texts(),
            fill.certain(),
            passes(fill.toCertain()),
            passes(fill.toEnd()));
  }

  private static String passes(FillSummary.Passes passes) {
    return "%s (90 %%: %s)".formatted(passes(passes.median()), passes(passes.most()));
  }

  private static String passes(double passes) {
    return Double.isInfinite(passes) ? "never" : String.format(Locale.ROOT, "%.0f", passes);
  }

  /** Returns what all texts come to: the methods, then the differences of every two. */
  public List<AnswerSummary> summaries() {
    return Stream.concat(AnswerSummary.of(runs).stream(), AnswerSummary.differences(runs).stream())
        .toList();
  }

  /** Returns the tables of all texts for a terminal. */
  public String text() {
    List<AnswerSummary> summaries = AnswerSummary.of(runs);
    String texts = summaries.get(0).texts() + " texts";
    return aligned(table(texts, OF_METHODS, summaries, Column::value))
        + quality(summaries)
        + "\n"
        + aligned(differences(runs));
  }

  private static String aligned(List<List<String>> rows) {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(k -> rows.stream().mapToInt(row -> row.get(k).length()).max().orElseThrow())
            .toArray();
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
      for (int k = 1; k < widths.length; k++) {
        text.append(" ".repeat(2 + widths[k] - row.get(k).length())).append(row.get(k));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Returns the tables of all texts, and those of each corpus and each design if there are several.
   *
   * @param context what the answers depend on beside the methods: name → value
   */
  public String markdown(Map<String, String> context) {
    StringBuilder report = new StringBuilder("# Answers by several methods\n\n");
    report.append(
        """
        Every method is asked for five different answers to each text, with the same model and the same words allowed. \
        In brackets: 95 % intervals by the bootstrap over texts. \
        *log p*: the logarithm of the probability of what was written, in nats, of methods that have a probability of every filling. \
        *First*, *among five*: the share of texts whose original filling is the first answer, or one of the five. \
        *Words*: the share of blanks at which some answer has the original word. \
        *Different words*: of the answers at a blank. \
        *Passes*: sequences through the model. \
        *Differences* are taken text by text.

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
    parts.forEach(
        (title, isIn) -> {
          List<AnswerRun> part = runs.stream().filter(isIn).toList();
          List<AnswerSummary> summaries = AnswerSummary.of(part);
          report.append("## %s%n%n%d texts%n%n".formatted(title, summaries.get(0).texts()));
          report
              .append(piped(table("method", OF_METHODS, summaries, Column::valueAndInterval)))
              .append('\n');
          report.append(quality(summaries)).append('\n');
          report.append(piped(differences(part))).append('\n');
        });
    return report.toString();
  }

  private static String piped(List<List<String>> rows) {
    List<String> lines =
        new ArrayList<>(rows.stream().map(row -> "| " + String.join(" | ", row) + " |\n").toList());
    lines.add(1, "|---".repeat(rows.get(0).size()) + "|\n");
    return String.join("", lines);
  }
}
