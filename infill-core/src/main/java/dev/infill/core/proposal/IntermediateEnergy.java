package dev.infill.core.proposal;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The same U, with gradients taken at continuous intermediates: of a state θ first ∇U(θ), then θᶜ =
 * Proj_K(x(θ) + (α₀/2) ∇U(θ)), then ∇U(θᶜ), which is what proposals are made from (cDLS, eq. 6 to
 * 8). θᶜ is a function of θ alone, so that Metropolis–Hastings with q(·|θᶜ) is exact (eq. 11).
 *
 * <p>It has no terms of its own: a move cannot be refused before U(θ′) is known, as its way back
 * begins at θ′ᶜ.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "With continuous
 * intermediates".
 */
public final class IntermediateEnergy implements Energy {
  private final Energy energy;
  private final Relaxation relaxation;
  private final IntermediateForm form;
  private final double stepSize;

  /**
   * Creates it.
   *
   * @param energy U
   * @param form how θᶜ is found
   * @param stepSize α₀, positive and finite
   * @throws InvalidInputException if the energy is not extended to points between states
   */
  public IntermediateEnergy(Energy energy, IntermediateForm form, double stepSize) {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException("α₀ must be positive and finite, not " + stepSize);
    }
    this.energy = energy;
    this.relaxation =
        energy
            .relaxation()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "sampler",
                        energy
                            .limitation()
                            .orElse(
                                "this energy is known at fillings only, not between them, which"
                                    + " continuous intermediates need; take dmala, dula or gwg")));
    this.form = form;
    this.stepSize = stepSize;
  }

  @Override
  public List<Domain> domains() {
    return energy.domains();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return energy.supports(gradient)
        && (gradient == GradientKind.NONE || relaxation.supports(gradient));
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    return Batcher.together(
        batcher -> states.stream().map(state -> evaluate(state, gradient, batcher)).toList());
  }

  @Override
  public CompletableFuture<Evaluation> evaluate(
      State state, GradientKind gradient, Batcher batcher) {
    CompletableFuture<Evaluation> here = energy.evaluate(state, gradient, batcher);
    return gradient == GradientKind.NONE
        ? here
        : here.thenCompose(evaluation -> atIntermediate(state, evaluation, gradient, batcher));
  }

  private CompletableFuture<Evaluation> atIntermediate(
      State state, Evaluation evaluation, GradientKind gradient, Batcher batcher) {
    // No chain goes where U = −∞, and no gradient leads on from there.
    if (evaluation.energy() == Double.NEGATIVE_INFINITY) {
      return CompletableFuture.completedFuture(evaluation);
    }
    RelaxedState point = intermediate(state, evaluation);
    return batcher
        .ask(new Gradients(relaxation, gradient), point)
        .thenApply(there -> evaluation.withGradientAt(point, there));
  }

  /** Gradients between states. */
  private record Gradients(Relaxation relaxation, GradientKind gradient)
      implements Batcher.Source<RelaxedState, double[][]> {
    @Override
    public List<double[][]> answer(List<RelaxedState> points) {
      return relaxation.gradients(points, gradient);
    }
  }

  private RelaxedState intermediate(State state, Evaluation evaluation) {
    List<SparseVector> coordinates = new ArrayList<>(state.size());
    for (int i = 0; i < state.size(); i++) {
      Domain domain = domains().get(i);
      double[] uphill = evaluation.uphill(domain, i, state.get(i), stepSize / 2);
      coordinates.add(
          form == IntermediateForm.ACTIVE_COORDINATE && domain instanceof Categorical
              ? active(domain.size(), state.get(i), uphill[state.get(i)])
              : domain.projected(uphill));
    }
    return new RelaxedState(coordinates);
  }

  private static SparseVector active(int size, int index, double component) {
    return SparseVector.of(
        size, new int[] {index}, new double[] {Math.max(0, Math.min(1, component))});
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    return energy.conditionals(states, coordinates);
  }

  @Override
  public int passesPerEvaluation() {
    return energy.passesPerEvaluation() + relaxation.passesPerGradient();
  }

  @Override
  public int passesPerConditional() {
    return energy.passesPerConditional();
  }
}
