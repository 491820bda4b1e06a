package dev.infill.web.cli;

import dev.infill.evaluation.bench.ProcessStart;
import dev.infill.evaluation.bench.StartBenchmark;
import dev.infill.web.Versions;
import dev.infill.web.json.StartBenchmarkJson;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench start}: how long this process took to its first model pass. */
@Command(
    name = "start",
    description = "Time the start of this process, until the model has answered once.",
    footer = {
      "",
      "Examples:",
      "  infill bench start",
      "  infill bench start --text \"the old ___ walked down the ___ .\" --format json",
      "",
      "Milliseconds from the start of the Java virtual machine: to the application's",
      "first line, until the model is open, until it has answered for one sequence.",
      "A process starts once, so there is nothing to repeat: run it several times. The",
      "first time on a machine also fetches and compiles the model."
    })
final class BenchStartCommand implements Callable<Integer> {
  private static final String ROW = "%-14s%12s%n";

  private final Console console;
  private final ModelLoader models;
  private final ProcessStart process;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchStartCommand(Console console, ModelLoader models, ProcessStart process) {
    this.console = console;
    this.models = models;
    this.process = process;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Benchmark", CommandSpec.create().addOption(BenchOptions.text()))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    String text = parsed.matchedOptionValue("--text", BenchOptions.DEFAULT_TEXT);
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      run(session, new StartBenchmark(process), text);
      return ExitCode.SUCCESS;
    }
  }

  /** Times the start; to be called as soon as the session is open. */
  static void run(BenchSession session, StartBenchmark benchmark, String text) {
    StartBenchmark.Result result = benchmark.run(session.model(), text);
    session.print(
        () -> table(result, session),
        () ->
            List.of(
                StartBenchmarkJson.of(
                    result, session.threads(), session.model().description(), Versions.current())));
  }

  private static String table(StartBenchmark.Result result, BenchSession session) {
    return "%d pieces; %s%n".formatted(result.pieces(), session.runsOn())
        + ROW.formatted("main", milliseconds(result.main()))
        + ROW.formatted("model open", milliseconds(result.opened()))
        + ROW.formatted("first pass", milliseconds(result.answered()));
  }

  private static String milliseconds(Duration duration) {
    return Figures.count(duration.toMillis()) + " ms";
  }
}
