package dev.infill.core.infill;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.TokenSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Where chains start: every blank drawn on its own, from the chain's own stream; or blank after
 * blank, where not all fillings may be.
 */
final class StartDistribution implements Function<RandomGenerator, State> {
  private final List<CategoricalDistribution> blanks;
  private final Optional<Restriction> restriction;

  private StartDistribution(
      List<CategoricalDistribution> blanks, Optional<Restriction> restriction) {
    this.blanks = blanks;
    this.restriction = restriction;
  }

  /**
   * Returns the all-{@code [MASK]} distribution of each blank, restricted to Θᵢ.
   *
   * @param logProbabilities for each blank log f over the whole vocabulary, in nats
   * @param text the text
   */
  static StartDistribution masked(List<double[]> logProbabilities, TextOfLengths text) {
    List<TokenSet> candidates = text.candidates();
    return new StartDistribution(
        IntStream.range(0, candidates.size())
            .mapToObj(
                blank ->
                    CategoricalDistribution.ofLogWeights(
                        candidates
                            .get(blank)
                            .ids()
                            .mapToDouble(id -> logProbabilities.get(blank)[id])
                            .toArray()))
            .toList(),
        text.restriction());
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
   * @throws dev.infill.core.InvalidInputException if none is found that may be
   */
  @Override
  public State apply(RandomGenerator random) {
    if (restriction.isPresent()) {
      return restriction.get().draw(blanks, random);
    }
    return State.of(blanks.stream().mapToInt(blank -> blank.sample(random)).toArray());
  }
}
