package dev.infill.evaluation.paper;

import java.util.Comparator;
import java.util.List;

/**
 * The states of all chains of a run after a number of steps.
 *
 * @param step the number of steps made; 0 is where the chains started
 * @param modelPasses sequences through the model that all chains together had cost by then
 * @param samples one per chain, in the order of the chains
 */
public record Snapshot(int step, long modelPasses, List<Sample> samples) {
  /** Copies the list. */
  public Snapshot {
    samples = List.copyOf(samples);
  }

  /**
   * Returns the samples that are kept, as the paper does: those of highest U, highest first, of
   * equal U the earlier chain's.
   *
   * @param count how many at most; equal fillings of several chains all count
   */
  public List<Sample> likeliest(int count) {
    return samples.stream()
        .sorted(Comparator.comparingDouble(Sample::energy).reversed())
        .limit(count)
        .toList();
  }
}
