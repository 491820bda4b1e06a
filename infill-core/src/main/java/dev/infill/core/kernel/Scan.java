package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** In which order a Gibbs sampler visits the coordinates. */
public enum Scan {
  /** One after another: coordinate k mod m in step k, counted from 0. */
  SYSTEMATIC,
  /** One at random each step, all equally likely. */
  RANDOM;

  /**
   * Draws, for each chain, the move of its next step: one coordinate, from the energy's
   * conditional.
   */
  List<ConditionalMove> draw(
      Energy energy, List<ChainState> chains, List<? extends RandomGenerator> random) {
    int[] coordinates = new int[chains.size()];
    for (int chain = 0; chain < coordinates.length; chain++) {
      coordinates[chain] = next(chains.get(chain), random.get(chain));
    }
    List<CategoricalDistribution> conditionals =
        energy.conditionals(chains.stream().map(ChainState::state).toList(), coordinates);
    List<ConditionalMove> moves = new ArrayList<>(chains.size());
    for (int chain = 0; chain < coordinates.length; chain++) {
      int i = coordinates[chain];
      CategoricalDistribution conditional = conditionals.get(chain);
      State from = chains.get(chain).state();
      State to = from.with(i, conditional.sample(random.get(chain)));
      moves.add(
          new ConditionalMove(
              new Move(from, to, List.of(i)),
              conditional.logProbability(to.get(i)),
              conditional.logProbability(from.get(i))));
    }
    return moves;
  }

  private int next(ChainState chain, RandomGenerator random) {
    int size = chain.state().size();
    return this == SYSTEMATIC ? (int) (chain.steps() % size) : random.nextInt(size);
  }
}
