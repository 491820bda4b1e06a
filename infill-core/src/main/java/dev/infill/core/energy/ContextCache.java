package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The same energy, which asks the model for no context θ_\i that a {@link ContextMemory} remembers.
 * No sampler's law changes. Exact gradients look at the whole state and are not remembered.
 *
 * <p>The passes that {@link #passesPerEvaluation()} and {@link #passesPerConditional()} count are
 * those that are asked for; {@link ContextMemory#hits()} says how many of them the model was
 * spared.
 */
public final class ContextCache implements DecoratedEnergy {
  private final Energy energy;
  private final ContextMemory memory;
  private final ConditionalTerms remembered;

  /**
   * Remembers up to a number of conditionals.
   *
   * @param energy an energy that has {@link Energy#terms()}
   * @param capacity how many conditionals are kept at most, at least 1
   * @throws IllegalArgumentException if the energy has no terms, or the capacity is below 1
   */
  public ContextCache(Energy energy, int capacity) {
    this.energy = energy;
    this.memory =
        new ContextMemory(
            energy
                .terms()
                .orElseThrow(
                    () -> new IllegalArgumentException("an energy without terms of its own")),
            capacity);
    this.remembered = memory.terms();
  }

  @Override
  public Energy energy() {
    return energy;
  }

  /** Returns what the terms are remembered in. */
  public ContextMemory memory() {
    return memory;
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return Optional.of(remembered);
  }

  /** Nothing between states is remembered. */
  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation();
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return gradient == GradientKind.EXACT
        ? energy.evaluate(states, gradient)
        : Batcher.together(
            batcher -> states.stream().map(state -> evaluate(state, gradient, batcher)).toList());
  }

  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    if (gradient == GradientKind.EXACT) {
      return energy.evaluate(state, gradient, batcher);
    }
    return remembered.evaluate(state, gradient, batcher);
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return remembered.at(states, coordinates).stream().map(Conditional::distribution).toList();
  }

  @Override
  public CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return remembered.at(state, coordinate, batcher).thenApply(Conditional::distribution);
  }
}
