package dev.infill.evaluation.paper;

import dev.infill.evaluation.metrics.LowerCase;
import java.util.Arrays;
import java.util.List;

/**
 * The state of one chain.
 *
 * @param chain which chain, counted from 0
 * @param fills the token in each blank, as the vocabulary writes it, in the order of the blanks
 * @param text the sentence's own words with the blanks filled
 * @param energy U in nats, not divided by the temperature
 */
public record Sample(int chain, List<String> fills, String text, double energy) {
  /** Copies the list. */
  public Sample {
    fills = List.copyOf(fills);
  }

  /** Returns the words of the text as metrics compare them, in lower case. */
  public List<String> words() {
    return LowerCase.of(Arrays.asList(text.strip().split("\\s+", -1)));
  }
}
