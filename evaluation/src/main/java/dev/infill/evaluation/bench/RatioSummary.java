package dev.infill.evaluation.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a way of doing jobs gains over {@link JobKind#DENSE} on several texts, in effective sample
 * size of U per second.
 *
 * @param job the way
 * @param texts how many texts there are
 * @param undefined for how many of them there is no ratio, as dense chains did not move at all or
 *     made too few steps
 * @param medianTimesAsEffective the median of the others' ratios
 * @param minimumTimesAsEffective the least of them
 */
public record RatioSummary(
    JobKind job,
    int texts,
    int undefined,
    OptionalDouble medianTimesAsEffective,
    OptionalDouble minimumTimesAsEffective) {
  /**
   * Sums up results, for every way in which their jobs were done but the reference.
   *
   * @param results the results of at least one text, all with jobs of the same kinds
   */
  public static List<RatioSummary> of(Collection<JobBenchmark.Result> results) {
    return results.stream()
        .flatMap(result -> result.jobs().stream().skip(1))
        .map(JobBenchmark.Job::kind)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .map(kind -> of(kind, results))
        .toList();
  }

  private static RatioSummary of(JobKind kind, Collection<JobBenchmark.Result> results) {
    double[] ratios =
        results.stream()
            .flatMap(result -> job(result, kind).stream().map(result::timesAsEffective))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    return new RatioSummary(
        kind,
        results.size(),
        results.size() - ratios.length,
        ratios.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Repetitions.median(ratios)),
        Arrays.stream(ratios).min());
  }

  private static Optional<JobBenchmark.Job> job(JobBenchmark.Result result, JobKind kind) {
    return result.jobs().stream().filter(job -> job.kind() == kind).findFirst();
  }
}
