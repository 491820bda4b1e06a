package dev.infill.web.json;

import dev.infill.evaluation.bench.MetricsBenchmark;
import dev.infill.web.Versions;
import java.util.SortedMap;

/**
 * The time of all metrics.
 *
 * @param benchmark {@code metrics}
 * @param sentences how many sentences were measured
 * @param words how many words they have
 * @param references against how many references
 * @param referenceWords how many words those have
 * @param repetitions how often it was timed
 * @param minimumSeconds the fastest time
 * @param medianSeconds the median time
 * @param versions the versions of Infill and its libraries
 */
public record MetricsBenchmarkJson(
    String benchmark,
    int sentences,
    long words,
    int references,
    long referenceWords,
    int repetitions,
    double minimumSeconds,
    double medianSeconds,
    SortedMap<String, String> versions) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param versions the versions of the application
   */
  public static MetricsBenchmarkJson of(MetricsBenchmark.Result result, Versions versions) {
    return new MetricsBenchmarkJson(
        "metrics",
        result.metrics().sentences(),
        result.metrics().words(),
        result.references(),
        result.referenceWords(),
        result.repetitions(),
        result.minimumSeconds(),
        result.medianSeconds(),
        versions.all());
  }
}
