package dev.infill.core.proposal;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Continuous intermediates θᶜ = Proj_K(x(θ) + (α₀/2) ∇U(θ)/T): proposals take their gradient there
 * (cDLS, eq. 6 to 8). θᶜ is a function of θ alone, so that Metropolis–Hastings with q(·|θᶜ) is
 * exact (eq. 11).
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "With
 * continuous intermediates".
 *
 * @param form the choice of K
 * @param stepSize α₀, positive and finite; the paper's are at most α
 */
public record Intermediate(IntermediateForm form, double stepSize) {
  /** Checks the number. */
  public Intermediate {
    if (!(stepSize > 0 && Double.isFinite(stepSize))) {
      throw new IllegalArgumentException("α₀ must be positive and finite, not " + stepSize);
    }
  }

  /**
   * Refuses a target whose U is not known between states.
   *
   * @param gradient the gradient that is needed there
   * @throws InvalidInputException if the target is refused
   */
  public void requireFor(Target target, GradientKind gradient) {
    boolean isKnown =
        target.energy().relaxation().filter(between -> between.supports(gradient)).isPresent();
    if (!isKnown) {
      throw new InvalidInputException(
          target.energy().relaxation().isPresent() ? "gradient" : "sampler",
          target
              .energy()
              .limitation()
              .orElse(
                  "this energy is known at fillings only, not between them, which continuous"
                      + " intermediates need; take dmala, dula or gwg"));
    }
  }

  /**
   * Returns θᶜ.
   *
   * @param domains Θ₁ … Θ_m
   * @param state θ
   * @param gradient ∇U(θ)
   * @param temperature T
   */
  public RelaxedState of(
      List<Domain> domains, State state, List<double[]> gradient, double temperature) {
    List<SparseVector> coordinates = new ArrayList<>(state.size());
    for (int i = 0; i < state.size(); i++) {
      Domain domain = domains.get(i);
      SparseVector here = domain.embedded(state.get(i));
      double[] uphill = new double[domain.gradientLength()];
      for (int k = 0; k < uphill.length; k++) {
        uphill[k] = here.get(k) + stepSize / 2 * gradient.get(i)[k] / temperature;
      }
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
}
