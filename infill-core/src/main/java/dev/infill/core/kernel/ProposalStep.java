package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Proposes a move for every chain, evaluates the energy once where the moves lead, and accepts or
 * rejects: what DULA, DMALA and Gibbs-with-gradients share.
 *
 * <p>A chain keeps U, the gradient and q(·|θ) of where it is, so one step costs one evaluation, and
 * none if θ′ = θ. A move to U(θ′) = −∞ is never accepted, whatever the {@link Acceptance}: no
 * gradient leads on from there.
 */
final class ProposalStep {
  private final Energy energy;
  private final Proposal proposal;
  private final Acceptance acceptance;

  ProposalStep(Energy energy, Proposal proposal, Acceptance acceptance) {
    if (proposal.gradient() == GradientKind.NONE) {
      throw new IllegalArgumentException("a proposal needs a gradient: OWN_TERM or EXACT");
    }
    if (!energy.supports(proposal.gradient())) {
      throw new InvalidInputException(
          "gradient",
          "this energy has no "
              + proposal.gradient().name().toLowerCase(Locale.ROOT).replace('_', '-')
              + " gradient; use the other one");
    }
    this.energy = energy;
    this.proposal = proposal;
    this.acceptance = acceptance;
  }

  List<ChainState> init(List<State> states) {
    return ChainState.start(states, energy, proposal.gradient()).stream()
        .map(chain -> chain.with(distributionAt(chain)))
        .toList();
  }

  List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<ProposalDistribution> here = chains.stream().map(this::distributionAt).toList();
    List<Move> moves = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      moves.add(here.get(chain).draw(random.get(chain)));
    }
    List<Optional<Evaluation>> there = Move.evaluate(moves, energy, proposal.gradient());
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain).with(here.get(chain));
      Move move = moves.get(chain);
      RandomGenerator stream = random.get(chain);
      transitions.add(
          there
              .get(chain)
              .map(evaluation -> decide(current, move, evaluation, stream))
              .orElseGet(() -> stay(current, new StepInfo(move.to(), true, 1, 0, 0))));
    }
    return transitions;
  }

  private ProposalDistribution distributionAt(ChainState chain) {
    // One that was built with another step size is of no use.
    return chain
        .proposals()
        .filter(kept -> kept.proposal() == proposal)
        .orElseGet(() -> proposal.at(chain.state(), chain.evaluation().orElseThrow()));
  }

  private Transition decide(
      ChainState current, Move move, Evaluation evaluation, RandomGenerator random) {
    int passes = energy.passesPerEvaluation();
    if (evaluation.energy() == Double.NEGATIVE_INFINITY) {
      return stay(current, new StepInfo(move.to(), false, 0, 0, passes));
    }
    ProposalDistribution there = proposal.at(move.to(), evaluation);
    double probability =
        acceptance.probability(
            evaluation.energy() - current.evaluation().orElseThrow().energy(),
            current.proposals().orElseThrow().logProbability(move),
            there.logProbability(move.reversed()));
    if (random.nextDouble() >= probability) {
      return stay(current, new StepInfo(move.to(), false, probability, 0, passes));
    }
    int changed = move.from().hammingDistance(move.to());
    return new Transition(
        new ChainState(move.to(), Optional.of(evaluation), Optional.of(there), current.steps() + 1),
        new StepInfo(move.to(), true, probability, changed, passes));
  }

  private static Transition stay(ChainState current, StepInfo info) {
    return new Transition(current.stayed(), info);
  }
}
