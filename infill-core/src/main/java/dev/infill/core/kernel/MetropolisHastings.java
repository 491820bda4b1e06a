package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Moves a chain to where a {@link Proposer} proposes, or leaves it where it is: the step of all
 * kernels that propose. The energy is not asked about a move that changes nothing, which draws no
 * number u.
 *
 * <p>Where U is a sum of terms that can be had one by one, and nothing else is needed, fewer terms
 * may do to refuse a move ({@link EarlyRejection}). A move to U(θ′) = −∞ is never accepted,
 * whatever the {@link Acceptance}: no gradient leads on from there.
 */
final class MetropolisHastings {
  private final Energy energy;
  private final GradientKind gradient;
  private final Proposer proposer;
  private final Acceptance acceptance;
  private final AcceptanceRule rule;

  /** The terms of U, where moves are decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  private MetropolisHastings(
      Energy energy,
      GradientKind gradient,
      Proposer proposer,
      Acceptance acceptance,
      AcceptanceRule rule,
      Optional<ConditionalTerms> terms) {
    this.energy = energy;
    this.gradient = gradient;
    this.proposer = proposer;
    this.acceptance = acceptance;
    this.rule = rule;
    this.terms = terms;
  }

  /** Returns the step whose proposals are informed by a gradient; term by term where it can be. */
  static MetropolisHastings of(Energy energy, Proposal proposal, Acceptance acceptance) {
    return of(energy, proposal.gradient(), new GradientProposer(energy, proposal), acceptance)
        .decidingEarly();
  }

  /**
   * Returns the step that evaluates the whole of θ′.
   *
   * @param energy U
   * @param gradient the gradient that the proposer needs where a chain goes
   * @param proposer q
   * @param acceptance how likely moves are accepted
   */
  static MetropolisHastings of(
      Energy energy, GradientKind gradient, Proposer proposer, Acceptance acceptance) {
    return new MetropolisHastings(
        energy, gradient, proposer, acceptance, AcceptanceRule.REVERSIBLE, Optional.empty());
  }

  /** Returns the step with another proposal, from the same gradient. */
  MetropolisHastings with(Proposal changed) {
    return with(new GradientProposer(energy, changed));
  }

  /** Returns the step with another proposer, from the same gradient. */
  MetropolisHastings with(Proposer changed) {
    return new MetropolisHastings(energy, gradient, changed, acceptance, rule, terms);
  }

  /** Returns the step on another energy of the same domains. */
  MetropolisHastings on(Energy changed, Proposal proposal) {
    return new MetropolisHastings(
            changed,
            gradient,
            new GradientProposer(changed, proposal),
            acceptance,
            rule,
            Optional.empty())
        .decidingEarly();
  }

  /**
   * Returns the step that decides by another rule.
   *
   * @throws UnsupportedOperationException if this accepts everything
   */
  MetropolisHastings with(AcceptanceRule changed) {
    if (!isExact()) {
      throw new UnsupportedOperationException("every move is accepted, so no rule decides");
    }
    return new MetropolisHastings(energy, gradient, proposer, acceptance, changed, terms);
  }

  /** Returns the step that may refuse a move before every term is evaluated. */
  MetropolisHastings decidingEarly() {
    // What accepts everything needs all terms; exact gradients look at more than terms.
    boolean early = isExact() && gradient != GradientKind.EXACT;
    return new MetropolisHastings(
        energy, gradient, proposer, acceptance, rule, early ? energy.terms() : Optional.empty());
  }

  /** Returns the step that evaluates every term, and so tells how likely a move was accepted. */
  MetropolisHastings decidingInFull() {
    return new MetropolisHastings(energy, gradient, proposer, acceptance, rule, Optional.empty());
  }

  Energy energy() {
    return energy;
  }

  /** Says whether moves are accepted so that π is left invariant. */
  boolean isExact() {
    return acceptance != Acceptance.ALWAYS;
  }

  CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return ChainState.start(state, energy, gradient, batcher);
  }

  CompletableFuture<Transition> step(ChainState chain, RandomGenerator random, Batcher batcher) {
    return proposer
        .propose(chain, random, batcher)
        .thenCompose(proposed -> decided(proposed, random, batcher));
  }

  private CompletableFuture<Transition> decided(
      ProposedMove proposed, RandomGenerator random, Batcher batcher) {
    if (proposed.move().changesNothing()) {
      return CompletableFuture.completedFuture(unchanged(proposed, variable(proposed, random)));
    }
    if (terms.isPresent()) {
      Pending pending = pending(proposed, random);
      return trial(pending, terms.get().upperBound())
          .run(terms.get(), batcher)
          .thenApply(trial -> decide(pending, trial));
    }
    CompletableFuture<Arrival> asked = proposed.arrival(batcher);
    Pending pending = pending(proposed, random);
    return asked.thenApply(arrival -> decide(pending, arrival));
  }

  /** Returns v, as it is at this step. */
  private OptionalDouble variable(ProposedMove proposed, RandomGenerator random) {
    return rule.advanced(proposed.current().acceptanceVariable(), random);
  }

  private Pending pending(ProposedMove proposed, RandomGenerator random) {
    OptionalDouble variable = variable(proposed, random);
    return new Pending(proposed, variable, AcceptanceRule.uniform(variable, random));
  }

  private Transition decide(Pending pending, Arrival arrival) {
    double logRatio = logRatio(pending, arrival);
    double probability = Math.exp(Math.min(0, logRatio));
    int passes = passesInFull(pending.proposed());
    return pending.uniform() < Math.exp(logRatio)
        ? moved(pending, arrival, logRatio, probability, passes)
        : refused(pending, probability, passes);
  }

  private static EarlyRejection trial(Pending pending, double termBound) {
    ProposedMove proposed = pending.proposed();
    return new EarlyRejection(
        proposed.move(),
        pending.uniform(),
        -proposed.current().energy() - proposed.logForward(),
        termBound,
        EarlyRejection.mostDoubtfulFirst(proposed.move(), proposed.fit()),
        proposed.unknownBack());
  }

  /** As the other form, but it says only whether the move was accepted, not how likely that was. */
  private Transition decide(Pending pending, EarlyRejection trial) {
    ProposedMove proposed = pending.proposed();
    int passes = proposed.passes() + trial.asked() * energy.passesPerConditional();
    if (trial.isComplete()) {
      State to = proposed.move().to();
      Arrival arrival =
          new Arrival(
              proposed
                  .current()
                  .movedTo(to, Evaluation.ofTerms(to, trial.conditionals(), gradient)),
              trial.logReverse());
      double logRatio = logRatio(pending, arrival);
      if (pending.uniform() < Math.exp(logRatio)) {
        return moved(pending, arrival, logRatio, 1, passes);
      }
    }
    return refused(pending, 0, passes);
  }

  private double logRatio(Pending pending, Arrival arrival) {
    ProposedMove proposed = pending.proposed();
    double there = arrival.next().energy();
    return there == Double.NEGATIVE_INFINITY
        ? there
        : acceptance.logRatio(
            there - proposed.current().energy(), proposed.logForward(), arrival.logReverse());
  }

  /** Returns what a move costs that changes something, if no term of U is spared. */
  private int passesInFull(ProposedMove proposed) {
    return proposed.passes() + energy.passesPerEvaluation();
  }

  private Transition moved(
      Pending pending, Arrival arrival, double logRatio, double probability, int passes) {
    Move move = pending.proposed().move();
    return new Transition(
        arrival.next().with(rule.accepted(pending.variable(), logRatio)),
        new StepInfo(
            move.to(),
            true,
            probability,
            move.from().hammingDistance(move.to()),
            passes,
            passesInFull(pending.proposed())));
  }

  private Transition refused(Pending pending, double probability, int passes) {
    ProposedMove proposed = pending.proposed();
    return new Transition(
        proposed.current().stayed().with(pending.variable()),
        new StepInfo(proposed.move().to(), false, probability, 0, passes, passesInFull(proposed)));
  }

  private Transition unchanged(ProposedMove proposed, OptionalDouble variable) {
    return new Transition(
        proposed.current().stayed().with(rule.accepted(variable, 0)),
        new StepInfo(proposed.move().to(), true, 1, 0, proposed.passes(), proposed.passes()));
  }

  /**
   * A move that changes something, and what decides on it.
   *
   * @param proposed the move
   * @param variable v, where the rule keeps one
   * @param uniform u: it is made if this is below r
   */
  private record Pending(ProposedMove proposed, OptionalDouble variable, double uniform) {}
}
