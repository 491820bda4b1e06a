package dev.infill.core.text;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** How the energy U(θ) of a filled text is defined from a masked language model f. */
public enum EnergyKind {
  /**
   * U = Σᵢ log f(θᵢ | X_{\i}): each blank masked in turn, the others filled (Zhang, Liu &amp; Liu
   * 2022, §7.5). m model passes per state.
   */
  PSEUDO_LOG_LIKELIHOOD("pseudo-log-likelihood"),
  /**
   * U = Σᵢ log f(θᵢ | X), nothing masked: one model pass per state, but the model sees the very
   * token that it scores, so U is far flatter over tokens.
   */
  UNMASKED("unmasked"),
  /**
   * As the pseudo-log-likelihood, with logits in place of log-probabilities (E_raw of Goyal et al.
   * 2022). m model passes per state.
   */
  RAW_LOGIT("raw-logit");

  private final String label;

  EnergyKind(String label) {
    this.label = label;
  }

  /** Returns the name that users type and reports print. */
  public String label() {
    return label;
  }

  /**
   * Returns the terms of this energy, where each depends on the others' values only; empty for
   * {@link #UNMASKED}, whose terms depend on the value at their own blank as well.
   *
   * @param masked as {@link ConditionalTerms#at}: for each state, what the model says of one blank,
   *     that blank masked
   */
  public Optional<ConditionalTerms> terms(
      BiFunction<List<State>, int[], List<Conditional>> masked) {
    return switch (this) {
      case PSEUDO_LOG_LIKELIHOOD -> Optional.of(ConditionalTerms.of(masked, 0));
      case RAW_LOGIT -> Optional.of(ConditionalTerms.of(masked, Double.POSITIVE_INFINITY));
      case UNMASKED -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
