package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Metrics as people read them: figures, and below them how each is defined.
 *
 * @param palette marks headings and figures
 */
record MetricsTable(Palette palette) {
  private static final int LABEL_WIDTH = 30;
  private static final int FIGURE_WIDTH = 8;
  private static final String ORDERS = "1-" + TextMetrics.NGRAM_ORDER;

  /**
   * Returns the table, ending with a line's end.
   *
   * @param metrics the metrics
   * @param signatures write down definitions
   */
  String render(TextMetrics metrics, Signatures signatures) {
    Map<String, String> definitions = new LinkedHashMap<>();
    StringBuilder table = new StringBuilder();
    table.append(
        "%s, %s%n%n"
            .formatted(counted(metrics.sentences(), "sentence"), counted(metrics.words(), "word")));

    table.append(
        bleu("corpus BLEU", metrics, metrics.corpusBleu(), "no --tbc, --wiki or --references"));
    if (metrics.corpusBleu().isPresent()) {
      definitions.put("corpus BLEU", signatures.corpusBleu(metrics.settings()));
    }
    String few = "needs two sentences or more";
    table.append(bleu("self-BLEU", metrics, metrics.selfBleu(), few));
    String mean = "self-BLEU, mean of sentences";
    double score = metrics.selfBleuMeanOfSentences().orElse(Double.NaN);
    table.append(row(mean, List.of(score), Double.isNaN(score) ? few : ""));
    if (metrics.selfBleu().isPresent()) {
      definitions.put("self-BLEU", signatures.selfBleu(metrics.settings()));
      definitions.put(mean, signatures.selfBleuMeanOfSentences(metrics.meanSettings()));
    }

    table.append(
        "%n%s%s%n"
            .formatted(
                " ".repeat(LABEL_WIDTH),
                IntStream.rangeClosed(1, TextMetrics.NGRAM_ORDER)
                    .mapToObj(n -> right("n=" + n))
                    .collect(Collectors.joining())));
    String self = "unique n-grams: self";
    table.append(row(self, percentages(metrics.uniqueAmongSentences()), ""));
    definitions.put(self, signatures.uniqueAmongSentences(ORDERS));
    metrics
        .uniqueAgainst()
        .forEach(
            (name, ratios) -> {
              String label = "unique n-grams: " + name;
              table.append(row(label, percentages(ratios), ""));
              definitions.put(label, signatures.uniqueAgainst(ORDERS, name));
            });
    table.append(row("distinct n-grams", metrics.distinct(), ""));
    definitions.put("distinct n-grams", signatures.distinct(ORDERS));

    table.append("%n".formatted());
    definitions.forEach(
        (label, signature) ->
            table.append(left(label)).append(palette.faint(signature)).append("%n".formatted()));
    return table.toString();
  }

  private String bleu(
      String label, TextMetrics metrics, Optional<BleuStatistics> statistics, String whyNot) {
    return statistics
        .map(
            counted ->
                row(
                    label,
                    List.of(counted.score(metrics.settings())),
                    counted.precisions().stream()
                            .map(precision -> Figures.decimal(precision, 1))
                            .collect(Collectors.joining("/"))
                        + ", brevity penalty "
                        + Figures.decimal(counted.brevityPenalty(), 3)))
        .orElseGet(() -> row(label, List.of(Double.NaN), whyNot));
  }

  private String row(String label, List<Double> figures, String remark) {
    return left(label)
        + figures.stream()
            .map(figure -> right(Figures.decimal(figure, 2)))
            .map(palette::strong)
            .collect(Collectors.joining())
        + (remark.isEmpty() ? "" : palette.faint("  " + remark))
        + "%n".formatted();
  }

  private static List<Double> percentages(List<Ratio> ratios) {
    return ratios.stream().map(Ratio::percent).toList();
  }

  private static String counted(long count, String noun) {
    return Figures.count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  private static String left(String label) {
    return label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length()));
  }

  private static String right(String figure) {
    return " ".repeat(Math.max(1, FIGURE_WIDTH - figure.length())) + figure;
  }
}
