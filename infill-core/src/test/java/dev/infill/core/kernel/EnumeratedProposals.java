package dev.infill.core.kernel;

import dev.infill.core.energy.State;
import dev.infill.core.kernel.ReferenceProposal.Draw;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Proposals of samplers that look at several states in a step, by plain enumeration of all. */
final class EnumeratedProposals {
  private EnumeratedProposals() {}

  /** One change (i, v ≠ θᵢ), ∝ g(exp(U(θ′) − U(θ))). */
  static ReferenceProposal locallyBalanced(ReferenceTarget target, BalancingFunction balancing) {
    return state -> {
      Map<Draw, Double> draws = new HashMap<>();
      for (State to : target.space().states()) {
        if (state.hammingDistance(to) == 1) {
          double t = Math.exp(target.logDensity(to) - target.logDensity(state));
          draws.put(new Draw(to, changed(state, to)), ReferenceProposal.balanced(balancing, t));
        }
      }
      return normalized(draws);
    };
  }

  private static List<Integer> changed(State from, State to) {
    return IntStream.range(0, from.size()).filter(i -> from.get(i) != to.get(i)).boxed().toList();
  }

  /** A block, each as likely; then all of its values, ∝ π. */
  static ReferenceProposal blocks(ReferenceTarget target, List<List<Integer>> blocks) {
    return state -> {
      Map<Draw, Double> draws = new HashMap<>();
      for (List<Integer> block : blocks) {
        Map<Draw, Double> values = new HashMap<>();
        for (State to : target.space().states()) {
          if (block.containsAll(changed(state, to))) {
            values.put(new Draw(to, block), Math.exp(target.logDensity(to)));
          }
        }
        normalized(values).forEach((draw, p) -> draws.put(draw, p / blocks.size()));
      }
      return draws;
    };
  }

  /** A block; u in the ball around θ, each as likely; then θ′ in the ball around u, ∝ π. */
  static ReferenceProposal balls(ReferenceTarget target, List<List<Integer>> blocks, int radius) {
    return state -> {
      Map<Draw, Double> draws = new HashMap<>();
      for (List<Integer> block : blocks) {
        List<State> auxiliaries = ball(target, state, block, radius);
        for (State auxiliary : auxiliaries) {
          Map<Draw, Double> values = new HashMap<>();
          List<Integer> order = new ArrayList<>(block);
          order.add(-1);
          IntStream.of(auxiliary.toArray()).forEach(order::add);
          for (State to : ball(target, auxiliary, block, radius)) {
            values.put(new Draw(to, List.copyOf(order)), Math.exp(target.logDensity(to)));
          }
          normalized(values)
              .forEach((draw, p) -> draws.put(draw, p / auxiliaries.size() / blocks.size()));
        }
      }
      return draws;
    };
  }

  private static List<State> ball(
      ReferenceTarget target, State centre, List<Integer> block, int radius) {
    return target.space().states().stream()
        .filter(state -> centre.hammingDistance(state) <= radius)
        .filter(state -> block.containsAll(changed(centre, state)))
        .toList();
  }

  /**
   * Hidden units given visible ones, then visible ones given hidden ones, from the joint weights.
   */
  static ReferenceProposal alternating(ReferenceTarget target, Joint joint, int hiddenUnits) {
    return state -> {
      Map<Draw, Double> draws = new HashMap<>();
      double total = 0;
      for (int hidden = 0; hidden < 1 << hiddenUnits; hidden++) {
        total += Math.exp(joint.log(state, hidden));
      }
      for (int hidden = 0; hidden < 1 << hiddenUnits; hidden++) {
        Map<Draw, Double> values = new HashMap<>();
        for (State to : target.space().states()) {
          values.put(new Draw(to, List.of(hidden)), Math.exp(joint.log(to, hidden)));
        }
        double probability = Math.exp(joint.log(state, hidden)) / total;
        normalized(values).forEach((draw, p) -> draws.put(draw, p * probability));
      }
      return draws;
    };
  }

  /** The logarithm of the unnormalised joint distribution of θ and of hidden units, as bits. */
  @FunctionalInterface
  interface Joint {
    double log(State state, int hidden);
  }

  /** Returns all blocks of so many coordinates out of some, each in order. */
  static List<List<Integer>> allBlocks(int coordinates, int size) {
    List<List<Integer>> blocks = new ArrayList<>();
    for (int bits = 0; bits < 1 << coordinates; bits++) {
      int chosen = bits;
      if (Integer.bitCount(bits) == size) {
        blocks.add(
            IntStream.range(0, coordinates).filter(i -> (chosen >> i & 1) == 1).boxed().toList());
      }
    }
    return blocks;
  }

  private static Map<Draw, Double> normalized(Map<Draw, Double> weights) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    return weights.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() / sum));
  }
}
