package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;

/**
 * π(θ) = exp(U(θ)) / Z of every state of a small energy, exactly: what samplers are compared with.
 * Immutable.
 */
public final class Enumeration {
  private final StateSpace space;
  private final double[] energies;
  private final CategoricalDistribution target;

  private Enumeration(StateSpace space, double[] energies) {
    this.space = space;
    this.energies = energies;
    this.target = CategoricalDistribution.ofLogWeights(energies);
  }

  /**
   * Evaluates U at every state.
   *
   * @param energy an energy of at most {@link StateSpace#LIMIT} states, not −∞ at all of them
   * @throws IllegalArgumentException if it has more, or π is 0 everywhere
   */
  public static Enumeration of(Energy energy) {
    StateSpace space = new StateSpace(energy.domains());
    return new Enumeration(
        space,
        new ManyStates(energy).evaluate(space.states()).mapToDouble(Evaluation::energy).toArray());
  }

  /** Returns the states and their numbers. */
  public StateSpace space() {
    return space;
  }

  /**
   * Returns U of a state, in nats.
   *
   * @param number the state's number
   */
  public double energy(int number) {
    return energies[number];
  }

  /**
   * Returns π of a state.
   *
   * @param number the state's number
   */
  public double probability(int number) {
    return Math.exp(target.logProbability(number));
  }

  /** Returns π of every state, by number. */
  public double[] probabilities() {
    double[] probabilities = new double[space.size()];
    for (int number = 0; number < probabilities.length; number++) {
      probabilities[number] = probability(number);
    }
    return probabilities;
  }

  /** Returns log Z, Z = Σ exp(U(θ)), in nats. */
  public double logNormalizer() {
    return target.logNormalizer();
  }

  /**
   * Returns the total variation distance ½ Σ |pₖ − π(θₖ)|, in [0, 1].
   *
   * @param distribution p, by number, summing to one: such as the frequencies of visited states
   */
  public double totalVariation(double[] distribution) {
    if (distribution.length != space.size()) {
      throw new IllegalArgumentException(
          "a distribution over " + distribution.length + " states, not " + space.size());
    }
    double sum = 0;
    for (int number = 0; number < distribution.length; number++) {
      sum += Math.abs(distribution[number] - probability(number));
    }
    return sum / 2;
  }
}
