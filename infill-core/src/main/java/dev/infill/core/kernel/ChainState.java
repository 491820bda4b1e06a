package dev.infill.core.kernel;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/**
 * Where a chain is, and what its kernel keeps with it. Immutable.
 *
 * @param state θ
 * @param evaluation U(θ) + V(θ) and the gradient; empty for kernels that never evaluate U
 * @param slope the gradient at a continuous intermediate, for kernels that take it there
 * @param proposals q(·|θ), if it is known
 * @param acceptanceVariable the number v that an {@link AcceptanceRule} keeps, in (−1, 1]
 * @param replicas the states that move beside it, at higher temperatures; empty for most kernels
 * @param steps how many steps the chain has made
 */
public record ChainState(
    State state,
    Optional<Evaluation> evaluation,
    Optional<Slope> slope,
    Optional<ProposalDistribution> proposals,
    OptionalDouble acceptanceVariable,
    List<ChainState> replicas,
    long steps) {
  /** Copies the list. */
  public ChainState {
    replicas = List.copyOf(replicas);
  }

  /**
   * Creates a chain that keeps nothing else.
   *
   * @param state θ
   * @param evaluation U(θ) + V(θ) and the gradient; empty for kernels that never evaluate U
   * @param steps how many steps the chain has made
   */
  public ChainState(State state, Optional<Evaluation> evaluation, long steps) {
    this(
        state,
        evaluation,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        List.of(),
        steps);
  }

  /**
   * Asks for where the chain of a kernel that evaluates U is before its first step.
   *
   * @param target what is sampled
   * @param state θ
   * @param gradient the gradient that is kept with it
   * @return the chain, or an {@link IllegalArgumentException} if U(θ) = −∞: π is 0 there, and no
   *     gradient leads away
   */
  public static CompletableFuture<ChainState> start(
      Target target, State state, GradientKind gradient) {
    return target
        .evaluate(state, gradient)
        .thenApply(
            evaluation -> {
              if (evaluation.energy() == Double.NEGATIVE_INFINITY) {
                throw new IllegalArgumentException("a chain cannot start where U is −∞: " + state);
              }
              return new ChainState(state, Optional.of(evaluation), 0);
            });
  }

  /** Returns this chain with q(·|θ) kept. */
  ChainState with(ProposalDistribution distribution) {
    return new ChainState(
        state, evaluation, slope, Optional.of(distribution), acceptanceVariable, replicas, steps);
  }

  /** Returns this chain with the gradient at θᶜ kept. */
  ChainState with(Slope between) {
    return new ChainState(
        state,
        evaluation,
        Optional.of(between),
        Optional.empty(),
        acceptanceVariable,
        replicas,
        steps);
  }

  /** Returns this chain with another v. */
  ChainState with(OptionalDouble variable) {
    return new ChainState(state, evaluation, slope, proposals, variable, replicas, steps);
  }

  /** Returns this chain with others that move beside it, from the coldest on. */
  public ChainState withReplicas(List<ChainState> others) {
    return new ChainState(state, evaluation, slope, proposals, acceptanceVariable, others, steps);
  }

  /** Returns this chain where another one is; it keeps its own v, replicas and steps. */
  public ChainState exchangedWith(ChainState other) {
    return new ChainState(
        other.state,
        other.evaluation,
        Optional.empty(),
        Optional.empty(),
        acceptanceVariable,
        replicas,
        steps);
  }

  /** Returns the chain after a step to another state; it keeps nothing of where it was. */
  public ChainState movedTo(State to, Optional<Evaluation> there) {
    return new ChainState(to, there, steps + 1);
  }

  /** Returns the chain after a step that left it where it is. */
  ChainState stayed() {
    return new ChainState(
        state, evaluation, slope, proposals, acceptanceVariable, replicas, steps + 1);
  }

  /** Returns U(θ) + V(θ); only of kernels that evaluate it. */
  double energy() {
    return evaluation.orElseThrow().energy();
  }
}
