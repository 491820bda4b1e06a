package dev.infill.core.kernel;

import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Metropolis-corrected pseudo-Gibbs ({@code gibbs-mh}): one coordinate a step, proposed from the
 * energy's conditional fᵢ(· | θ_\i) and accepted with probability min(1, exp(U(θ′) − U(θ)) · fᵢ(θᵢ
 * | θ_\i) / fᵢ(θ′ᵢ | θ_\i)). The way there and the way back draw from the same conditional, as θ_\i
 * does not change. It leaves π(θ) ∝ exp(U(θ)) invariant whatever the conditionals are (with a
 * random scan it is reversible as well); it reaches all of π if fᵢ is positive wherever π is.
 *
 * <p>One step costs one conditional, and one evaluation without gradient where θ′ ≠ θ; fewer terms
 * of it where they are enough to refuse the move ({@link Trial}). A move to U(θ′) = −∞ is never
 * accepted.
 */
public final class MetropolisGibbs implements Kernel {
  private final Energy energy;
  private final Scan scan;

  /** The terms of U, where moves can be decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  private MetropolisGibbs(Energy energy, Scan scan) {
    this.energy = energy;
    this.scan = scan;
    this.terms = energy.terms();
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, and the conditionals that moves are proposed from
   * @param scan in which order the coordinates are visited
   */
  public static MetropolisGibbs of(Energy energy, Scan scan) {
    return new MetropolisGibbs(energy, scan);
  }

  @Override
  public String name() {
    return "gibbs-mh";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public int passesPerStart() {
    return energy.passesPerEvaluation();
  }

  @Override
  public List<ChainState> init(List<State> states) {
    return ChainState.start(states, energy, GradientKind.NONE);
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<ConditionalMove> drawn = scan.draw(energy, chains, random);
    return terms
        .map(known -> stepTermByTerm(chains, drawn, random, known))
        .orElseGet(() -> step(chains, drawn, random));
  }

  private List<Transition> step(
      List<ChainState> chains,
      List<ConditionalMove> drawn,
      List<? extends RandomGenerator> random) {
    List<Move> moves = drawn.stream().map(ConditionalMove::move).toList();
    List<Optional<Evaluation>> there = Move.evaluate(moves, energy, GradientKind.NONE);
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain);
      ConditionalMove proposed = drawn.get(chain);
      RandomGenerator stream = random.get(chain);
      transitions.add(
          there
              .get(chain)
              .map(evaluation -> decide(current, proposed, evaluation, stream.nextDouble()))
              .orElseGet(() -> unchanged(current)));
    }
    return transitions;
  }

  private Transition decide(
      ChainState current, ConditionalMove proposed, Evaluation evaluation, double uniform) {
    int passes = energy.passesPerConditional() + energy.passesPerEvaluation();
    double probability = probability(current, proposed, evaluation);
    return uniform < probability
        ? moved(current, proposed, evaluation, probability, passes)
        : refused(current, proposed, probability, passes);
  }

  /** As the other form, but a move is refused as soon as it is clear that it will be. */
  private List<Transition> stepTermByTerm(
      List<ChainState> chains,
      List<ConditionalMove> drawn,
      List<? extends RandomGenerator> random,
      ConditionalTerms known) {
    List<Optional<Trial>> trials = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ConditionalMove proposed = drawn.get(chain);
      Evaluation here = chains.get(chain).evaluation().orElseThrow();
      double[] fit = here.logProbabilities();
      trials.add(
          proposed.move().changesNothing()
              ? Optional.empty()
              : Optional.of(
                  new Trial(
                      proposed.move(),
                      random.get(chain).nextDouble(),
                      -here.energy() - proposed.logForward(),
                      known.upperBound(),
                      // The changed one's conditional is known: its value was drawn from it.
                      Trial.mostDoubtfulFirst(proposed.move(), i -> fit[i]),
                      ReverseDensity.of(proposed.logReverse()))));
    }
    Trial.run(trials.stream().flatMap(Optional::stream).toList(), known);
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain);
      ConditionalMove proposed = drawn.get(chain);
      transitions.add(
          trials
              .get(chain)
              .map(trial -> decide(current, proposed, trial))
              .orElseGet(() -> unchanged(current)));
    }
    return transitions;
  }

  private Transition decide(ChainState current, ConditionalMove proposed, Trial trial) {
    int passes = (1 + trial.asked()) * energy.passesPerConditional();
    if (trial.isComplete()) {
      Evaluation evaluation =
          Evaluation.ofTerms(proposed.move().to(), trial.conditionals(), GradientKind.NONE);
      if (trial.uniform() < probability(current, proposed, evaluation)) {
        return moved(current, proposed, evaluation, 1, passes);
      }
    }
    return refused(current, proposed, 0, passes);
  }

  private static double probability(
      ChainState current, ConditionalMove proposed, Evaluation evaluation) {
    return Acceptance.METROPOLIS_HASTINGS.probability(
        evaluation.energy() - current.evaluation().orElseThrow().energy(),
        proposed.logForward(),
        proposed.logReverse());
  }

  private static Transition moved(
      ChainState current,
      ConditionalMove proposed,
      Evaluation evaluation,
      double probability,
      int passes) {
    State to = proposed.move().to();
    return new Transition(
        new ChainState(to, Optional.of(evaluation), current.steps() + 1),
        new StepInfo(to, true, probability, 1, passes));
  }

  private static Transition refused(
      ChainState current, ConditionalMove proposed, double probability, int passes) {
    return new Transition(
        current.stayed(), new StepInfo(proposed.move().to(), false, probability, 0, passes));
  }

  private Transition unchanged(ChainState current) {
    return new Transition(
        current.stayed(), new StepInfo(current.state(), true, 1, 0, energy.passesPerConditional()));
  }
}
