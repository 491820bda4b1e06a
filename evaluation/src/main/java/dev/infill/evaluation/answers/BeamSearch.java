package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fills one blank after the other from left to right and keeps the likeliest beginnings.
 *
 * @param name as {@link AnswerMethod#name}
 * @param width how many are kept, at least as many as answers are wanted
 * @param scoring what the next blank is filled by, and the order of the answers
 */
record BeamSearch(String name, int width, Scoring scoring) implements AnswerMethod {
  /** How a beam scores fillings. */
  enum Scoring {
    /** By the chain rule: the blanks before one are filled, later ones are masked. */
    CHAIN_RULE,
    /** By the chain rule; the complete fillings are ranked by U. */
    RANKED_BY_ENERGY,
    /** By each blank alone, all others being masked: the product is the probability. */
    INDEPENDENT
  }

  /** Returns the beam of a width by the chain rule. */
  static BeamSearch of(int width) {
    return new BeamSearch("beam of " + width, width, Scoring.CHAIN_RULE);
  }

  /** Returns the beam of a width whose complete fillings are ranked by U. */
  static BeamSearch rankedByEnergy(int width) {
    return new BeamSearch("beam of " + width + " by U", width, Scoring.RANKED_BY_ENERGY);
  }

  /** Returns the search that takes the blanks one by one; the best of a product are kept. */
  static BeamSearch independent(int width) {
    return new BeamSearch("independent", width, Scoring.INDEPENDENT);
  }

  /**
   * A filling that may not be complete.
   *
   * @param filling a token for each blank; −1 where it is masked
   * @param logProbability the sum of the log-probabilities with which its blanks were filled
   */
  private record Hypothesis(List<Integer> filling, double logProbability) {
    /**
     * The likeliest first; of equal ones that of the lower tokens, so that the order is certain.
     */
    private static final Comparator<Hypothesis> LIKELIEST_FIRST =
        Comparator.comparingDouble(Hypothesis::logProbability)
            .reversed()
            .thenComparing(hypothesis -> hypothesis.filling.toString());

    /** Returns the likeliest ways to fill one more blank. */
    Stream<Hypothesis> filled(AnswerText text, int blank, double[] logProbabilities, int count) {
      return IntStream.range(0, logProbabilities.length)
          .boxed()
          .sorted(Comparator.comparingDouble(index -> -logProbabilities[index]))
          .limit(count)
          .map(
              index -> {
                List<Integer> more = new ArrayList<>(filling);
                more.set(blank, text.words().id(index));
                return new Hypothesis(more, logProbability + logProbabilities[index]);
              });
    }
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    List<double[]> alone =
        scoring == Scoring.INDEPENDENT ? text.logProbabilities(model, text.allMasked()) : List.of();
    List<Hypothesis> beam = List.of(new Hypothesis(text.allMasked(), 0));
    for (int next = 0; next < text.blanks(); next++) {
      int blank = next;
      beam =
          beam.stream()
              .flatMap(
                  each ->
                      each.filled(
                          text,
                          blank,
                          (alone.isEmpty() ? text.logProbabilities(model, each.filling()) : alone)
                              .get(blank),
                          width))
              .sorted(Hypothesis.LIKELIEST_FIRST)
              .limit(width)
              .toList();
    }
    List<List<Integer>> complete = beam.stream().map(Hypothesis::filling).toList();
    return switch (scoring) {
      case RANKED_BY_ENERGY -> Answers.of(first(count, byEnergy(model, text, complete)));
      case CHAIN_RULE ->
          Answers.of(
              first(count, complete),
              filling -> text.logProbability(text.fromLeftToRight(model, filling), filling));
      case INDEPENDENT ->
          Answers.of(first(count, complete), filling -> text.logProbability(alone, filling));
    };
  }

  private static List<List<Integer>> first(int count, List<List<Integer>> fillings) {
    return fillings.stream().limit(count).toList();
  }

  private static List<List<Integer>> byEnergy(
      MaskedLanguageModel model, AnswerText text, List<List<Integer>> fillings) {
    List<Double> energies = text.energies(model, fillings);
    Map<List<Integer>, Double> energyOf = new HashMap<>();
    for (int k = 0; k < fillings.size(); k++) {
      energyOf.put(fillings.get(k), energies.get(k));
    }
    return fillings.stream()
        .sorted(Comparator.<List<Integer>>comparingDouble(energyOf::get).reversed())
        .toList();
  }
}
