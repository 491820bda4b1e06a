package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Proposes a move for every chain and accepts or rejects it ({@link MetropolisHastings}): what
 * DULA, DMALA and Gibbs-with-gradients share. A chain keeps U, the gradient and q(·|θ) of where it
 * is, so that one step evaluates the energy at θ′ at most.
 */
final class ProposalStep {
  private final Energy energy;
  private final Proposal proposal;
  private final MetropolisHastings decision;

  ProposalStep(Energy energy, Proposal proposal, Acceptance acceptance) {
    this(energy, proposal, MetropolisHastings.of(energy, proposal.gradient(), acceptance));
  }

  private ProposalStep(Energy energy, Proposal proposal, MetropolisHastings decision) {
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
    this.decision = decision;
  }

  /** Returns the step with another proposal, from the same gradient. */
  ProposalStep with(Proposal changed) {
    return new ProposalStep(energy, changed, decision);
  }

  /** Returns the step on another energy of the same domains. */
  ProposalStep on(Energy changed) {
    return new ProposalStep(changed, proposal, decision.on(changed));
  }

  /** Returns the step that evaluates every term, and so tells how likely a move was accepted. */
  ProposalStep decidingInFull() {
    return new ProposalStep(energy, proposal, decision.inFull());
  }

  /** Returns the step that may refuse a move before every term is evaluated. */
  ProposalStep decidingEarly() {
    return new ProposalStep(energy, proposal, decision.early());
  }

  /** Returns the step that decides by another rule. */
  ProposalStep with(AcceptanceRule rule) {
    return new ProposalStep(energy, proposal, decision.with(rule));
  }

  List<ChainState> init(List<State> states) {
    return ChainState.start(states, energy, proposal.gradient()).stream()
        .map(chain -> chain.with(distributionAt(chain)))
        .toList();
  }

  List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<Proposed> moves = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ProposalDistribution here = distributionAt(chains.get(chain));
      moves.add(new Proposed(proposal, chains.get(chain).with(here), here.draw(random.get(chain))));
    }
    return decision.decide(moves, random);
  }

  private ProposalDistribution distributionAt(ChainState chain) {
    // One that was built with another step size is of no use.
    return chain
        .proposals()
        .filter(kept -> kept.proposal() == proposal)
        .orElseGet(() -> proposal.at(chain.state(), chain.evaluation().orElseThrow()));
  }

  /** A move that was proposed to a chain, which keeps q(·|θ). */
  private record Proposed(Proposal proposal, ChainState current, Move move)
      implements ProposedMove {
    @Override
    public double logForward() {
      return current.proposals().orElseThrow().logProbability(move);
    }

    @Override
    public int passes() {
      return 0;
    }

    /** Of the changed ones both values count: there and back, both are paid for. */
    @Override
    public IntToDoubleFunction fit() {
      Evaluation here = current.evaluation().orElseThrow();
      return i -> here.gradient(i, move.from().get(i)) + here.gradient(i, move.to().get(i));
    }

    @Override
    public ReverseProposal back(Evaluation there) {
      return ReverseProposal.of(proposal.at(move.to(), there), move.reversed());
    }

    @Override
    public ReverseDensity unknownBack() {
      return proposal.before(move.reversed());
    }
  }
}
