package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.ConditionalTerms;
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
 * none if θ′ = θ. Where U is a sum of terms that can be had one by one, and the proposal looks at
 * nothing else, fewer terms may do to refuse a move ({@link Trial}). A move to U(θ′) = −∞ is never
 * accepted, whatever the {@link Acceptance}: no gradient leads on from there.
 */
final class ProposalStep {
  private final Energy energy;
  private final Proposal proposal;
  private final Acceptance acceptance;

  /** The terms of U, where moves can be decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  ProposalStep(Energy energy, Proposal proposal, Acceptance acceptance) {
    this(
        energy,
        proposal,
        acceptance,
        // What accepts everything needs all of them.
        proposal.gradient() == GradientKind.OWN_TERM && acceptance != Acceptance.ALWAYS
            ? energy.terms()
            : Optional.empty());
  }

  private ProposalStep(
      Energy energy, Proposal proposal, Acceptance acceptance, Optional<ConditionalTerms> terms) {
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
    this.terms = terms;
  }

  /** Returns the step with another proposal, from the same gradient. */
  ProposalStep with(Proposal changed) {
    return new ProposalStep(energy, changed, acceptance, terms);
  }

  /** Returns the step that evaluates every term, and so tells how likely a move was accepted. */
  ProposalStep decidingInFull() {
    return new ProposalStep(energy, proposal, acceptance, Optional.empty());
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
    List<ChainState> current = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      current.add(chains.get(chain).with(here.get(chain)));
    }
    return terms
        .map(known -> stepTermByTerm(current, moves, random, known))
        .orElseGet(() -> step(current, moves, random));
  }

  private List<Transition> step(
      List<ChainState> chains, List<Move> moves, List<? extends RandomGenerator> random) {
    List<Optional<Evaluation>> there = Move.evaluate(moves, energy, proposal.gradient());
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain);
      Move move = moves.get(chain);
      RandomGenerator stream = random.get(chain);
      transitions.add(
          there
              .get(chain)
              .map(evaluation -> decide(current, move, evaluation, stream.nextDouble()))
              .orElseGet(() -> unchanged(current)));
    }
    return transitions;
  }

  private Transition decide(ChainState current, Move move, Evaluation evaluation, double uniform) {
    int passes = energy.passesPerEvaluation();
    if (evaluation.energy() == Double.NEGATIVE_INFINITY) {
      return stay(current, new StepInfo(move.to(), false, 0, 0, passes));
    }
    ProposalDistribution there = proposal.at(move.to(), evaluation);
    double probability = probability(current, move, evaluation, there);
    return uniform < probability
        ? moved(current, move, evaluation, there, probability, passes)
        : stay(current, new StepInfo(move.to(), false, probability, 0, passes));
  }

  /** As the other form, but a move is refused as soon as it is clear that it will be. */
  private List<Transition> stepTermByTerm(
      List<ChainState> chains,
      List<Move> moves,
      List<? extends RandomGenerator> random,
      ConditionalTerms terms) {
    List<Optional<Trial>> trials = new ArrayList<>(chains.size());
    List<PartialDistribution> there = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      Move move = moves.get(chain);
      PartialDistribution partial = proposal.before(move.reversed());
      there.add(partial);
      trials.add(
          move.changesNothing()
              ? Optional.empty()
              : Optional.of(
                  trial(
                      chains.get(chain),
                      move,
                      random.get(chain).nextDouble(),
                      terms.upperBound(),
                      partial)));
    }
    Trial.run(trials.stream().flatMap(Optional::stream).toList(), terms);
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain);
      PartialDistribution partial = there.get(chain);
      transitions.add(
          trials
              .get(chain)
              .map(trial -> decide(current, trial, partial))
              .orElseGet(() -> unchanged(current)));
    }
    return transitions;
  }

  private static Trial trial(
      ChainState chain, Move move, double uniform, double termBound, PartialDistribution there) {
    Evaluation here = chain.evaluation().orElseThrow();
    double logForward = chain.proposals().orElseThrow().logProbability(move);
    return new Trial(
        move,
        uniform,
        -here.energy() - logForward,
        termBound,
        // Of the changed ones both values count: there and back, both are paid for.
        Trial.mostDoubtfulFirst(
            move, i -> here.gradient(i, move.from().get(i)) + here.gradient(i, move.to().get(i))),
        there);
  }

  private Transition decide(ChainState current, Trial trial, PartialDistribution partial) {
    Move move = trial.move();
    int passes = trial.asked() * energy.passesPerConditional();
    if (trial.isComplete()) {
      Evaluation evaluation =
          Evaluation.ofTerms(move.to(), trial.conditionals(), proposal.gradient());
      ProposalDistribution there = partial.complete();
      if (evaluation.energy() > Double.NEGATIVE_INFINITY
          && trial.uniform() < probability(current, move, evaluation, there)) {
        return moved(current, move, evaluation, there, 1, passes);
      }
    }
    return stay(current, new StepInfo(move.to(), false, 0, 0, passes));
  }

  private double probability(
      ChainState current, Move move, Evaluation evaluation, ProposalDistribution there) {
    return acceptance.probability(
        evaluation.energy() - current.evaluation().orElseThrow().energy(),
        current.proposals().orElseThrow().logProbability(move),
        there.logProbability(move.reversed()));
  }

  private static Transition moved(
      ChainState current,
      Move move,
      Evaluation evaluation,
      ProposalDistribution there,
      double probability,
      int passes) {
    int changed = move.from().hammingDistance(move.to());
    return new Transition(
        new ChainState(move.to(), Optional.of(evaluation), Optional.of(there), current.steps() + 1),
        new StepInfo(move.to(), true, probability, changed, passes));
  }

  private static Transition unchanged(ChainState current) {
    return stay(current, new StepInfo(current.state(), true, 1, 0, 0));
  }

  private static Transition stay(ChainState current, StepInfo info) {
    return new Transition(current.stayed(), info);
  }

  private ProposalDistribution distributionAt(ChainState chain) {
    // One that was built with another step size is of no use.
    return chain
        .proposals()
        .filter(kept -> kept.proposal() == proposal)
        .orElseGet(() -> proposal.at(chain.state(), chain.evaluation().orElseThrow()));
  }
}
