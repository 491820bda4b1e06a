package dev.infill.web.cli;

import dev.infill.core.infill.InfillSettings;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.bench.SamplerBenchmark;
import dev.infill.web.BalancingName;
import dev.infill.web.Versions;
import dev.infill.web.json.JsonLines;
import dev.infill.web.json.SamplerBenchmarkJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench sampler}: compares balancing functions and step sizes of DMALA. */
@Command(
    name = "sampler",
    description = "Compare balancing functions and step sizes of dmala on one or more texts.",
    footer = {
      "",
      "Examples:",
      "  infill bench sampler \"the old [MASK] walked down the [MASK] .\"",
      "  infill bench sampler --balancing sqrt,power:1 --alpha 0.4,1.5 --seed 1 \"a ___ .\"",
      "  infill bench sampler --input texts.txt --format json > bench.jsonl",
      "",
      "A row for each text, balancing function and step size: the shares of steps",
      "that were accepted, and that were accepted and changed something; blanks",
      "changed in a step; the effective sample size (ESS) of U; sequences through the",
      "model, burn-in included; and the ESS per 100 of them."
    })
final class BenchSamplerCommand implements Callable<Integer> {
  private static final String DEFAULT_BALANCING = "sqrt,barker,power:0.75,power:0.9,power:1";
  private static final String DEFAULT_ALPHA = "0.2,0.4,0.7,1.5";

  private final Console console;
  private final ModelLoader models;
  private final SamplingOptions sampling = new SamplingOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final TextInput input = TextInput.ofArguments();
  private final OptionSpec balancing =
      OptionSpec.builder("--balancing")
          .paramLabel("G,G")
          .hideParamSyntax(true)
          .arity("1")
          .type(List.class)
          .auxiliaryTypes(BalancingFunction.class)
          .splitRegex(",")
          .converters(BalancingName::parse)
          .defaultValue(DEFAULT_BALANCING)
          .description(BalancingOption.DESCRIPTION + " Default: " + DEFAULT_BALANCING + ".")
          .build();
  private final OptionSpec alpha = NumberOption.decimals("--alpha", "Step sizes.", DEFAULT_ALPHA);

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchSamplerCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", CommandSpec.forAnnotatedObject(input))
        .add("Compared", CommandSpec.create().addOption(balancing).addOption(alpha))
        .add("Sampling", sampling.only("--gradient", "--chains", "--steps", "--burn-in", "--seed"))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<InfillSettings> compared =
        SamplerBenchmark.grid(
            balancing.<List<BalancingFunction>>getValue(),
            alpha.<List<Double>>getValue(),
            sampling.settings(parsed));
    try (TextInput.Opened texts = input.open(console);
        ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      SamplerBenchmark benchmark = new SamplerBenchmark(loaded);
      return texts.forEach(
          console,
          () -> false,
          (text, location) -> {
            Function<SamplerBenchmark.Result, String> format = format(text, location);
            try {
              benchmark.run(
                  text,
                  compared,
                  progress,
                  result -> {
                    progress.clear();
                    console.out().print(format.apply(result));
                  });
            } finally {
              progress.clear();
            }
          });
    }
  }

  private Function<SamplerBenchmark.Result, String> format(String text, Optional<String> location) {
    if (output.isJson()) {
      JsonLines json = new JsonLines();
      Versions versions = Versions.current();
      return result -> json.line(SamplerBenchmarkJson.of(result, versions)) + "\n";
    }
    return new SamplerTable(output.palette(console).heading(location, text))::row;
  }
}
