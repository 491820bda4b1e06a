package dev.infill.web;

import dev.infill.core.energy.GradientKind;
import java.util.EnumSet;

/** The gradients that samplers use, by the names that users type. */
public final class GradientChoices {
  private GradientChoices() {}

  /** Returns those that can be chosen. */
  public static Choices<GradientKind> all() {
    return Choices.of("gradient", EnumSet.of(GradientKind.EXACT, GradientKind.OWN_TERM));
  }
}
