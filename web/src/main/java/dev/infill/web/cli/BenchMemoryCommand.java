package dev.infill.web.cli;

import dev.infill.core.infill.InfillSettings;
import dev.infill.evaluation.bench.MemoryBenchmark;
import dev.infill.evaluation.bench.ProcessMemory;
import dev.infill.web.Versions;
import dev.infill.web.json.MemoryBenchmarkJson;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench memory}: what many jobs in one process leave in memory. */
@Command(
    name = "memory",
    description = "Measure the memory of a process that does many small jobs, one after another.",
    footer = {
      "",
      "Examples:",
      "  infill bench memory",
      "  infill bench memory --jobs 50 --chains 25 --steps 50",
      "",
      "Each job fills the next of a few texts by the default kernel, with a seed of its",
      "own. After every tenth of the jobs the resident memory of the process (VmRSS) is",
      "read from /proc/self/status, which Linux has; at the end, the most that it ever",
      "had (VmHWM). Growth is over the first reading."
    })
final class BenchMemoryCommand implements Callable<Integer> {
  private static final int DEFAULT_JOBS = 500;
  private static final double MEGABYTE = 1e6;
  private static final String ROW = "%8s%14s%14s%n";

  /** Of several lengths and numbers of blanks, so that nothing of one job suits the next. */
  private static final List<String> TEXTS =
      List.of(
          BenchOptions.DEFAULT_TEXT,
          "the old [MASK] walked slowly down the [MASK] to the river .",
          "she [MASK] the letter .",
          "when the [MASK] came home , they [MASK] by the fire and [MASK] of what the [MASK] had"
              + " seen .");

  private final Console console;
  private final ModelLoader models;
  private final JobOptions jobs =
      new JobOptions(InfillSettings.defaults().toBuilder().chains(2).steps(5).burnIn(1).build());
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchMemoryCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Jobs",
            CommandSpec.create()
                .addOption(NumberOption.of("--jobs", "How many jobs, at least 20.", DEFAULT_JOBS))
                .addOption(BenchOptions.text("A text of all jobs, in place of a few.")))
        .add("Sampling", jobs.sampling("Seed of the first job; the next ones have the next seeds."))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult parsed = spec.commandLine().getParseResult();
    MemoryBenchmark benchmark =
        new MemoryBenchmark(
            jobs.settings(parsed, false),
            parsed.matchedOptionValue("--jobs", DEFAULT_JOBS),
            ProcessMemory.ofThisProcess());
    List<String> texts = parsed.hasMatchedOption("--text") ? List.of(jobs.text(parsed)) : TEXTS;
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      MemoryBenchmark.Result result =
          benchmark.run(
              session.model(),
              texts,
              (phase, done, total) -> session.progress().show("jobs", done, total, ""));
      session.print(
          () -> table(result, session),
          () ->
              List.of(
                  MemoryBenchmarkJson.of(
                      result,
                      session.threads(),
                      session.model().description(),
                      Versions.current())));
      return ExitCode.SUCCESS;
    }
  }

  private static String table(MemoryBenchmark.Result result, BenchSession session) {
    InfillSettings settings = result.settings();
    StringBuilder table =
        new StringBuilder(
            "%d jobs, %d chains x %d steps; %s%n"
                .formatted(
                    result.last().jobs(), settings.chains(), settings.steps(), session.runsOn()));
    table.append(ROW.formatted("jobs", "resident", "growth"));
    long first = result.readings().get(0).residentBytes();
    for (MemoryBenchmark.Reading reading : result.readings()) {
      table.append(
          ROW.formatted(
              Figures.count(reading.jobs()),
              megabytes(reading.residentBytes()),
              megabytes(reading.residentBytes() - first)));
    }
    return table.append(ROW.formatted("peak", megabytes(result.peakBytes()), "")).toString();
  }

  private static String megabytes(long bytes) {
    return Figures.decimal(bytes / MEGABYTE, 0) + " MB";
  }
}
