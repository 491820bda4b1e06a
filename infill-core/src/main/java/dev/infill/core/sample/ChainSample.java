package dev.infill.core.sample;

import java.util.List;

/**
 * Where one chain was.
 *
 * @param tokens the token in each blank, as the vocabulary writes it ({@code ##ing} for a
 *     continuation), in the order of the blanks
 * @param text the text with every blank filled
 * @param energy U, with the terms that are added to it, in nats, never divided by the temperature;
 *     higher is likelier
 */
public record ChainSample(List<String> tokens, String text, double energy) {
  /** Copies the list. */
  public ChainSample {
    tokens = List.copyOf(tokens);
  }
}
