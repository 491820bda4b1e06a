package dev.infill.core.proposal;

import java.util.Locale;

/**
 * How a continuous intermediate θᶜ = Proj_K(x(θ) + (α₀/2) ∇U(θ)) is found where coordinates are
 * one-hot vectors (cDLS, eq. 6 and 7, App. B). Numbers are projected onto the interval from the
 * smallest to the largest either way.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "With continuous
 * intermediates".
 */
public enum IntermediateForm {
  /** K is the probability simplex, the convex hull of the one-hot vectors. */
  SIMPLEX,
  /**
   * Only the active coordinate, the one that is 1, is moved, as App. B has it, and K is the cube
   * [0, 1]ⁿ: θᶜ is the one-hot vector times w = min(1, max(0, 1 + (α₀/2) ∇U(θ)ᵢ[θᵢ])).
   *
   * <p>That is a reading of App. B, which does not say what K is. It depends on more than U: ∇U(θ)ᵢ
   * is known up to a constant that all its entries share, as one-hot vectors sum to 1. The simplex
   * and the discrete Langevin proposal do not see that constant, but w does. Here the gradient is
   * taken as it is: with log-probabilities in it, which are below 0, w falls from 1 to 0 the less
   * likely the present word is; where the entry is positive, w = 1 and θᶜ = θ. Kernels are exact
   * whatever the constant, as w is a function of θ alone.
   */
  ACTIVE_COORDINATE;

  /** Returns the name that users type, such as {@code active-coordinate}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return label();
  }
}
