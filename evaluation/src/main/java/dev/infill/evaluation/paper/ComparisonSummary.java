package dev.infill.evaluation.paper;

import java.util.List;

/**
 * The figures of all samplers in one comparison.
 *
 * @param comparison what is equal
 * @param samplers the figures of each sampler, in the order of the experiment
 * @param differences paired differences: each sampler minus each one before it; those to the first
 *     sampler come first
 */
public record ComparisonSummary(
    ComparedAt comparison, List<SamplerSummary> samplers, List<Difference> differences) {
  /** Copies the lists. */
  public ComparisonSummary {
    samplers = List.copyOf(samplers);
    differences = List.copyOf(differences);
  }

  /**
   * Returns the figures of a sampler.
   *
   * @param label the label of one that took part
   */
  public SamplerSummary sampler(String label) {
    return samplers.stream()
        .filter(figures -> figures.sampler().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(label + " did not take part"));
  }

  /** Returns the differences to the first sampler. */
  public List<Difference> toFirst() {
    return differences.stream()
        .filter(difference -> difference.minus().equals(samplers.get(0).sampler()))
        .toList();
  }
}
