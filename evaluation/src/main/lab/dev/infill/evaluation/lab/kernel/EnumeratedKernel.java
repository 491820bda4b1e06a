package dev.infill.evaluation.lab.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.kernel.Transition;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Moves every chain to one of some candidates, its own state among them, with probability ∝ exp(U):
 * what samplers share that enumerate a part of the space.
 *
 * @param name as users know it
 * @param near makes the neighbourhoods in a space, or refuses the space
 * @param candidates says where a chain may go
 */
record EnumeratedKernel(
    String name, Function<List<Domain>, HammingNeighbourhood> near, Candidates candidates)
    implements Kernel {
  /**
   * Says where a chain may go in its next step. The same candidates must be as likely at each of
   * them: then the kernel is exact.
   */
  @FunctionalInterface
  interface Candidates {
    /** Returns the candidates, different ones, the chain's state among them. */
    List<State> of(HammingNeighbourhood near, ChainState chain, RandomGenerator random);
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public void requireFor(Target target) {
    Objects.requireNonNull(near.apply(target.domains()));
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    requireFor(target);
    return ChainState.start(target, state, GradientKind.NONE);
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    List<State> offered = candidates.of(near.apply(target.domains()), chain, random);
    List<State> unknown = offered.stream().filter(state -> !state.equals(chain.state())).toList();
    return Batcher.all(
            unknown.stream().map(state -> target.evaluate(state, GradientKind.NONE)).toList())
        .thenApply(answers -> draw(target, chain, offered, answers.iterator(), random));
  }

  private Transition draw(
      Target target,
      ChainState chain,
      List<State> states,
      Iterator<Evaluation> answers,
      RandomGenerator random) {
    Evaluation here = chain.evaluation().orElseThrow();
    List<Evaluation> evaluations =
        states.stream().map(state -> state.equals(chain.state()) ? here : answers.next()).toList();
    int drawn =
        CategoricalDistribution.ofLogWeights(
                evaluations.stream()
                    .mapToDouble(there -> there.energy() / target.temperature())
                    .toArray())
            .sample(random);
    State to = states.get(drawn);
    int passes = (states.size() - 1) * target.energy().passesPerEvaluation();
    return new Transition(
        chain.movedTo(to, Optional.of(evaluations.get(drawn))),
        new StepInfo(to, true, 1, chain.state().hammingDistance(to), passes));
  }
}
