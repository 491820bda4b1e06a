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
import java.util.random.RandomGenerator;

/**
 * Accepts or rejects the moves that were proposed to chains, all together, so that the energy is
 * asked in batches where they lead. It is not asked about moves that change nothing, and these use
 * no random number.
 *
 * <p>Where U is a sum of terms that can be had one by one, and nothing else is needed, fewer terms
 * may do to refuse a move ({@link Trial}). A move to U(θ′) = −∞ is never accepted, whatever the
 * {@link Acceptance}: no gradient leads on from there.
 */
final class JointDecision {
  private final Energy energy;
  private final GradientKind gradient;
  private final Acceptance acceptance;

  /** The terms of U, where moves are decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  private JointDecision(
      Energy energy,
      GradientKind gradient,
      Acceptance acceptance,
      Optional<ConditionalTerms> terms) {
    this.energy = energy;
    this.gradient = gradient;
    this.acceptance = acceptance;
    this.terms = terms;
  }

  /**
   * Decides term by term where that may spare some.
   *
   * @param energy U
   * @param gradient the gradient that the kernel needs where it goes
   * @param acceptance how likely moves are accepted
   */
  static JointDecision of(Energy energy, GradientKind gradient, Acceptance acceptance) {
    // What accepts everything needs all terms; exact gradients look at more than terms.
    boolean early = acceptance != Acceptance.ALWAYS && gradient != GradientKind.EXACT;
    return new JointDecision(
        energy, gradient, acceptance, early ? energy.terms() : Optional.empty());
  }

  /** Returns what makes the same decisions, and always tells how likely a move was accepted. */
  JointDecision inFull() {
    return new JointDecision(energy, gradient, acceptance, Optional.empty());
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
      transitions.add(
          proposed.move().changesNothing()
              ? unchanged(proposed)
              : decide(proposed, evaluations.next(), random.get(chain).nextDouble()));
    }
    return transitions;
  }

  private Transition decide(ProposedMove proposed, Evaluation there, double uniform) {
    int passes = passesInFull(proposed);
    if (there.energy() == Double.NEGATIVE_INFINITY) {
      return refused(proposed, 0, passes);
    }
    WayBack back = proposed.back(there);
    double probability = probability(proposed, there, back);
    return uniform < probability
        ? moved(proposed, there, back, probability, passes)
        : refused(proposed, probability, passes);
  }

  /** As the other form, but a move is refused as soon as it is clear that it will be. */
  private List<Transition> decideTermByTerm(
      List<? extends ProposedMove> moves,
      List<? extends RandomGenerator> random,
      ConditionalTerms known) {
    List<Trial> trials = new ArrayList<>(moves.size());
    for (int chain = 0; chain < moves.size(); chain++) {
      ProposedMove proposed = moves.get(chain);
      if (!proposed.move().changesNothing()) {
        trials.add(trial(proposed, random.get(chain).nextDouble(), known.upperBound()));
      }
    }
    Trial.run(trials, known);
    Iterator<Trial> tried = trials.iterator();
    List<Transition> transitions = new ArrayList<>(moves.size());
    for (ProposedMove proposed : moves) {
      transitions.add(
          proposed.move().changesNothing() ? unchanged(proposed) : decide(proposed, tried.next()));
    }
    return transitions;
  }

  private static Trial trial(ProposedMove proposed, double uniform, double termBound) {
    return new Trial(
        proposed.move(),
        uniform,
        -energyHere(proposed) - proposed.logForward(),
        termBound,
        Trial.mostDoubtfulFirst(proposed.move(), proposed.fit()),
        proposed.unknownBack());
  }

  private Transition decide(ProposedMove proposed, Trial trial) {
    int passes = proposed.passes() + trial.asked() * energy.passesPerConditional();
    if (trial.isComplete()) {
      Evaluation there = Evaluation.ofTerms(proposed.move().to(), trial.conditionals(), gradient);
      WayBack back = trial.wayBack();
      if (there.energy() > Double.NEGATIVE_INFINITY
          && trial.uniform() < probability(proposed, there, back)) {
        return moved(proposed, there, back, 1, passes);
      }
    }
    return refused(proposed, 0, passes);
  }

  private double probability(ProposedMove proposed, Evaluation there, WayBack back) {
    return acceptance.probability(
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
      ProposedMove proposed, Evaluation there, WayBack back, double probability, int passes) {
    State to = proposed.move().to();
    return new Transition(
        new ChainState(to, Optional.of(there), back.proposals(), proposed.current().steps() + 1),
        new StepInfo(
            to,
            true,
            probability,
            proposed.move().from().hammingDistance(to),
            passes,
            passesInFull(proposed)));
  }

  private Transition refused(ProposedMove proposed, double probability, int passes) {
    return new Transition(
        proposed.current().stayed(),
        new StepInfo(proposed.move().to(), false, probability, 0, passes, passesInFull(proposed)));
  }

  private static Transition unchanged(ProposedMove proposed) {
    return new Transition(
        proposed.current().stayed(),
        new StepInfo(proposed.move().to(), true, 1, 0, proposed.passes(), proposed.passes()));
  }
}
