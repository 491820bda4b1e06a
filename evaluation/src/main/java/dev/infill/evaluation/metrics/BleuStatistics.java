package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The counts of BLEU: of one sentence, or summed over many, whose score is then the corpus BLEU of
 * Papineni et al., "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL 2002. The
 * definitions are those of NLTK's {@code nltk.translate.bleu_score}. Immutable.
 *
 * @param matches by order 1, 2, …: n-grams of the hypothesis that are in a reference, each counted
 *     at most as often as in the one reference that holds it most often
 * @param totals by order: n-grams of the hypothesis, but at least 1 for each sentence (NLTK's
 *     {@code modified_precision}: a sentence shorter than n counts as one that is not matched)
 * @param hypothesisLength words of the hypothesis
 * @param referenceLength words of the reference closest in length, the shorter of two
 */
public record BleuStatistics(
    List<Long> matches, List<Long> totals, long hypothesisLength, long referenceLength) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if they are empty or differ in size, or there are more matches
   *     than n-grams
   */
  public BleuStatistics {
    matches = List.copyOf(matches);
    totals = List.copyOf(totals);
    if (matches.isEmpty() || matches.size() != totals.size()) {
      throw new IllegalArgumentException("matches and totals of different orders");
    }
    for (int i = 0; i < matches.size(); i++) {
      if (matches.get(i) < 0 || matches.get(i) > totals.get(i)) {
        throw new IllegalArgumentException("matches " + matches + " of " + totals + " n-grams");
      }
    }
  }

  /** Returns the largest n that was counted. */
  public int order() {
    return matches.size();
  }

  /**
   * Returns the statistics of two hypotheses together.
   *
   * @param other those of the other one
   * @throws IllegalArgumentException if they were counted to another order
   */
  public BleuStatistics plus(BleuStatistics other) {
    if (other.order() != order()) {
      throw new IllegalArgumentException("statistics of different orders");
    }
    return new BleuStatistics(
        sum(matches, other.matches),
        sum(totals, other.totals),
        hypothesisLength + other.hypothesisLength,
        referenceLength + other.referenceLength);
  }

  private static List<Long> sum(List<Long> first, List<Long> second) {
    List<Long> sums = new ArrayList<>(first.size());
    for (int i = 0; i < first.size(); i++) {
      sums.add(first.get(i) + second.get(i));
    }
    return sums;
  }

  /**
   * Returns the statistics of all sentences together.
   *
   * @param sentences those of each sentence, at least one
   * @throws IllegalArgumentException if there is none, or they are of different orders
   */
  public static BleuStatistics sum(Collection<BleuStatistics> sentences) {
    return sentences.stream()
        .reduce(BleuStatistics::plus)
        .orElseThrow(() -> new IllegalArgumentException("statistics of no sentences"));
  }

  /** Returns the counts as a vector that can be added up: matches, totals, both lengths. */
  public double[] vector() {
    return Stream.of(matches, totals, List.of(hypothesisLength, referenceLength))
        .flatMap(List::stream)
        .mapToDouble(Long::doubleValue)
        .toArray();
  }

  /**
   * Returns the counts of a vector.
   *
   * @param vector as {@link #vector} returns it, or a sum of such vectors
   */
  public static BleuStatistics ofVector(double[] vector) {
    List<Long> counts = Arrays.stream(vector).mapToObj(Math::round).toList();
    int lengths = counts.size() - 2;
    return new BleuStatistics(
        counts.subList(0, lengths / 2),
        counts.subList(lengths / 2, lengths),
        counts.get(lengths),
        counts.get(lengths + 1));
  }

  /** Returns 100 · matches/totals by order, without smoothing. */
  public List<Double> precisions() {
    List<Double> precisions = new ArrayList<>(order());
    for (int i = 0; i < order(); i++) {
      precisions.add(100.0 * matches.get(i) / totals.get(i));
    }
    return List.copyOf(precisions);
  }

  /**
   * Returns the brevity penalty, from 0 to 1: 1 for a hypothesis as long as its references or
   * longer, 0 for an empty one.
   */
  public double brevityPenalty() {
    if (hypothesisLength > referenceLength) {
      return 1;
    }
    return hypothesisLength == 0 ? 0 : Math.exp(1 - (double) referenceLength / hypothesisLength);
  }

  /**
   * Returns BLEU, from 0 to 100. It is 0 without a matching word, whatever the smoothing (as in
   * NLTK and sacreBLEU), and without smoothing if any precision that has a weight is 0.
   *
   * @param settings how the precisions become one score
   * @throws InvalidInputException if the settings want a larger order than was counted
   */
  public double score(BleuSettings settings) {
    if (settings.order() > order()) {
      throw new InvalidInputException(
          "order",
          "BLEU of order %d from n-grams counted to order %d".formatted(settings.order(), order()));
    }
    if (matches.get(0) == 0) {
      return 0;
    }
    int used = settings.effectiveOrder() ? effectiveOrder(settings.order()) : settings.order();
    double[] precisions = settings.smoothing().precisions(matches, totals, used);
    double logarithm = 0;
    double weights = 0;
    for (int i = 0; i < used; i++) {
      double weight = settings.weights().get(i);
      if (weight > 0) {
        logarithm += weight * Math.log(precisions[i]);
        weights += weight;
      }
    }
    return weights == 0 ? 0 : 100 * brevityPenalty() * Math.exp(logarithm / weights);
  }

  /**
   * Returns the largest order, up to a given one, that has an n-gram. From one order to the next
   * the total falls by 1 for each sentence that has an n-gram of the higher order, and does not for
   * the others, whose n-grams are counted as at least 1.
   */
  private int effectiveOrder(int largest) {
    int effective = 1;
    while (effective < largest && totals.get(effective) < totals.get(effective - 1)) {
      effective++;
    }
    return effective;
  }
}
