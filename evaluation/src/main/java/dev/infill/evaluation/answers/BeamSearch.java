package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fills one blank after the other from left to right, later ones being masked, and keeps the
 * hypotheses of the highest probability by the chain rule.
 *
 * @param width how many hypotheses are kept, at least 1
 * @param isReRanked whether the complete ones are ranked by U; else they have the probability of
 *     the chain rule
 */
public record BeamSearch(int width, boolean isReRanked) implements AnswerMethod {
  /** Checks the width. */
  public BeamSearch {
    if (width < 1) {
      throw new IllegalArgumentException("a beam of " + width);
    }
  }

  @Override
  public String name() {
    return "beam of " + width + (isReRanked ? " by U" : "");
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    List<Hypothesis> beam = List.of(new Hypothesis(text.allMasked(), 0));
    for (int step = 0; step < text.blanks(); step++) {
      int blank = step;
      Stream<Hypothesis> longer =
          beam.stream()
              .flatMap(
                  hypothesis ->
                      hypothesis.filled(
                          text,
                          blank,
                          text.logProbabilities(model, hypothesis.filling()).get(blank),
                          width));
      beam = Hypothesis.best(longer, width);
    }
    List<List<Integer>> complete = beam.stream().map(Hypothesis::filling).toList();
    return isReRanked
        ? Answers.of(byEnergy(model, text, complete).stream().limit(count).toList())
        : Answers.of(
            complete.stream().limit(count).toList(),
            filling -> text.logProbability(text.fromLeftToRight(model, filling), filling));
  }

  private static List<List<Integer>> byEnergy(
      MaskedLanguageModel model, AnswerText text, List<List<Integer>> fillings) {
    List<Double> energies = text.energies(model, fillings);
    Map<List<Integer>, Double> energyOf =
        IntStream.range(0, fillings.size())
            .boxed()
            .collect(Collectors.toMap(fillings::get, energies::get));
    return fillings.stream()
        .sorted(Comparator.<List<Integer>>comparingDouble(energyOf::get).reversed())
        .toList();
  }
}
