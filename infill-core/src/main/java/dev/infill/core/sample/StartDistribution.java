package dev.infill.core.sample;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The distribution that chains start from: independent blanks, or blank after blank within a
 * restriction.
 *
 * @param blanks the distribution over each Θᵢ
 * @param restriction the fillings that are allowed; empty for all
 */
record StartDistribution(List<CategoricalDistribution> blanks, Optional<Restriction> restriction)
    implements Function<RandomGenerator, State> {
  /**
   * Returns the all-{@code [MASK]} distribution of each blank, restricted to Θᵢ; the uniform one
   * after a stop. Its cost is one model pass.
   *
   * @param text the text
   * @param model the model
   * @param stop stops the job
   */
  static StartDistribution masked(
      TextOfLengths text, MaskedLanguageModel model, Cancellation stop) {
    return stop.unlessCancelled(() -> model.allMaskedLogProbabilities(text.tokenized()))
        .map(logProbabilities -> masked(text, logProbabilities))
        .orElseGet(() -> uniform(text));
  }

  private static StartDistribution masked(TextOfLengths text, List<double[]> logProbabilities) {
    return new StartDistribution(
        IntStream.range(0, text.candidates().size())
            .mapToObj(blank -> among(text.candidates().get(blank), logProbabilities.get(blank)))
            .toList(),
        text.restriction());
  }

  private static CategoricalDistribution among(TokenSet tokens, double[] logProbabilities) {
    return CategoricalDistribution.ofLogWeights(
        tokens.ids().mapToDouble(id -> logProbabilities[id]).toArray());
  }

  /**
   * Returns the uniform distribution over each Θᵢ.
   *
   * @param text the text
   */
  static StartDistribution uniform(TextOfLengths text) {
    return new StartDistribution(
        text.candidates().stream()
            .map(tokens -> CategoricalDistribution.ofLogWeights(new double[tokens.size()]))
            .toList(),
        text.restriction());
  }

  /**
   * Draws a filling.
   *
   * @throws dev.infill.core.InvalidInputException if no allowed filling is found
   */
  @Override
  public State apply(RandomGenerator random) {
    if (restriction.isPresent()) {
      return restriction.get().draw(blanks, random);
    }
    return State.of(blanks.stream().mapToInt(blank -> blank.sample(random)).toArray());
  }
}
