package dev.infill.core.kernel;

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
 * <p>One step costs one conditional, and one evaluation without gradient where θ′ ≠ θ. A move to
 * U(θ′) = −∞ is never accepted.
 */
public final class MetropolisGibbs implements Kernel {
  private final Energy energy;
  private final Scan scan;

  private MetropolisGibbs(Energy energy, Scan scan) {
    this.energy = energy;
    this.scan = scan;
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
              .map(evaluation -> decide(current, proposed, evaluation, stream))
              .orElseGet(
                  () ->
                      new Transition(
                          current.stayed(),
                          new StepInfo(
                              current.state(), true, 1, 0, energy.passesPerConditional()))));
    }
    return transitions;
  }

  private Transition decide(
      ChainState current, ConditionalMove proposed, Evaluation evaluation, RandomGenerator random) {
    State to = proposed.move().to();
    int passes = energy.passesPerConditional() + energy.passesPerEvaluation();
    double probability =
        Acceptance.METROPOLIS_HASTINGS.probability(
            evaluation.energy() - current.evaluation().orElseThrow().energy(),
            proposed.logForward(),
            proposed.logReverse());
    return random.nextDouble() < probability
        ? new Transition(
            new ChainState(to, Optional.of(evaluation), current.steps() + 1),
            new StepInfo(to, true, probability, 1, passes))
        : new Transition(current.stayed(), new StepInfo(to, false, probability, 0, passes));
  }
}
