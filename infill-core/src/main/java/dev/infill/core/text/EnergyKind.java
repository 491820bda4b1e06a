package dev.infill.core.text;

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

  @Override
  public String toString() {
    return label;
  }
}
