package dev.infill.core.sampler;

import java.util.Locale;

/** Which states of the chains the candidates are taken from. */
public enum Pool {
  /** All states that the chains visited after burn-in, and those of burn-in if their U is known. */
  VISITED,
  /** The last state of each chain. */
  LAST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
