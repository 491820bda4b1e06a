package dev.infill.core.text;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.OrderAveragedEnergy;

/** How the energy U(θ) of a filled text is defined from a masked language model f. */
public enum EnergyKind {
  /**
   * U = Σᵢ log f(θᵢ | X_{\i}): each blank masked in turn, the others filled (Zhang, Liu &amp; Liu
   * 2022, §7.5). m model passes per state.
   */
  PSEUDO_LOG_LIKELIHOOD("pseudo-log-likelihood"),
  /**
   * The log-probability by the chain rule, averaged over the orders in which blanks may be filled
   * ({@link OrderAveragedEnergy}). m 2^(m − 1) model passes per state of up to 4 blanks, and most
   * of them the same for many states; 24 m at most of more.
   */
  CHAIN_RULE("chain-rule"),
  /** The mean of the pseudo-log-likelihood and the chain rule's. Passes as the latter. */
  MIXED("mixed");

  private static final double HALF = 0.5;

  private final String label;

  EnergyKind(String label) {
    this.label = label;
  }

  /**
   * Returns this energy, made of that of the model.
   *
   * @param energy the pseudo-log-likelihood ({@link MaskedLanguageModel#energy})
   * @throws InvalidInputException for field {@code energy} if the model does not read masks beside
   *     the one that is asked for
   */
  public Energy of(Energy energy) {
    if (this == PSEUDO_LOG_LIKELIHOOD) {
      return energy;
    }
    if (!energy.readsMasked()) {
      throw new InvalidInputException(
          "energy", "the model does not read several masks, which " + label + " needs");
    }
    return new OrderAveragedEnergy(energy, this == MIXED ? HALF : 0);
  }

  /** Returns the name that users type and reports print. */
  @Override
  public String toString() {
    return label;
  }
}
