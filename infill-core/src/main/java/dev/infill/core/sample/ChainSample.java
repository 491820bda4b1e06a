package dev.infill.core.sample;

import java.util.List;

/**
 * The filling that a chain is at.
 *
 * @param tokens the token in each blank, as the vocabulary spells it ({@code ##ing} for a
 *     continuation)
 * @param text the text with every blank filled
 * @param energy U + Σ λ V in nats, not divided by the temperature
 */
public record ChainSample(List<String> tokens, String text, double energy) {
  /** Copies the list. */
  public ChainSample {
    tokens = List.copyOf(tokens);
  }
}
