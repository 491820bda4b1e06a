package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * U on a part of Θ, and −∞ elsewhere: the target is exp(U) restricted to the part. The conditionals
 * are restricted to what may stand beside the other values, and normalised again.
 *
 * <p>Terms, draws and gradients are those of U itself, so that proposals may lead out of the part.
 * Kernels ask {@link #admits} before they ask for anything else there.
 */
public final class RestrictedEnergy implements DecoratedEnergy {
  private static final Evaluation OUTSIDE =
      new Evaluation(Double.NEGATIVE_INFINITY, new double[0], new double[0][]);

  private final Energy energy;
  private final Restriction restriction;

  /**
   * Restricts an energy.
   *
   * @param energy U
   * @param restriction the part
   */
  public RestrictedEnergy(Energy energy, Restriction restriction) {
    this.energy = energy;
    this.restriction = restriction;
  }

  @Override
  public Energy energy() {
    return energy;
  }

  @Override
  public boolean admits(State state) {
    return restriction.admits(state) && energy.admits(state);
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return Batcher.together(
        batcher -> states.stream().map(state -> evaluate(state, gradient, batcher)).toList());
  }

  /** Outside the part there is no gradient, and the model is not asked. */
  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    return admits(state)
        ? energy.evaluate(state, gradient, batcher)
        : CompletableFuture.completedFuture(OUTSIDE);
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return Batcher.together(
        batcher ->
            IntStream.range(0, coordinates.length)
                .mapToObj(k -> conditional(states.get(k), coordinates[k], batcher))
                .toList());
  }

  @Override
  public CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return energy
        .conditional(state, coordinate, batcher)
        .thenApply(all -> all.among(restriction.values(state, coordinate)));
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return energy.terms();
  }

  @Override
  public Optional<LangevinDraws> langevinDraws() {
    return energy.langevinDraws();
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation();
  }
}
