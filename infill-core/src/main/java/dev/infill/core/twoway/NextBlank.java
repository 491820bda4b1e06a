package dev.infill.core.twoway;

import dev.infill.core.FirstFew;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The values of one blank, given some of the others: log f of each value, and f^(1/T) normalised
 * over the values that may stand there, for draws.
 */
final class NextBlank {
  /** The number of values of a blank that the search rarely exceeds. */
  private static final int USUAL = 64;

  private final double temperature;

  /** f^(1/T) over the values that may stand there; empty at a dead end. */
  private final Optional<CategoricalDistribution> distribution;

  private final int possible;

  /** The indices of the likeliest values, in order. */
  private int[] likeliest = {};

  /**
   * Keeps the values of a blank.
   *
   * @param conditional log f
   * @param temperature T
   * @param admitted says which values may stand there
   */
  NextBlank(Conditional conditional, double temperature, IntPredicate admitted) {
    this.temperature = temperature;
    double[] logWeights = new double[conditional.size()];
    int count = 0;
    for (int value = 0; value < logWeights.length; value++) {
      logWeights[value] =
          admitted.test(value) ? conditional.term(value) / temperature : Double.NEGATIVE_INFINITY;
      count += logWeights[value] > Double.NEGATIVE_INFINITY ? 1 : 0;
    }
    possible = count;
    distribution =
        count == 0
            ? Optional.empty()
            : Optional.of(CategoricalDistribution.ofLogWeights(logWeights));
  }

  /** Returns the number of values that may stand there; 0 at a dead end. */
  int possible() {
    return possible;
  }

  /**
   * Returns log f of a value in nats; −∞ if it may not stand there.
   *
   * @param value an index of Θᵢ
   */
  double logProbability(int value) {
    return distribution
        .map(all -> temperature * (all.logProbability(value) + all.logNormalizer()))
        .orElse(Double.NEGATIVE_INFINITY);
  }

  /**
   * Returns the log-probability of drawing a value, in nats; −∞ if it may not stand there.
   *
   * @param value an index of Θᵢ
   */
  double logProposal(int value) {
    return distribution.map(all -> all.logProbability(value)).orElse(Double.NEGATIVE_INFINITY);
  }

  /**
   * Draws a value.
   *
   * @param random the source of one uniform number
   * @throws java.util.NoSuchElementException at a dead end
   */
  int draw(RandomGenerator random) {
    return distribution.orElseThrow().sample(random);
  }

  /**
   * Returns the value of a rank, the likeliest first, the lower index first among equally likely
   * ones.
   *
   * @param rank 0 ≤ rank &lt; {@link #possible()}
   */
  int value(int rank) {
    if (rank >= likeliest.length) {
      likeliest =
          FirstFew.of(
                  IntStream.range(0, size()).boxed(),
                  likeliestFirst(),
                  rank < USUAL ? Math.min(USUAL, possible) : possible)
              .stream()
              .mapToInt(Integer::intValue)
              .toArray();
    }
    return likeliest[rank];
  }

  private Comparator<Integer> likeliestFirst() {
    return Comparator.<Integer>comparingDouble(this::logProposal)
        .reversed()
        .thenComparing(Comparator.naturalOrder());
  }

  private int size() {
    return distribution.map(CategoricalDistribution::size).orElse(0);
  }
}
