package dev.infill.core.kernel;

import java.util.Locale;

/**
 * How a continuous intermediate θᶜ = Proj_K(x(θ) + (α₀/2) ∇U(θ)) is found where coordinates are
 * one-hot vectors (cDLS, eq. 6 and 7, App. B). Numbers are projected onto the interval from the
 * smallest to the largest either way.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "cdmala, cdula,
 * cgwg".
 */
public enum IntermediateForm {
  /** K is the probability simplex, the convex hull of the one-hot vectors. */
  SIMPLEX,
  /**
   * Only the active coordinate, the one that is 1, is moved, as App. B has it, and K is the cube
   * [0, 1]ⁿ: θᶜ is the one-hot vector times a number from 0 to 1.
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
