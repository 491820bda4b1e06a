package dev.infill.core.proposal;

import java.util.Locale;

/**
 * The set K of a continuous intermediate θᶜ = Proj_K(x(θ) + (α₀/2) ∇U(θ)) for coordinates that are
 * one-hot vectors (cDLS, eq. 6 and 7, App. B). Numbers are projected onto the interval from the
 * smallest to the largest in any case.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "With
 * continuous intermediates".
 */
public enum IntermediateForm {
  /** K is the probability simplex, the convex hull of the one-hot vectors. */
  SIMPLEX,
  /**
   * K is the cube [0, 1]ⁿ, and only the active coordinate moves, the one that is 1, as in App. B:
   * θᶜ is the one-hot vector times w = min(1, max(0, 1 + (α₀/2) ∇U(θ)ᵢ[θᵢ])).
   *
   * <p>App. B does not name K; this is a reading of it. ∇U(θ)ᵢ is known up to a constant that all
   * its entries share, as one-hot vectors sum to 1. The simplex and the discrete Langevin proposal
   * do not depend on that constant, but w does. The gradient is taken as it is here. Its entries
   * are log-probabilities below 0: w falls from 1 to 0 as the present word gets less likely. A
   * positive entry gives w = 1 and θᶜ = θ. Kernels are exact with any constant, as w is a function
   * of θ alone.
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
