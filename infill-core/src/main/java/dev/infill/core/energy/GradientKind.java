package dev.infill.core.energy;

/** Which gradient of U an evaluation carries. */
public enum GradientKind {
  /** None: U alone. */
  NONE,
  /**
   * For energies U(θ) = Σᵢ log fᵢ(θᵢ | θ_\i): the own term log fᵢ(v | θ_\i) of each one-hot
   * gradient, without the cross term Σ_{j≠i}. Needs no backward pass.
   */
  OWN_TERM,
  /** ∇U(θ), exactly. */
  EXACT
}
