package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.JobKind;
import dev.infill.evaluation.bench.JobRun;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A whole job, done some times in turn with others.
 *
 * @param benchmark {@code job}
 * @param id names the text where it was drawn from a corpus; else null
 * @param text the text
 * @param blanks blanks of the text
 * @param pieces the length of a sequence
 * @param job {@code dense}, {@code dense-exact}, {@code fast} or {@code default}
 * @param tried for {@code dense} the dense jobs of every step size, of which this is the best by
 *     effective sample size per second; else empty
 * @param partSteps how many steps were run, where the seconds are scaled to those of all; else null
 * @param runs each time it was done
 * @param medianSeconds the median of their seconds
 * @param minimumSeconds the least of them
 * @param medianFirstSeconds the median of the seconds until every chain had made a step
 * @param effectiveSampleSize of U, the mean; null where there are too few steps
 * @param effectivePerSecond effective sample size of U per second, of all times together
 * @param passesAsked sequences through the model that were asked for, the mean
 * @param passesRun how many of them the model was run for, the mean
 * @param timesFaster the median seconds of the dense job over those of this one
 * @param timesAsEffective the effective sample size per second over that of the dense job; null
 *     where either is undefined, or the dense one is 0
 * @param threads threads of the model
 * @param settings everything needed to repeat the first time; the next ones have the next seeds
 */
record JobBenchmarkJson(
    String benchmark,
    Optional<String> id,
    String text,
    int blanks,
    int pieces,
    JobKind job,
    List<TriedJson> tried,
    OptionalInt partSteps,
    List<RunJson> runs,
    double medianSeconds,
    double minimumSeconds,
    OptionalDouble medianFirstSeconds,
    OptionalDouble effectiveSampleSize,
    OptionalDouble effectivePerSecond,
    double passesAsked,
    double passesRun,
    double timesFaster,
    OptionalDouble timesAsEffective,
    int threads,
    SettingsJson settings) {
  /**
   * A dense job of one of several step sizes.
   *
   * @param alpha its step size
   * @param medianSeconds the median of its seconds
   * @param effectiveSampleSize of U, the mean; null where there are too few steps
   * @param effectivePerSecond effective sample size of U per second
   */
  record TriedJson(
      double alpha,
      double medianSeconds,
      OptionalDouble effectiveSampleSize,
      OptionalDouble effectivePerSecond) {
    private static TriedJson of(JobBenchmark.Job job) {
      return new TriedJson(
          job.settings().get(Settings.ALPHA),
          job.medianSeconds(),
          job.meanEffectiveSampleSize(),
          job.effectivePerSecond());
    }
  }

  /**
   * One time that a job was done.
   *
   * @param run the time
   * @param partSeconds how long the part took that was run; null if all was
   * @param partPassesRun for how many sequences the model was run in it; null if all was
   */
  record RunJson(
      @JsonUnwrapped @JsonIgnoreProperties({"passesInFull", "part"}) JobRun run,
      OptionalDouble partSeconds,
      OptionalLong partPassesRun) {
    private static RunJson of(JobRun run) {
      return new RunJson(
          run,
          run.part().stream().mapToDouble(JobRun.Part::seconds).findFirst(),
          run.part().stream().mapToLong(JobRun.Part::passesRun).findFirst());
    }
  }

  static JobBenchmarkJson of(
      Optional<String> id,
      JobBenchmark.Result result,
      JobBenchmark.Job job,
      int threads,
      ModelDescription model,
      Versions versions) {
    return new JobBenchmarkJson(
        "job",
        id,
        result.text(),
        result.blanks(),
        result.pieces(),
        job.kind(),
        job.kind() == JobKind.DENSE
            ? result.tried().stream().map(TriedJson::of).toList()
            : List.of(),
        job.partSteps(),
        job.runs().stream().map(RunJson::of).toList(),
        job.medianSeconds(),
        job.minimumSeconds(),
        job.medianFirstSeconds(),
        job.meanEffectiveSampleSize(),
        job.effectivePerSecond(),
        job.meanPassesAsked(),
        job.meanPassesRun(),
        result.timesFaster(job.medianSeconds()),
        result.timesAsEffective(job),
        threads,
        SettingsJson.of(job.settings(), model, versions));
  }
}
