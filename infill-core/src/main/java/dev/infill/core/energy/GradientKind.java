package dev.infill.core.energy;

import dev.infill.core.InvalidInputException;
import java.util.Locale;

/** A kind of gradient of U. */
public enum GradientKind {
  /** None: U alone. */
  NONE,
  /**
   * For energies U(θ) = Σᵢ log fᵢ(θᵢ | θ_\i): the own term log fᵢ(v | θ_\i) of each one-hot
   * gradient, without the cross term Σ_{j≠i}. Needs no backward pass.
   */
  OWN_TERM,
  /** ∇U(θ), exactly. */
  EXACT;

  /**
   * Returns this kind after a check that an energy has such a gradient.
   *
   * @param energy U
   * @throws InvalidInputException if the energy does not support it
   */
  public GradientKind requiredOf(Energy energy) {
    if (!energy.supports(this)) {
      throw new InvalidInputException(
          "gradient",
          energy
              .limitation()
              .orElseGet(
                  () ->
                      "this energy has no %s gradient; use the other one"
                          .formatted(name().toLowerCase(Locale.ROOT).replace('_', '-'))));
    }
    return this;
  }
}
