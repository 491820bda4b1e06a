package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import java.util.List;

/**
 * The squared maximum mean discrepancy of samples to a reference sample, with the kernel
 * exp(−Hamming distance / d) (Gretton et al. 2012, the biased estimate, never negative).
 */
final class MeanDiscrepancy {
  private final List<State> reference;
  private final double within;

  MeanDiscrepancy(List<State> reference) {
    this.reference = List.copyOf(reference);
    this.within = mean(reference, reference);
  }

  /** Returns the estimate for a sample. */
  double of(List<State> sample) {
    return Math.max(0, mean(sample, sample) + within - 2 * mean(sample, reference));
  }

  private static double mean(List<State> first, List<State> second) {
    double sum = 0;
    for (State a : first) {
      for (State b : second) {
        sum += Math.exp(-(double) a.hammingDistance(b) / a.size());
      }
    }
    return sum / first.size() / second.size();
  }
}
