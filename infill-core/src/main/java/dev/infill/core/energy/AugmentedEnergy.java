package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * U + V, V being any function of the state. Conditionals and gradients are those of U: proposals
 * are made without V, and V decides with U on what is proposed. So kernels that accept or weigh by
 * the energy leave exp(U + V) invariant; those that only draw from conditionals or go by gradients
 * know nothing of V.
 *
 * <p>What U draws where it is computed is decided on there, and is not offered.
 *
 * @param energy U
 * @param added V, a finite number for each state
 */
public record AugmentedEnergy(Energy energy, Batcher.Source<State, Double> added)
    implements DecoratedEnergy {
  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return Batcher.together(
        batcher -> states.stream().map(state -> evaluate(state, gradient, batcher)).toList());
  }

  /** Where the energy does not admit a state, V is not asked for. */
  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    CompletableFuture<Evaluation> evaluated = energy.evaluate(state, gradient, batcher);
    return admits(state)
        ? evaluated.thenCombine(batcher.ask(added, state), Evaluation::plus)
        : evaluated;
  }

  @Override
  public CompletableFuture<CategoricalDistribution> conditional(
      State state, int coordinate, Batcher batcher) {
    return energy.conditional(state, coordinate, batcher);
  }

  /** Those of U, with V beside them. */
  @Override
  public Optional<ConditionalTerms> terms() {
    return energy.terms().map(terms -> terms.beside(added));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation();
  }
}
