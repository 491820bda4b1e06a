package dev.infill.evaluation.metrics;

import java.util.stream.IntStream;

/**
 * The perplexity of sentences by a language model, lower for those that it holds to be more
 * probable. The mean of the sentences' own, which is what {@code evaluate} of Hugging Face gives,
 * is ruled by the least probable ones.
 *
 * @param pieces how many pieces there are
 * @param pooled exp(−Σ log p / pieces) of all sentences together; NaN without pieces
 * @param meanOfSentences the mean of exp(−log p / pieces) of each sentence that has pieces; NaN
 *     without one
 */
public record Perplexity(long pieces, double pooled, double meanOfSentences) {
  /**
   * Sums up sentences.
   *
   * @param logProbabilities of each sentence log p of its pieces, in nats
   * @param pieces of each how many pieces that is of, 0 or more
   * @throws IllegalArgumentException if these are not as many
   */
  public static Perplexity of(double[] logProbabilities, int[] pieces) {
    if (logProbabilities.length != pieces.length) {
      throw new IllegalArgumentException(
          logProbabilities.length + " log-probabilities of " + pieces.length + " sentences");
    }
    long all = IntStream.of(pieces).asLongStream().sum();
    double sum = 0;
    for (double logProbability : logProbabilities) {
      sum += logProbability;
    }
    return new Perplexity(
        all,
        all == 0 ? Double.NaN : Math.exp(-sum / all),
        IntStream.range(0, pieces.length)
            .filter(k -> pieces[k] > 0)
            .mapToDouble(k -> Math.exp(-logProbabilities[k] / pieces[k]))
            .average()
            .orElse(Double.NaN));
  }
}
