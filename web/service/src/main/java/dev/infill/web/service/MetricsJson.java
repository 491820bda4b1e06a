package dev.infill.web.service;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.web.api.Versions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of sentences, as {@code infill evaluate metrics --format json} prints them; all figures
 * are percentages.
 *
 * @param sentences how many sentences
 * @param tokens how many words they have
 * @param references how many reference sentences there are, by the name of the references
 * @param corpusBleu BLEU against all references together; null without references
 * @param selfBleu self-BLEU, counts pooled; null for one sentence
 * @param selfBleuMeanOfSentences self-BLEU, mean of the sentences' scores; null for one sentence
 * @param unique unique n-grams by {@code self} and the names of references, and by n; null where no
 *     sentence has n words
 * @param distinct distinct n-grams by n; null where no sentence has n words
 * @param bleu what the BLEU scores are made of
 * @param signatures how each figure is defined
 * @param versions the versions of Infill and its libraries
 */
public record MetricsJson(
    int sentences,
    long tokens,
    Map<String, Long> references,
    Optional<Double> corpusBleu,
    Optional<Double> selfBleu,
    OptionalDouble selfBleuMeanOfSentences,
    Map<String, Map<Integer, Double>> unique,
    Map<Integer, Double> distinct,
    BleuJson bleu,
    SignaturesJson signatures,
    SortedMap<String, String> versions) {
  private static final String SELF = "self";
  private static final String ORDERS = "1-" + TextMetrics.NGRAM_ORDER;

  /**
   * Maps metrics.
   *
   * @param metrics the metrics
   * @param references what they compare with, by name
   * @param signatures write down definitions
   * @param versions the versions of the application
   */
  public static MetricsJson of(
      TextMetrics metrics,
      Map<String, ReferenceIndex> references,
      Signatures signatures,
      Versions versions) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    references.forEach((name, index) -> sizes.put(name, index.sentences()));
    Map<String, Map<Integer, Double>> unique = new LinkedHashMap<>();
    unique.put(SELF, byOrder(percentages(metrics.uniqueAmongSentences())));
    metrics
        .uniqueAgainst()
        .forEach((name, ratios) -> unique.put(name, byOrder(percentages(ratios))));
    SortedMap<String, String> allVersions = new TreeMap<>(versions.libraries());
    allVersions.put("infill", versions.infill());
    return new MetricsJson(
        metrics.sentences(),
        metrics.words(),
        sizes,
        score(metrics.corpusBleu(), metrics.settings()),
        score(metrics.selfBleu(), metrics.settings()),
        metrics.selfBleuMeanOfSentences(),
        unique,
        byOrder(metrics.distinct()),
        new BleuJson(
            metrics.corpusBleu().map(BleuCountsJson::of).orElse(null),
            metrics.selfBleu().map(BleuCountsJson::of).orElse(null)),
        SignaturesJson.of(metrics, signatures),
        allVersions);
  }

  private static Optional<Double> score(
      Optional<BleuStatistics> statistics, BleuSettings settings) {
    return statistics.map(counted -> counted.score(settings));
  }

  private static List<Double> percentages(List<Ratio> ratios) {
    return ratios.stream().map(Ratio::percent).toList();
  }

  private static Map<Integer, Double> byOrder(List<Double> figures) {
    Map<Integer, Double> byOrder = new LinkedHashMap<>();
    for (double figure : figures) {
      byOrder.put(byOrder.size() + 1, figure);
    }
    return byOrder;
  }

  /**
   * What the BLEU scores are made of.
   *
   * @param corpus corpus BLEU; null without references
   * @param self pooled self-BLEU; null for one sentence
   */
  public record BleuJson(@Nullable BleuCountsJson corpus, @Nullable BleuCountsJson self) {}

  /**
   * What a BLEU score is made of.
   *
   * @param precisions precisions of n-grams by order, from 0 to 100, not smoothed
   * @param brevityPenalty the brevity penalty, from 0 to 1
   * @param matches clipped matches by order
   * @param totals all n-grams by order, at least 1 for each sentence
   * @param hypothesisLength words of the sentences
   * @param referenceLength words of the references closest in length
   */
  public record BleuCountsJson(
      List<Double> precisions,
      double brevityPenalty,
      List<Long> matches,
      List<Long> totals,
      long hypothesisLength,
      long referenceLength) {
    static BleuCountsJson of(BleuStatistics statistics) {
      return new BleuCountsJson(
          statistics.precisions(),
          statistics.brevityPenalty(),
          statistics.matches(),
          statistics.totals(),
          statistics.hypothesisLength(),
          statistics.referenceLength());
    }
  }

  /**
   * How each figure is defined; members are named as those of the figures.
   *
   * @param corpusBleu of corpus BLEU; null without it
   * @param selfBleu of pooled self-BLEU; null without it
   * @param selfBleuMeanOfSentences of the mean of the sentences' scores; null without it
   * @param unique of unique n-grams, by what they are compared with
   * @param distinct of distinct n-grams
   */
  public record SignaturesJson(
      @Nullable String corpusBleu,
      @Nullable String selfBleu,
      @Nullable String selfBleuMeanOfSentences,
      Map<String, String> unique,
      String distinct) {
    static SignaturesJson of(TextMetrics metrics, Signatures signatures) {
      Map<String, String> unique = new LinkedHashMap<>();
      unique.put(SELF, signatures.uniqueAmongSentences(ORDERS));
      metrics
          .uniqueAgainst()
          .keySet()
          .forEach(name -> unique.put(name, signatures.uniqueAgainst(ORDERS, name)));
      boolean several = metrics.selfBleu().isPresent();
      return new SignaturesJson(
          metrics.corpusBleu().isPresent() ? signatures.corpusBleu(metrics.settings()) : null,
          several ? signatures.selfBleu(metrics.settings()) : null,
          several ? signatures.selfBleuMeanOfSentences(metrics.meanSettings()) : null,
          unique,
          signatures.distinct(ORDERS));
    }
  }
}
