package dev.infill.evaluation.metrics;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * All metrics of some sentences. Immutable.
 *
 * @param sentences how many sentences
 * @param words how many words they have
 * @param corpusBleu what corpus BLEU against all references together counts; empty if there are no
 *     references
 * @param selfBleu what pooled self-BLEU counts; empty if there are less than two sentences
 * @param selfBleuMeanOfSentences self-BLEU as the mean of the sentences' scores, from 0 to 100;
 *     empty if there are less than two sentences
 * @param uniqueAmongSentences by n = 1 … {@value #NGRAM_ORDER}, n-grams that occur once
 * @param uniqueAgainst by name of the references and by n, n-grams absent from them
 * @param distinct by n, distinct-n × 100; NaN if no sentence has n words
 * @param settings how BLEU was computed
 * @param meanSettings how the sentences' scores were, whose mean is taken
 */
public record TextMetrics(
    int sentences,
    long words,
    Optional<BleuStatistics> corpusBleu,
    Optional<BleuStatistics> selfBleu,
    OptionalDouble selfBleuMeanOfSentences,
    List<Ratio> uniqueAmongSentences,
    Map<String, List<Ratio>> uniqueAgainst,
    List<Double> distinct,
    BleuSettings settings,
    BleuSettings meanSettings) {
  /** N-grams are compared and counted up to this n, whatever the order of BLEU. */
  public static final int NGRAM_ORDER = 4;

  /** Copies the collections, in their order. */
  public TextMetrics {
    uniqueAmongSentences = List.copyOf(uniqueAmongSentences);
    Map<String, List<Ratio>> copy = new LinkedHashMap<>();
    uniqueAgainst.forEach((name, ratios) -> copy.put(name, List.copyOf(ratios)));
    uniqueAgainst = Collections.unmodifiableMap(copy);
    distinct = List.copyOf(distinct);
  }

  /**
   * Computes all metrics.
   *
   * @param sentences the sentences, each as its words
   * @param references references by their name, in the order in which they are to be reported; of
   *     {@link #requiredOrder}
   * @param settings how BLEU and pooled self-BLEU are computed
   * @param meanSmoothing the smoothing of single sentences, whose mean is the other form of
   *     self-BLEU
   * @throws dev.infill.core.InvalidInputException if references hold no sentence
   * @throws IllegalArgumentException if references are of a lower order, or were restricted to
   *     other sentences
   */
  public static TextMetrics of(
      List<List<String>> sentences,
      Map<String, ReferenceIndex> references,
      BleuSettings settings,
      Smoothing meanSmoothing) {
    SentenceNgrams ngrams = SentenceNgrams.of(sentences, requiredOrder(settings));
    BleuSettings meanSettings = settings.withSmoothing(meanSmoothing);
    Optional<BleuStatistics> corpusBleu =
        references.isEmpty() || sentences.isEmpty()
            ? Optional.empty()
            : Optional.of(
                BleuStatistics.sum(
                    CorpusBleu.statistics(ngrams, union(references.values()), settings.order())));
    List<BleuStatistics> self =
        sentences.size() < 2 ? List.of() : SelfBleu.pooled(ngrams, settings.order());
    Map<String, List<Ratio>> uniqueAgainst = new LinkedHashMap<>();
    references.forEach(
        (name, index) ->
            uniqueAgainst.put(
                name, byOrder(n -> Ratio.sum(UniqueNgrams.absentFrom(ngrams, index, n)))));
    return new TextMetrics(
        sentences.size(),
        sentences.stream().mapToLong(List::size).sum(),
        corpusBleu,
        self.stream().reduce(BleuStatistics::plus),
        self.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(SelfBleu.meanOfScores(self, meanSettings)),
        byOrder(n -> Ratio.sum(UniqueNgrams.self(ngrams, n))),
        uniqueAgainst,
        byOrder(n -> DistinctNgrams.percent(ngrams, n)),
        settings,
        meanSettings);
  }

  /**
   * Returns the order that an index of references needs.
   *
   * @param settings how BLEU is computed
   */
  public static int requiredOrder(BleuSettings settings) {
    return Math.max(NGRAM_ORDER, settings.order());
  }

  private static ReferenceIndex union(Collection<ReferenceIndex> indexes) {
    return ReferenceIndex.union(indexes.toArray(ReferenceIndex[]::new));
  }

  private static <T> List<T> byOrder(IntFunction<T> metric) {
    return IntStream.rangeClosed(1, NGRAM_ORDER).mapToObj(metric).toList();
  }
}
