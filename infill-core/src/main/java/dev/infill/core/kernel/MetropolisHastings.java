package dev.infill.core.kernel;

import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * Accepts or rejects the moves that were proposed to chains, all together, so that the energy is
 * asked in batches where they lead. It is not asked about moves that change nothing, and these draw
 * no number u.
 *
 * <p>Where U is a sum of terms that can be had one by one, and nothing else is needed, fewer terms
 * may do to refuse a move ({@link EarlyRejection}). A move to U(θ′) = −∞ is never accepted,
 * whatever the {@link Acceptance}: no gradient leads on from there.
 */
final class MetropolisHastings {
  private final Energy energy;
  private final GradientKind gradient;
  private final Acceptance acceptance;
  private final AcceptanceRule rule;

  /** The terms of U, where moves are decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  private MetropolisHastings(
      Energy energy,
      GradientKind gradient,
      Acceptance acceptance,
      AcceptanceRule rule,
      Optional<ConditionalTerms> terms) {
    this.energy = energy;
    this.gradient = gradient;
    this.acceptance = acceptance;
    this.rule = rule;
    this.terms = terms;
  }

  /**
   * Decides term by term where that may spare some.
   *
   * @param energy U
   * @param gradient the gradient that the kernel needs where it goes
   * @param acceptance how likely moves are accepted
   */
  static MetropolisHastings of(Energy energy, GradientKind gradient, Acceptance acceptance) {
    return new MetropolisHastings(
            energy, gradient, acceptance, AcceptanceRule.REVERSIBLE, Optional.empty())
        .early();
  }

  /** Returns what decides by the same rule on another energy, term by term where it has terms. */
  MetropolisHastings on(Energy changed) {
    return new MetropolisHastings(changed, gradient, acceptance, rule, Optional.empty()).early();
  }

  /** Returns what makes the same decisions, term by term where that may spare some. */
  MetropolisHastings early() {
    // What accepts everything needs all terms; exact gradients look at more than terms.
    boolean early = acceptance != Acceptance.ALWAYS && gradient != GradientKind.EXACT;
    return new MetropolisHastings(
        energy, gradient, acceptance, rule, early ? energy.terms() : Optional.empty());
  }

  /** Returns what makes the same decisions, and always tells how likely a move was accepted. */
  MetropolisHastings inFull() {
    return new MetropolisHastings(energy, gradient, acceptance, rule, Optional.empty());
  }

  /**
   * Returns what decides by another rule.
   *
   * @throws UnsupportedOperationException if this accepts everything
   */
  MetropolisHastings with(AcceptanceRule changed) {
    if (acceptance == Acceptance.ALWAYS) {
      throw new UnsupportedOperationException("every move is accepted, so no rule decides");
    }
    return new MetropolisHastings(energy, gradient, acceptance, changed, terms);
  }

  /**
   * Returns the steps of all chains.
   *
   * @param moves for each chain the move that was proposed to it
   * @param random for each chain its own stream
   */
  List<Transition> decide(
      List<? extends ProposedMove> moves, List<? extends RandomGenerator> random) {
    return terms
        .map(known -> decideTermByTerm(moves, random, known))
        .orElseGet(() -> decideInFull(moves, random));
  }

  private List<Transition> decideInFull(
      List<? extends ProposedMove> moves, List<? extends RandomGenerator> random) {
    List<State> destinations =
        moves.stream()
            .map(ProposedMove::move)
            .filter(move -> !move.changesNothing())
            .map(Move::to)
            .toList();
    Iterator<Evaluation> evaluations = energy.evaluate(destinations, gradient).iterator();
    List<Transition> transitions = new ArrayList<>(moves.size());
    for (int chain = 0; chain < moves.size(); chain++) {
      ProposedMove proposed = moves.get(chain);
      OptionalDouble variable = variable(proposed, random.get(chain));
      transitions.add(
          proposed.move().changesNothing()
              ? unchanged(proposed, variable)
              : decide(
                  new Pending(
                      proposed, variable, AcceptanceRule.uniform(variable, random.get(chain))),
                  evaluations.next()));
    }
    return transitions;
  }

  private Transition decide(Pending pending, Evaluation there) {
    ProposedMove proposed = pending.proposed();
    int passes = passesInFull(proposed);
    if (there.energy() == Double.NEGATIVE_INFINITY) {
      return refused(pending, 0, passes);
    }
    ReverseProposal back = proposed.back(there);
    double logRatio = logRatio(proposed, there, back);
    double probability = Math.exp(Math.min(0, logRatio));
    return pending.uniform() < Math.exp(logRatio)
        ? moved(pending, logRatio, there, probability, passes)
        : refused(pending, probability, passes);
  }

  /** As the other form, but a move is refused as soon as it is clear that it will be. */
  private List<Transition> decideTermByTerm(
      List<? extends ProposedMove> moves,
      List<? extends RandomGenerator> random,
      ConditionalTerms known) {
    List<EarlyRejection> trials = new ArrayList<>(moves.size());
    List<OptionalDouble> variables = new ArrayList<>(moves.size());
    for (int chain = 0; chain < moves.size(); chain++) {
      ProposedMove proposed = moves.get(chain);
      OptionalDouble variable = variable(proposed, random.get(chain));
      variables.add(variable);
      if (!proposed.move().changesNothing()) {
        trials.add(
            trial(
                proposed, AcceptanceRule.uniform(variable, random.get(chain)), known.upperBound()));
      }
    }
    EarlyRejection.run(trials, known);
    Iterator<EarlyRejection> tried = trials.iterator();
    List<Transition> transitions = new ArrayList<>(moves.size());
    for (int chain = 0; chain < moves.size(); chain++) {
      ProposedMove proposed = moves.get(chain);
      OptionalDouble variable = variables.get(chain);
      transitions.add(
          proposed.move().changesNothing()
              ? unchanged(proposed, variable)
              : decide(proposed, variable, tried.next()));
    }
    return transitions;
  }

  /** Returns v, as it is at this step. */
  private OptionalDouble variable(ProposedMove proposed, RandomGenerator random) {
    return rule.advanced(proposed.current().acceptanceVariable(), random);
  }

  private static EarlyRejection trial(ProposedMove proposed, double uniform, double termBound) {
    return new EarlyRejection(
        proposed.move(),
        uniform,
        -energyHere(proposed) - proposed.logForward(),
        termBound,
        EarlyRejection.mostDoubtfulFirst(proposed.move(), proposed.fit()),
        proposed.unknownBack());
  }

  private Transition decide(ProposedMove proposed, OptionalDouble variable, EarlyRejection trial) {
    Pending pending = new Pending(proposed, variable, trial.uniform());
    int passes = proposed.passes() + trial.asked() * energy.passesPerConditional();
    if (trial.isComplete()) {
      Evaluation there = Evaluation.ofTerms(proposed.move().to(), trial.conditionals(), gradient);
      ReverseProposal back = trial.reverseProposal();
      double logRatio = logRatio(proposed, there, back);
      if (trial.uniform() < Math.exp(logRatio)) {
        return moved(pending, logRatio, there, 1, passes);
      }
    }
    return refused(pending, 0, passes);
  }

  private double logRatio(ProposedMove proposed, Evaluation there, ReverseProposal back) {
    return acceptance.logRatio(
        there.energy() - energyHere(proposed), proposed.logForward(), back.logProbability());
  }

  private static double energyHere(ProposedMove proposed) {
    return proposed.current().evaluation().orElseThrow().energy();
  }

  /** Returns what a move costs that changes something, if no term of U is spared. */
  private int passesInFull(ProposedMove proposed) {
    return proposed.passes() + energy.passesPerEvaluation();
  }

  private Transition moved(
      Pending pending, double logRatio, Evaluation there, double probability, int passes) {
    ProposedMove proposed = pending.proposed();
    State to = proposed.move().to();
    return new Transition(
        new ChainState(to, Optional.of(there), proposed.current().steps() + 1)
            .with(rule.accepted(pending.variable(), logRatio)),
        new StepInfo(
            to,
            true,
            probability,
            proposed.move().from().hammingDistance(to),
            passes,
            passesInFull(proposed)));
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
