package dev.infill.evaluation.paper;

import java.util.List;

/**
 * The figures of an experiment. Immutable.
 *
 * @param comparisons the figures, one element per comparison
 * @param curves one per sampler, in order
 * @param claims the paper's claims for every DULA and DMALA, by basis; empty without a Gibbs
 *     sampler to compare with, without a DULA or DMALA, or with too few tasks to judge
 * @param signatures the definitions of the metrics of text, and of effective sample sizes
 * @param resamples how many bootstrap resamples the intervals are from
 * @param seed the seed of the resamples
 */
public record ExperimentSummary(
    List<ComparisonSummary> comparisons,
    List<Curve> curves,
    List<Claim> claims,
    List<Setting> signatures,
    int resamples,
    long seed) {
  /** Copies the lists. */
  public ExperimentSummary {
    comparisons = List.copyOf(comparisons);
    curves = List.copyOf(curves);
    claims = List.copyOf(claims);
    signatures = List.copyOf(signatures);
  }

  /**
   * Returns the figures of one comparison.
   *
   * @param comparison one that was run
   */
  public ComparisonSummary at(ComparedAt comparison) {
    return comparisons.stream()
        .filter(summary -> summary.comparison() == comparison)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no comparison at equal " + comparison));
  }
}
