package dev.infill.core.kernel;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.ManyStates;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Moves every chain to one of some candidates, its own state among them, with probability ∝ exp(U):
 * what samplers share that enumerate a part of the space.
 */
final class EnumeratedKernel implements Kernel {
  private final String name;
  private final Energy energy;
  private final ManyStates many;
  private final Candidates candidates;

  EnumeratedKernel(String name, Energy energy, Candidates candidates) {
    this.name = name;
    this.energy = energy;
    this.many = new ManyStates(energy);
    this.candidates = candidates;
  }

  /**
   * Says where a chain may go in its next step. The same candidates must be as likely at each of
   * them: then the kernel is exact.
   */
  @FunctionalInterface
  interface Candidates {
    /** Returns the candidates, different ones, the chain's state among them. */
    List<State> of(ChainState chain, RandomGenerator random);
  }

  @Override
  public String name() {
    return name;
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
    List<List<State>> offered = new ArrayList<>(chains.size());
    List<State> unknown = new ArrayList<>();
    for (int chain = 0; chain < chains.size(); chain++) {
      State here = chains.get(chain).state();
      List<State> states = candidates.of(chains.get(chain), random.get(chain));
      offered.add(states);
      states.stream().filter(state -> !state.equals(here)).forEach(unknown::add);
    }
    Iterator<Evaluation> answers = many.evaluate(unknown).iterator();
    List<Transition> transitions = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      transitions.add(draw(chains.get(chain), offered.get(chain), answers, random.get(chain)));
    }
    return transitions;
  }

  private Transition draw(
      ChainState chain, List<State> states, Iterator<Evaluation> answers, RandomGenerator random) {
    Evaluation here = chain.evaluation().orElseThrow();
    List<Evaluation> evaluations =
        states.stream().map(state -> state.equals(chain.state()) ? here : answers.next()).toList();
    int drawn =
        CategoricalDistribution.ofLogWeights(
                evaluations.stream().mapToDouble(Evaluation::energy).toArray())
            .sample(random);
    State to = states.get(drawn);
    int passes = (states.size() - 1) * energy.passesPerEvaluation();
    return new Transition(
        new ChainState(to, Optional.of(evaluations.get(drawn)), chain.steps() + 1),
        new StepInfo(to, true, 1, chain.state().hammingDistance(to), passes, passes));
  }
}
