package dev.infill.evaluation.answers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A filling that may not be complete.
 *
 * @param filling a token for each blank; −1 where it is masked
 * @param logProbability the sum of the log-probabilities with which its blanks were filled, in nats
 */
record Hypothesis(List<Integer> filling, double logProbability) {
  /** The likeliest first; of equal ones that of the lower tokens, so that the order is certain. */
  private static final Comparator<Hypothesis> LIKELIEST_FIRST =
      Comparator.comparingDouble(Hypothesis::logProbability)
          .reversed()
          .thenComparing(hypothesis -> hypothesis.filling.toString());

  /**
   * Returns the likeliest ways to fill one more blank.
   *
   * @param text the text
   * @param blank the blank
   * @param logProbabilities log f of the text's words at the blank
   * @param count how many at most
   */
  Stream<Hypothesis> filled(AnswerText text, int blank, double[] logProbabilities, int count) {
    return likeliest(logProbabilities, count)
        .mapToObj(
            index -> {
              List<Integer> more = new ArrayList<>(filling);
              more.set(blank, text.words().id(index));
              return new Hypothesis(more, logProbability + logProbabilities[index]);
            });
  }

  /** Returns the indices of the largest values, the largest first. */
  private static IntStream likeliest(double[] logProbabilities, int count) {
    return IntStream.range(0, logProbabilities.length)
        .boxed()
        .sorted(Comparator.comparingDouble(index -> -logProbabilities[index]))
        .limit(count)
        .mapToInt(Integer::intValue);
  }

  /** Returns the likeliest of several, each filling once. */
  static List<Hypothesis> best(Stream<Hypothesis> all, int count) {
    List<Hypothesis> kept = new ArrayList<>();
    all.sorted(LIKELIEST_FIRST)
        .filter(one -> kept.stream().noneMatch(other -> other.filling.equals(one.filling)))
        .limit(count)
        .forEach(kept::add);
    return kept;
  }
}
