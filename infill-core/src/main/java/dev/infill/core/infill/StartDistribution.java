package dev.infill.core.infill;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Where chains start: every blank drawn on its own, from the chain's own stream. */
final class StartDistribution implements Function<RandomGenerator, State> {
  private final List<CategoricalDistribution> blanks;

  private StartDistribution(List<CategoricalDistribution> blanks) {
    this.blanks = blanks;
  }

  /**
   * Returns the all-{@code [MASK]} distribution of each blank, restricted to Θᵢ.
   *
   * @param logProbabilities for each blank log f over the whole vocabulary, in nats
   * @param candidates Θ₁ … Θ_m
   */
  static StartDistribution masked(List<double[]> logProbabilities, List<TokenSet> candidates) {
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
            .toList());
  }

  /**
   * Returns the uniform distribution over each Θᵢ.
   *
   * @param candidates Θ₁ … Θ_m
   */
  static StartDistribution uniform(List<TokenSet> candidates) {
    return new StartDistribution(
        candidates.stream()
            .map(tokens -> CategoricalDistribution.ofLogWeights(new double[tokens.size()]))
            .toList());
  }

  @Override
  public State apply(RandomGenerator random) {
    return State.of(blanks.stream().mapToInt(blank -> blank.sample(random)).toArray());
  }
}
