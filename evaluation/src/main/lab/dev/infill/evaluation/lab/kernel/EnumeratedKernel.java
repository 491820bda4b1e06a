package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import dev.infill.evaluation.lab.energy.ManyStates;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return ChainState.start(state, energy, GradientKind.NONE, batcher);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    List<State> offered = candidates.of(chain, random);
    List<State> unknown = offered.stream().filter(state -> !state.equals(chain.state())).toList();
    return batcher
        .ask(many, unknown)
        .thenApply(answers -> draw(chain, offered, answers.iterator(), random));
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
        chain.movedTo(to, evaluations.get(drawn)),
        new StepInfo(to, true, 1, chain.state().hammingDistance(to), passes));
  }
}
