package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
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
    List<Evaluation> evaluations = energy.evaluate(states, GradientKind.NONE);
    List<ChainState> chains = new ArrayList<>(states.size());
    for (int chain = 0; chain < states.size(); chain++) {
      chains.add(ChainState.start(states.get(chain), evaluations.get(chain)));
    }
    return chains;
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    int[] coordinates = scan.next(chains, random);
    List<CategoricalDistribution> conditionals =
        energy.conditionals(chains.stream().map(ChainState::state).toList(), coordinates);
    List<State> proposals = new ArrayList<>(chains.size());
    List<State> destinations = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      State state = chains.get(chain).state();
      int value = conditionals.get(chain).sample(random.get(chain));
      State proposal = state.with(coordinates[chain], value);
      proposals.add(proposal);
      if (!proposal.equals(state)) {
        destinations.add(proposal);
      }
    }
    List<Evaluation> evaluations = energy.evaluate(destinations, GradientKind.NONE);
    List<Transition> transitions = new ArrayList<>(chains.size());
    int evaluated = 0;
    for (int chain = 0; chain < chains.size(); chain++) {
      ChainState current = chains.get(chain);
      State proposal = proposals.get(chain);
      transitions.add(
          proposal.equals(current.state())
              ? new Transition(
                  current.stayed(),
                  new StepInfo(proposal, true, 1, 0, energy.passesPerConditional()))
              : decide(
                  current,
                  proposal,
                  coordinates[chain],
                  conditionals.get(chain),
                  evaluations.get(evaluated++),
                  random.get(chain)));
    }
    return transitions;
  }

  private Transition decide(
      ChainState current,
      State proposal,
      int coordinate,
      CategoricalDistribution conditional,
      Evaluation evaluation,
      RandomGenerator random) {
    int passes = energy.passesPerConditional() + energy.passesPerEvaluation();
    double probability =
        Acceptance.METROPOLIS_HASTINGS.probability(
            evaluation.energy() - current.evaluation().orElseThrow().energy(),
            conditional.logProbability(proposal.get(coordinate)),
            conditional.logProbability(current.state().get(coordinate)));
    return random.nextDouble() < probability
        ? new Transition(
            new ChainState(proposal, Optional.of(evaluation), current.steps() + 1),
            new StepInfo(proposal, true, probability, 1, passes))
        : new Transition(current.stayed(), new StepInfo(proposal, false, probability, 0, passes));
  }
}
