package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.evaluation.bench.RatioSummary;
import dev.infill.web.Choices;
import org.jspecify.annotations.Nullable;

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
    String job,
    int texts,
    int undefined,
    @Nullable Double medianTimesAsEffective,
    @Nullable Double minimumTimesAsEffective) {
  /**
   * Maps a summary.
   *
   * @param summary the summary
   */
  public static RatioSummaryJson of(RatioSummary summary) {
    return new RatioSummaryJson(
        "job-summary",
        Choices.label(summary.kind()),
        summary.texts(),
        summary.undefined(),
        finiteOrNull(summary.median()),
        finiteOrNull(summary.minimum()));
  }
}
