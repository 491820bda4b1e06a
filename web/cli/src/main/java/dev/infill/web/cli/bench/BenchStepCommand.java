package dev.infill.web.cli.bench;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.task.InfillSettings;
import dev.infill.evaluation.bench.StepBenchmark;
import dev.infill.web.api.Choices;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench step}: times dense steps. */
@Command(
    name = "step",
    description = "Time a dense step: U and its gradient at one new state of every chain.",
    footer = {
      "",
      "Examples:",
      "  infill bench step",
      "  infill bench step --text \"the old ___ walked down the ___ .\" --repetitions 20",
      "  infill bench step --threads 1 --format json",
      "",
      "Both gradients are timed, own-term and exact, in turn, each after a step that",
      "does not count. A step takes one sequence through the model for each chain and",
      "blank. The last columns: the seconds that its matrix products alone would",
      "take, at this machine's speed at such products, measured in the same turns;",
      "and how many times that the median step took."
    })
public final class BenchStepCommand implements Callable<Integer> {
  private static final int DEFAULT_CHAINS = InfillSettings.defaults().chains();
  private static final int DEFAULT_REPETITIONS = 5;

  private static final String ROW = "%-12s%12s%12s%17s%8s%n";

  private final Console console;
  private final ModelLoader models;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public BenchStepCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Benchmark",
            CommandSpec.create()
                .addOption(BenchOptions.text())
                .addOption(
                    CommandOption.number("--chains", "The number of chains.", DEFAULT_CHAINS))
                .addOption(
                    CommandOption.number(
                        "--repetitions",
                        "How many steps of each kind are timed.",
                        DEFAULT_REPETITIONS)))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    StepBenchmark benchmark =
        new StepBenchmark(
            parsed.matchedOptionValue("--chains", DEFAULT_CHAINS),
            parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      run(session, benchmark, parsed.matchedOptionValue("--text", BenchOptions.DEFAULT_TEXT));
      return ExitCode.SUCCESS;
    }
  }

  static void run(BenchSession session, StepBenchmark benchmark, String text) {
    List<StepBenchmark.Result> results =
        benchmark.run(
            session.model(),
            text,
            List.of(GradientKind.OWN_TERM, GradientKind.EXACT),
            session.bert());
    session.print(
        () -> table(results, session),
        () ->
            results.stream()
                .map(
                    result ->
                        StepBenchmarkJson.of(
                            result,
                            text,
                            session.threads(),
                            session.model().description(),
                            Versions.current()))
                .toList());
  }

  private static String table(List<StepBenchmark.Result> results, BenchSession session) {
    StepBenchmark.Result first = results.get(0);
    StringBuilder table =
        new StringBuilder(
            session.denseStep(first.chains(), first.blanks(), first.pieces(), first.repetitions()));
    table.append(ROW.formatted("gradient", "minimum", "median", "products alone", "times"));
    for (StepBenchmark.Result result : results) {
      table.append(
          ROW.formatted(
              Choices.label(result.gradient()),
              Figures.decimal(result.minimumSeconds(), 3) + " s",
              Figures.decimal(result.medianSeconds(), 3) + " s",
              result
                  .products()
                  .map(products -> Figures.decimal(products.seconds(), 3) + " s")
                  .orElse("-"),
              Figures.decimal(result.timesItsProducts().orElse(Double.NaN), 2)));
    }
    return table.toString();
  }
}
