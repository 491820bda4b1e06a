package dev.infill.web.cli.bench;

import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.evaluation.bench.JobBenchmark;
import dev.infill.evaluation.bench.Peer;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.Figures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The jobs of one text as a table, and below it what a peer printed. */
final class JobTable {
  private static final String ROW = "%-12s%8s%8s%8s%7s%8s%8s%7s%7s%7s%n";

  private JobTable() {}

  static String render(JobBenchmark.Result result, BenchSession session) {
    InfillSettings settings = result.reference().settings();
    StringBuilder table =
        new StringBuilder(
            "%d chains x %d steps, %d blanks, %d pieces; %s; %d repetitions%n"
                .formatted(
                    settings.chains(),
                    settings.steps(),
                    result.blanks(),
                    result.pieces(),
                    session.runsOn(),
                    result.reference().runs().size()));
    table.append(
        ROW.formatted(
            "job", "median", "minimum", "first", "ESS", "ESS/s", "asked", "run", "faster", "gain"));
    for (JobBenchmark.Job job : result.jobs()) {
      table.append(
          ROW.formatted(
              Choices.label(job.kind()),
              seconds(job, job.medianSeconds()),
              seconds(job, job.minimumSeconds()),
              decimal(job.medianFirstSeconds(), 2),
              decimal(job.meanEffectiveSampleSize(), 0),
              narrow(job.effectivePerSecond(), 2),
              Figures.count(Math.round(job.meanPassesAsked())),
              Figures.count(Math.round(job.meanPassesRun())),
              narrow(OptionalDouble.of(result.timesFaster(job.medianSeconds())), 1),
              narrow(result.timesAsEffective(job), 1)));
    }
    appendDense(table, result);
    result.peer().ifPresent(peer -> append(table, result, peer, session));
    return table.toString();
  }

  /** Returns seconds, marked where they are scaled. */
  static String seconds(JobBenchmark.Job job, double seconds) {
    return (job.partSteps().isPresent() ? "~" : "") + Figures.decimal(seconds, 2);
  }

  /** Says which step size was chosen, and that seconds were scaled, where either is so. */
  private static void appendDense(StringBuilder table, JobBenchmark.Result result) {
    JobBenchmark.Job dense = result.reference();
    if (result.tried().size() > 1) {
      table.append(
          "dense and fast: alpha %s, %s of dense by ESS/s:%n  %s%n"
              .formatted(
                  dense.settings().get(Settings.ALPHA),
                  isBest(dense, result.tried()) ? "the best" : "one of equals",
                  result.tried().stream()
                      .map(
                          job ->
                              job.settings().get(Settings.ALPHA)
                                  + ": "
                                  + decimal(job.effectivePerSecond(), 2))
                      .collect(Collectors.joining(", "))));
    }
    table.append(scaled(dense));
  }

  /** Says whether no other job has the same effective sample size per second. */
  private static boolean isBest(JobBenchmark.Job chosen, List<JobBenchmark.Job> tried) {
    return tried.stream()
            .filter(
                job -> job.effectivePerSecond().orElse(0) == chosen.effectivePerSecond().orElse(0))
            .count()
        == 1;
  }

  /** Returns a line that says how much of a dense job was run; none if all was. */
  static String scaled(JobBenchmark.Job dense) {
    OptionalInt steps = dense.partSteps();
    return steps.isPresent()
        ? "~ scaled: %d of the %d steps of dense were run%n"
            .formatted(steps.getAsInt(), dense.settings().steps())
        : "";
  }

  private static void append(
      StringBuilder table,
      JobBenchmark.Result result,
      JobBenchmark.PeerJob peer,
      BenchSession session) {
    table.append(
        ROW.formatted(
            "peer",
            Figures.decimal(peer.medianSeconds(), 2),
            Figures.decimal(peer.minimumSeconds(), 2),
            "-",
            "-",
            "-",
            "-",
            "-",
            Figures.decimal(result.timesFaster(peer.medianSeconds()), 1),
            "-"));
    table.append("%n".formatted());
    for (JobBenchmark.Job job : result.jobs()) {
      table.append(
          "%s: %s times as fast as the peer%n"
              .formatted(
                  Choices.label(job.kind()),
                  Figures.decimal(peer.medianSeconds() / job.medianSeconds(), 2)));
    }
    table.append(
        "The peer's seconds are those of its process, from start to end; here the model%nwas opened before, in %s s.%n"
            .formatted(Figures.decimal(session.openingSeconds(), 2)));
    List<Peer.Run> runs = peer.runs();
    for (int k = 0; k < runs.size(); k++) {
      table.append("%n-- the peer printed, run %d:%n".formatted(k + 1));
      String printed = runs.get(k).output();
      table.append(printed).append(printed.endsWith("\n") ? "" : "\n");
    }
  }

  /** Returns a figure that leaves a gap to the column before, however large it is. */
  private static String narrow(OptionalDouble figure, int digits) {
    return decimal(figure, figure.orElse(0) < 1000 ? digits : 0);
  }

  private static String decimal(OptionalDouble figure, int digits) {
    return Figures.decimal(figure.orElse(Double.NaN), digits);
  }
}
