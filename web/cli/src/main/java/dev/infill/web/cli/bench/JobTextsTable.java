package dev.infill.web.cli.bench;

import dev.infill.core.sampler.Settings;
import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.RatioSummary;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.Figures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The jobs of several texts as a table, whose rows are written as they come. */
final class JobTextsTable {
  private static final String TEXT = "%-13s%7s%7s%6s%9s%6s";
  private static final String JOB = "%9s%7s";

  private boolean begun;

  /**
   * Returns the next row; the first one with what stands above it.
   *
   * @param id names the text
   * @param result its jobs
   */
  String row(String id, JobBenchmark.Result result) {
    JobBenchmark.Job dense = result.reference();
    List<JobBenchmark.Job> others = result.jobs().subList(1, result.jobs().size());
    String row =
        TEXT.formatted(
                id,
                result.blanks(),
                result.pieces(),
                dense.settings().get(Settings.ALPHA),
                JobTable.seconds(dense, dense.medianSeconds()),
                decimal(dense.meanEffectiveSampleSize(), 0))
            + joined(
                others,
                job ->
                    JOB.formatted(
                        Figures.decimal(job.medianSeconds(), 2),
                        decimal(result.timesAsEffective(job), 1)));
    return (begun ? "" : heading(others)) + row;
  }

  private String heading(List<JobBenchmark.Job> others) {
    begun = true;
    return TEXT.formatted("text", "blanks", "pieces", "alpha", "dense", "ESS")
        + joined(others, job -> JOB.formatted(Choices.label(job.kind()), "gain"));
  }

  /**
   * Returns what stands below the rows.
   *
   * @param summaries what each way of doing jobs gains
   */
  static String ending(List<RatioSummary> summaries) {
    String ending =
        TEXT.formatted("median", "", "", "", "", "")
            + joined(
                summaries,
                summary -> JOB.formatted("", decimal(summary.medianTimesAsEffective(), 1)))
            + TEXT.formatted("minimum", "", "", "", "", "")
            + joined(
                summaries,
                summary -> JOB.formatted("", decimal(summary.minimumTimesAsEffective(), 1)));
    return summaries.stream().allMatch(summary -> summary.undefined() == 0)
        ? ending
        : ending
            + summaries.stream()
                .map(
                    summary ->
                        "%s: no gain for %d of %d texts, as there is no ESS or that of dense is 0%n"
                            .formatted(
                                Choices.label(summary.job()), summary.undefined(), summary.texts()))
                .collect(Collectors.joining());
  }

  private static <T> String joined(List<T> columns, Function<T, String> cells) {
    return columns.stream().map(cells).collect(Collectors.joining()) + "%n".formatted();
  }

  private static String decimal(OptionalDouble figure, int digits) {
    return Figures.decimal(figure.orElse(Double.NaN), digits);
  }
}
