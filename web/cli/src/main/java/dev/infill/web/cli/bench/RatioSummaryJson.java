package dev.infill.web.cli.bench;

import dev.infill.evaluation.bench.JobKind;
import dev.infill.evaluation.bench.RatioSummary;
import java.util.OptionalDouble;

/**
 * What a way of doing jobs gains over the dense one on several texts, in effective sample size of U
 * per second.
 *
 * @param benchmark {@code job-summary}
 * @param job {@code dense-exact}, {@code fast} or {@code default}
 * @param texts how many texts there are
 * @param undefined for how many of them there is no ratio
 * @param medianTimesAsEffective the median of the others' ratios; null if there are none
 * @param minimumTimesAsEffective the least of them
 */
public record RatioSummaryJson(
    String benchmark,
    JobKind job,
    int texts,
    int undefined,
    OptionalDouble medianTimesAsEffective,
    OptionalDouble minimumTimesAsEffective) {
  /**
   * Maps a summary.
   *
   * @param summary the summary
   */
  public static RatioSummaryJson of(RatioSummary summary) {
    return new RatioSummaryJson(
        "job-summary",
        summary.kind(),
        summary.texts(),
        summary.undefined(),
        summary.median(),
        summary.minimum());
  }
}
