package dev.infill.web.cli;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.bench.StepBenchmark;
import dev.infill.web.Choices;
import dev.infill.web.Versions;
import dev.infill.web.json.JsonLines;
import dev.infill.web.json.StepBenchmarkJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
      "Both gradients are timed, own-term and exact, each after a step that does not",
      "count. A step takes one sequence through the model for each chain and blank."
    })
final class BenchStepCommand implements Callable<Integer> {
  static final String DEFAULT_TEXT =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  private static final int DEFAULT_REPETITIONS = 5;

  private final Console console;
  private final ModelLoader models;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchStepCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Benchmark", benchmark())
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  private static CommandSpec benchmark() {
    return CommandSpec.create()
        .addOption(
            OptionSpec.builder("--text")
                .paramLabel("TEXT")
                .arity("1")
                .type(String.class)
                .description("A text with blanks. Default: " + DEFAULT_TEXT)
                .build())
        .addOption(NumberOption.of("--chains", "The number of chains.", defaultChains()))
        .addOption(
            NumberOption.of(
                "--repetitions", "How many steps of each kind are timed.", DEFAULT_REPETITIONS));
  }

  private static int defaultChains() {
    return InfillSettings.defaults().chains();
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    String text = parsed.matchedOptionValue("--text", DEFAULT_TEXT);
    StepBenchmark benchmark =
        new StepBenchmark(
            parsed.matchedOptionValue("--chains", defaultChains()),
            parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      progress.clear();
      boolean first = true;
      for (GradientKind gradient : List.of(GradientKind.OWN_TERM, GradientKind.EXACT)) {
        StepBenchmark.Result result = benchmark.run(loaded, text, gradient);
        console.out().print(render(result, text, loaded, model.threads(parsed), first));
        first = false;
      }
      return ExitCode.SUCCESS;
    }
  }

  private String render(
      StepBenchmark.Result result,
      String text,
      MaskedLanguageModel loaded,
      int threads,
      boolean first) {
    if (output.isJson()) {
      return new JsonLines()
              .line(
                  StepBenchmarkJson.of(
                      result, text, threads, loaded.description(), Versions.current()))
          + "\n";
    }
    String heading =
        "%d chains x %d blanks = %d sequences of %d pieces; %s, %d threads; %d repetitions%n%-12s%12s%12s%n"
            .formatted(
                result.chains(),
                result.blanks(),
                result.chains() * result.blanks(),
                result.pieces(),
                loaded.description().device(),
                threads,
                result.repetitions(),
                "gradient",
                "minimum",
                "median");
    return (first ? heading : "")
        + "%-12s%12s%12s%n"
            .formatted(
                Choices.label(result.gradient()),
                Figures.decimal(result.minimumSeconds(), 3) + " s",
                Figures.decimal(result.medianSeconds(), 3) + " s");
  }
}
