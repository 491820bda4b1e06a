package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

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

  /**
   * Returns the coordinates that are next for a chain, several at a time.
   *
   * @param size how many, from 1 to m; all different. In turn, the last of a round are followed by
   *     the first of the next where m is no multiple
   */
  int[] block(ChainState chain, int size, RandomGenerator random) {
    int coordinates = chain.state().size();
    int[] all = IntStream.range(0, coordinates).toArray();
    int first = this == SYSTEMATIC ? (int) (chain.steps() * size % coordinates) : 0;
    int[] block = new int[size];
    for (int k = 0; k < size; k++) {
      // At random, those that were drawn stand in front.
      int drawn =
          this == SYSTEMATIC ? (first + k) % coordinates : k + random.nextInt(coordinates - k);
      block[k] = all[drawn];
      if (this == RANDOM) {
        all[drawn] = all[k];
      }
    }
    return block;
  }

  private int next(ChainState chain, RandomGenerator random) {
    int size = chain.state().size();
    return this == SYSTEMATIC ? (int) (chain.steps() % size) : random.nextInt(size);
  }
}
