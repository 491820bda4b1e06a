package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fills one blank after the other, the others being masked, and keeps the hypotheses of the highest
 * probability by the chain rule.
 *
 * @param order which blank is filled next
 * @param width how many hypotheses are kept, at least 1
 * @param isReRanked whether the complete ones are ranked by U
 */
public record BeamSearch(Order order, int width, boolean isReRanked) implements AnswerMethod {
  /** Which blank is filled next. */
  public enum Order {
    /** The first that is masked. */
    LEFT_TO_RIGHT,
    /** That whose likeliest word is the likeliest of all. */
    MOST_CONFIDENT_FIRST
  }

  /** Checks the width. */
  public BeamSearch {
    if (width < 1) {
      throw new IllegalArgumentException("a beam of " + width);
    }
  }

  @Override
  public String name() {
    return (order == Order.LEFT_TO_RIGHT ? "left to right" : "most confident first")
        + ", beam of "
        + width
        + (isReRanked ? ", re-ranked by U" : "");
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    List<Hypothesis> beam = List.of(new Hypothesis(text.allMasked(), 0));
    for (int step = 0; step < text.blanks(); step++) {
      beam =
          Hypothesis.best(
              beam.stream().flatMap(hypothesis -> longer(model, text, hypothesis)), width);
    }
    List<List<Integer>> complete = beam.stream().map(Hypothesis::filling).toList();
    List<List<Integer>> ordered = isReRanked ? byEnergy(model, text, complete) : complete;
    return Answers.of(ordered.stream().limit(count).toList());
  }

  private Stream<Hypothesis> longer(
      MaskedLanguageModel model, AnswerText text, Hypothesis hypothesis) {
    List<double[]> known = text.logProbabilities(model, hypothesis.filling());
    int blank =
        order == Order.LEFT_TO_RIGHT
            ? AnswerText.masked(hypothesis.filling()).findFirst().orElseThrow()
            : mostConfident(known, hypothesis.filling());
    return hypothesis.filled(text, blank, known.get(blank), width);
  }

  private static int mostConfident(List<double[]> known, List<Integer> filling) {
    return AnswerText.masked(filling)
        .boxed()
        .max(
            Comparator.comparingDouble(
                blank -> Arrays.stream(known.get(blank)).max().orElseThrow()))
        .orElseThrow();
  }

  static List<List<Integer>> byEnergy(
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
