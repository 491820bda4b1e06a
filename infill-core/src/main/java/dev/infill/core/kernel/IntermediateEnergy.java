package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
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
import java.util.Iterator;
import java.util.List;

/**
 * The same U, with gradients taken at continuous intermediates: of a state θ first ∇U(θ), then θᶜ =
 * Proj_K(x(θ) + (α₀/2) ∇U(θ)), then ∇U(θᶜ), which is what proposals are made from (cDLS, eq. 6 to
 * 8). θᶜ is a function of θ alone, so that Metropolis–Hastings with q(·|θᶜ) is exact (eq. 11).
 *
 * <p>It has no terms of its own: a move cannot be refused before U(θ′) is known, as its way back
 * begins at θ′ᶜ.
 */
final class IntermediateEnergy implements Energy {
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
  IntermediateEnergy(Energy energy, IntermediateForm form, double stepSize) {
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
                        "this energy is known at fillings only, not between them, which continuous"
                            + " intermediates need; take dmala, dula or gwg"));
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
    List<Evaluation> evaluations = energy.evaluate(states, gradient);
    if (gradient == GradientKind.NONE) {
      return evaluations;
    }
    List<RelaxedState> intermediates = new ArrayList<>(states.size());
    for (int k = 0; k < states.size(); k++) {
      if (isPossible(evaluations.get(k))) {
        intermediates.add(intermediate(states.get(k), evaluations.get(k)));
      }
    }
    Iterator<double[][]> gradients = relaxation.gradients(intermediates, gradient).iterator();
    Iterator<RelaxedState> points = intermediates.iterator();
    return evaluations.stream()
        .map(
            evaluation ->
                isPossible(evaluation)
                    ? evaluation.withGradientAt(points.next(), gradients.next())
                    : evaluation)
        .toList();
  }

  /** No chain goes where U = −∞, and no gradient leads on from there. */
  private static boolean isPossible(Evaluation evaluation) {
    return evaluation.energy() > Double.NEGATIVE_INFINITY;
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
