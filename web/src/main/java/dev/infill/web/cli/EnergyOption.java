package dev.infill.web.cli;

import dev.infill.core.text.EnergyKind;
import dev.infill.web.Choices;

/** The option {@code --energy}, which means the same for every command. */
final class EnergyOption {
  private EnergyOption() {}

  static Class<EnergyKind> type() {
    return EnergyKind.class;
  }

  static Choices<EnergyKind> choices() {
    return Choices.of("energy", EnergyKind.class);
  }

  static String description(EnergyKind fallback) {
    return "How U is defined: pseudo-log-likelihood (each blank masked in turn), unmasked (one"
        + " pass, flatter) or raw-logit (logits for log-probabilities). Default: "
        + Choices.label(fallback)
        + ".";
  }
}
