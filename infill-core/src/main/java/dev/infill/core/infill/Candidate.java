package dev.infill.core.infill;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One filling of a text.
 *
 * @param text the text with every blank filled
 * @param fills the fills, in the order of the blanks
 * @param energy U, in nats; higher is likelier
 * @param share the share of the pooled states that are this filling, in [0, 1]; for an exact
 *     sampler an estimate of its posterior probability
 * @param shareStandardError the Monte Carlo standard error of the share; empty where one chain with
 *     too few states cannot tell
 * @param chains how many chains ended in this filling
 */
public record Candidate(
    String text,
    List<Fill> fills,
    double energy,
    double share,
    OptionalDouble shareStandardError,
    int chains) {
  /** Copies the list. */
  public Candidate {
    fills = List.copyOf(fills);
  }
}
