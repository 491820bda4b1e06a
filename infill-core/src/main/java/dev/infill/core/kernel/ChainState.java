package dev.infill.core.kernel;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A chain between two steps: its state, and what its kernel keeps with it. Immutable.
 *
 * @param state θ
 * @param evaluation U(θ) + V(θ) and the gradient; empty for kernels that never evaluate U
 * @param kept what spares the next step some work; empty if there is nothing
 * @param uniform the number that an {@link AcceptanceRule} keeps
 * @param steps the number of steps that the chain has made
 */
public record ChainState(
    State state,
    Optional<Evaluation> evaluation,
    Optional<Kept> kept,
    Optional<PersistentUniform> uniform,
    long steps) {
  /** What a kernel keeps with a chain, and alone knows to read. */
  public interface Kept {}

  /**
   * Creates a chain that keeps nothing else.
   *
   * @param state θ
   * @param evaluation U(θ) + V(θ) and the gradient; empty for kernels that never evaluate U
   * @param steps the number of steps that the chain has made
   */
  public ChainState(State state, Optional<Evaluation> evaluation, long steps) {
    this(state, evaluation, Optional.empty(), Optional.empty(), steps);
  }

  /**
   * Asks for the chain before its first step, for kernels that evaluate U.
   *
   * @param target the target that is sampled
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

  /** Returns this chain, which keeps something else. */
  ChainState with(Kept changed) {
    return new ChainState(state, evaluation, Optional.of(changed), uniform, steps);
  }

  /** Returns this chain with another number of its acceptance rule. */
  ChainState with(Optional<PersistentUniform> changed) {
    return new ChainState(state, evaluation, kept, changed, steps);
  }

  /** Returns the chain after a step to another state. It keeps nothing of the last state. */
  public ChainState movedTo(State to, Optional<Evaluation> there) {
    return new ChainState(to, there, steps + 1);
  }

  /** Returns the chain after a step that did not move it. */
  ChainState stayed() {
    return new ChainState(state, evaluation, kept, uniform, steps + 1);
  }

  /** Returns U(θ) + V(θ), for kernels that evaluate it. */
  double energy() {
    return evaluation.orElseThrow().energy();
  }
}
