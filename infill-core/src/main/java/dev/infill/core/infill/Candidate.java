package dev.infill.core.infill;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One filling of a text.
 *
 * @param text the text with every blank filled
 * @param fills the fills, in the order of the blanks, piece by piece
 * @param energy U, in nats, never divided by the temperature; of fillings of the same length the
 *     higher is the likelier
 * @param normalizedEnergy Ū, which fillings of different lengths are compared by: the mean of log f
 *     over the pieces in blanks, each read with the later ones of its blank masked, in nats per
 *     piece, at most 0. Empty where all blanks have one length only, so that U compares them
 * @param share the share of the pooled states that are this filling, in [0, 1]; for an exact
 *     sampler an estimate of its posterior probability
 * @param shareStandardError the Monte Carlo standard error of the share, from the shares p_c of the
 *     C chains, which are independent: √(Σ (p_c − p̄)² / (C (C − 1))), for last states the binomial
 *     √(p̄ (1 − p̄) / (C − 1)); of a single chain from batch means (⌊√n⌋ batches of its n states).
 *     0 says only that the chains do not differ; where they were given different lengths, it is too
 *     large, as they differ by design. Empty for a single chain with fewer than 16 states
 * @param chains how many chains ended in this filling
 */
public record Candidate(
    String text,
    List<Fill> fills,
    double energy,
    OptionalDouble normalizedEnergy,
    double share,
    OptionalDouble shareStandardError,
    int chains) {
  /** Copies the list. */
  public Candidate {
    fills = List.copyOf(fills);
  }
}
