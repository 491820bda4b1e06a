package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Row;
import dev.infill.evaluation.table.Table;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Metrics as people read them: figures, and below them how each is defined.
 *
 * @param palette marks definitions
 * @param width the width of a line, in characters
 */
record MetricsTable(Palette palette, int width) {
  private static final int LABEL_WIDTH = 30;
  private static final String ORDERS = "1-" + TextMetrics.NGRAM_ORDER;
  private static final String CORPUS = "corpus BLEU";
  private static final String SELF = "self-BLEU";
  private static final String MEAN = "self-BLEU, mean of sentences";
  private static final String UNIQUE = "unique n-grams: ";
  private static final String DISTINCT = "distinct n-grams";

  /**
   * Returns the tables, ending with a line's end.
   *
   * @param metrics the metrics
   * @param signatures write down definitions
   */
  String render(TextMetrics metrics, Signatures signatures) {
    return String.join(
        "\n",
        "%s, %s%n"
            .formatted(
                Figures.counted(metrics.sentences(), "sentence", "s"),
                Figures.counted(metrics.words(), "word", "s")),
        scores(metrics).text(width),
        shares(metrics).text(width),
        definitions(metrics, signatures));
  }

  private static Table scores(TextMetrics metrics) {
    String few = "needs two sentences or more";
    double mean = metrics.selfBleuMeanOfSentences().orElse(Double.NaN);
    return new Table(
        "BLEU",
        List.of(Column.text("BLEU"), Column.number("score", 2), Column.text("by n = 1, 2, …")),
        List.of(
            bleu(CORPUS, metrics, metrics.corpusBleu(), "no --tbc, --wiki or --references"),
            bleu(SELF, metrics, metrics.selfBleu(), few),
            Row.of(MEAN, mean, Double.isNaN(mean) ? few : "")));
  }

  private static Row bleu(
      String label, TextMetrics metrics, Optional<BleuStatistics> statistics, String whyNot) {
    return statistics
        .map(
            counted ->
                Row.of(
                    label,
                    counted.score(metrics.settings()),
                    counted.precisions().stream()
                            .map(precision -> Figures.decimal(precision, 1))
                            .collect(Collectors.joining("/"))
                        + ", brevity penalty "
                        + Figures.decimal(counted.brevityPenalty(), 3)))
        .orElseGet(() -> Row.of(label, Double.NaN, whyNot));
  }

  private static Table shares(TextMetrics metrics) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("n-grams (%)")));
    IntStream.rangeClosed(1, TextMetrics.NGRAM_ORDER)
        .forEach(n -> columns.add(Column.number("n=" + n, 2)));
    List<Row> rows = new ArrayList<>();
    rows.add(row(UNIQUE + "self", percentages(metrics.uniqueAmongSentences())));
    metrics
        .uniqueAgainst()
        .forEach((name, ratios) -> rows.add(row(UNIQUE + name, percentages(ratios))));
    rows.add(row(DISTINCT, metrics.distinct()));
    return new Table("N-grams", columns, rows);
  }

  private static Row row(String label, List<Double> figures) {
    List<Object> cells = new ArrayList<>(List.of(label));
    cells.addAll(figures);
    return Row.of(cells);
  }

  private String definitions(TextMetrics metrics, Signatures signatures) {
    Map<String, String> definitions = new LinkedHashMap<>();
    if (metrics.corpusBleu().isPresent()) {
      definitions.put(CORPUS, signatures.corpusBleu(metrics.settings()));
    }
    if (metrics.selfBleu().isPresent()) {
      definitions.put(SELF, signatures.selfBleu(metrics.settings()));
      definitions.put(MEAN, signatures.selfBleuMeanOfSentences(metrics.meanSettings()));
    }
    definitions.put(UNIQUE + "self", signatures.uniqueAmongSentences(ORDERS));
    metrics
        .uniqueAgainst()
        .keySet()
        .forEach(name -> definitions.put(UNIQUE + name, signatures.uniqueAgainst(ORDERS, name)));
    definitions.put(DISTINCT, signatures.distinct(ORDERS));
    return definitions.entrySet().stream()
        .map(
            each ->
                each.getKey()
                    + " ".repeat(Math.max(1, LABEL_WIDTH - each.getKey().length()))
                    + palette.faint(each.getValue())
                    + "\n")
        .collect(Collectors.joining());
  }

  private static List<Double> percentages(List<Ratio> ratios) {
    return ratios.stream().map(Ratio::percent).toList();
  }
}
