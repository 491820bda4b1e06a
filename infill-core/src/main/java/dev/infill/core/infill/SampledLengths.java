package dev.infill.core.infill;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What came of one way to choose the lengths of blanks.
 *
 * @param lengths how many pieces each blank has
 * @param chains how many chains were given these lengths, which they keep
 * @param distinctFillings how many different fillings of these lengths are pooled and compared
 * @param bestNormalizedEnergy the highest normalised energy of them, in nats per piece ({@link
 *     Candidate#normalizedEnergy()}); empty if none was compared before the run was cancelled
 * @param meanNormalizedEnergy the mean of it over the pooled states of these lengths, in nats per
 *     piece; empty likewise
 */
public record SampledLengths(
    List<Integer> lengths,
    int chains,
    int distinctFillings,
    OptionalDouble bestNormalizedEnergy,
    OptionalDouble meanNormalizedEnergy) {
  /** Copies the list. */
  public SampledLengths {
    lengths = List.copyOf(lengths);
  }
}
