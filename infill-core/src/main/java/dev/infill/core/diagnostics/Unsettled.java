package dev.infill.core.diagnostics;

import java.util.Locale;

/** What keeps a list of fillings from being settled. */
public enum Unsettled {
  /** Fewer than 20 steps of each chain count, of which nothing is told. */
  FEW_STEPS("fewer than 20 steps count"),
  /** The probabilities have a standard error above 10 % of their size, or none is known. */
  STANDARD_ERROR("standard error of the probabilities above 10 %"),
  /** The five best fillings were others before the last third of the steps. */
  BEST("the five best changed in the last third"),
  /** R-hat is above 1.05, or chains stay at different fillings. */
  R_HAT("R-hat above 1.05");

  private final String description;

  Unsettled(String description) {
    this.description = description;
  }

  /** Returns it in some words. */
  public String description() {
    return description;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
