package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/** Where a chain is, and what its kernel keeps with it. Immutable. */
public final class ChainState {
  private final State state;
  private final Optional<Evaluation> evaluation;
  private final Optional<ProposalDistribution> proposals;
  private final Optional<PredrawnProposals> predrawn;
  private final OptionalDouble acceptanceVariable;
  private final List<ChainState> replicas;
  private final long steps;

  /**
   * Creates a chain state.
   *
   * @param state θ
   * @param evaluation U(θ) and the gradient; empty for kernels that never evaluate U (pseudo-Gibbs)
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

  private ChainState(
      State state,
      Optional<Evaluation> evaluation,
      Optional<ProposalDistribution> proposals,
      Optional<PredrawnProposals> predrawn,
      OptionalDouble acceptanceVariable,
      List<ChainState> replicas,
      long steps) {
    this.state = state;
    this.evaluation = evaluation;
    this.proposals = proposals;
    this.predrawn = predrawn;
    this.acceptanceVariable = acceptanceVariable;
    this.replicas = replicas;
    this.steps = steps;
  }

  /**
   * Asks for where the chain of a kernel that evaluates U is before its first step.
   *
   * @param state θ
   * @param energy U
   * @param gradient the gradient that is kept with it
   * @param batcher gathers what is asked
   * @return the chain, or an {@link IllegalArgumentException} if U(θ) = −∞: π is 0 there, and no
   *     gradient leads away
   */
  public static CompletableFuture<ChainState> start(
      State state, Energy energy, GradientKind gradient, Batcher batcher) {
    return energy
        .evaluate(state, gradient, batcher)
        .thenApply(
            evaluation -> {
              if (evaluation.energy() == Double.NEGATIVE_INFINITY) {
                throw new IllegalArgumentException("a chain cannot start where U is −∞: " + state);
              }
              return new ChainState(state, Optional.of(evaluation), 0);
            });
  }

  /** Returns where the chain of a kernel is that never evaluates U. */
  static CompletableFuture<ChainState> unevaluated(State state) {
    return CompletableFuture.completedFuture(new ChainState(state, Optional.empty(), 0));
  }

  /** Returns this state with q(·|θ) kept. */
  ChainState with(ProposalDistribution distribution) {
    return new ChainState(
        state,
        evaluation,
        Optional.of(distribution),
        predrawn,
        acceptanceVariable,
        replicas,
        steps);
  }

  /** Returns this state with moves that were drawn from q(·|θ) kept, in place of it. */
  ChainState with(PredrawnProposals moves) {
    return new ChainState(
        state, evaluation, proposals, Optional.of(moves), acceptanceVariable, replicas, steps);
  }

  /**
   * Returns this state with another evaluation, and without what was made of the old one.
   *
   * @param changed U(θ) and the gradient
   */
  public ChainState with(Optional<Evaluation> changed) {
    return new ChainState(
        state, changed, Optional.empty(), Optional.empty(), acceptanceVariable, replicas, steps);
  }

  /** Returns this state with the number v that an {@link AcceptanceRule} keeps, if it keeps one. */
  ChainState with(OptionalDouble variable) {
    return new ChainState(state, evaluation, proposals, predrawn, variable, replicas, steps);
  }

  /**
   * Returns this chain at another state; what its kernel keeps is not touched.
   *
   * @param other where it is then
   */
  public ChainState at(State other) {
    return new ChainState(
        other, evaluation, proposals, predrawn, acceptanceVariable, replicas, steps);
  }

  /**
   * Returns this state with others that move beside it, at higher temperatures.
   *
   * @param others from the coldest on
   */
  public ChainState withReplicas(List<ChainState> others) {
    return new ChainState(
        state, evaluation, proposals, predrawn, acceptanceVariable, List.copyOf(others), steps);
  }

  /**
   * Returns the chain after a step to another state; it keeps nothing of where it was.
   *
   * @param to θ′
   * @param there U(θ′) and the gradient
   */
  public ChainState movedTo(State to, Evaluation there) {
    return new ChainState(to, Optional.of(there), steps + 1);
  }

  /** Returns the chain of a kernel that never evaluates U after a step to another state. */
  ChainState movedTo(State to) {
    return new ChainState(to, Optional.empty(), steps + 1);
  }

  /** Returns this state after a step that left the chain where it is. */
  ChainState stayed() {
    return new ChainState(
        state, evaluation, proposals, predrawn, acceptanceVariable, replicas, steps + 1);
  }

  /** Returns θ. */
  public State state() {
    return state;
  }

  /** Returns U(θ) and the gradient; empty for kernels that never evaluate U (pseudo-Gibbs). */
  public Optional<Evaluation> evaluation() {
    return evaluation;
  }

  /** Returns U(θ); only of kernels that evaluate it. */
  double energy() {
    return evaluation.orElseThrow().energy();
  }

  /** Returns how many steps the chain has made. */
  public long steps() {
    return steps;
  }

  /** Returns the states that move beside it, at higher temperatures; empty for most kernels. */
  public List<ChainState> replicas() {
    return replicas;
  }

  Optional<ProposalDistribution> proposals() {
    return proposals;
  }

  Optional<PredrawnProposals> predrawn() {
    return predrawn;
  }

  /** Returns the number v that an {@link AcceptanceRule} keeps with the chain, in (−1, 1]. */
  OptionalDouble acceptanceVariable() {
    return acceptanceVariable;
  }
}
