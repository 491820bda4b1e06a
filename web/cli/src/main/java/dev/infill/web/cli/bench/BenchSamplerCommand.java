package dev.infill.web.cli.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.bench.ComparedSampler;
import dev.infill.evaluation.bench.DrawnTexts;
import dev.infill.evaluation.bench.SamplerBenchmark;
import dev.infill.evaluation.bench.SamplerMedians;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.web.api.BalancingName;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.NumberOption;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SamplerSpecs;
import dev.infill.web.cli.option.SamplingOptions;
import dev.infill.web.cli.option.TextInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench sampler}: compares samplers and their step sizes. */
@Command(
    name = "sampler",
    description = "Compare samplers, balancing functions and step sizes on texts.",
    footer = {
      "",
      "Examples:",
      "  infill bench sampler \"the old [MASK] walked down the [MASK] .\"",
      "  infill bench sampler --balancing sqrt,power:1 --alpha 0.4,1.5 \"a ___ .\"",
      "  infill bench sampler --samplers gibbs-mh,gwg,dmala,cdmala+alpha0=0.1 \\",
      "    --alpha 0.2,0.4 --tbc tbc.txt --wiki wiki103.txt --texts 6 --seed 1",
      "  infill bench sampler --input texts.txt --format json > bench.jsonl",
      "",
      "A row for each text, sampler and step size: the shares of steps that were",
      "accepted, and that were accepted and changed something; blanks changed in a",
      "step; the mean of U; how many different fillings the chains ended at; the",
      "effective sample size (ESS) and R-hat of U; sequences through the model,",
      "burn-in and scoring included; and the ESS per 100 of them. Of several texts,",
      "medians in the end. Chains that hardly move count about 1.4 each in the ESS:",
      "look at R-hat as well."
    })
public final class BenchSamplerCommand implements Callable<Integer> {
  private static final String DEFAULT_BALANCING = "sqrt,barker,power:0.75,power:0.9,power:1";
  private static final String DEFAULT_ALPHA = "0.2,0.4,0.7,1.5";
  private static final int DEFAULT_TEXTS = 6;

  private final Console console;
  private final ModelLoader models;
  private final SamplingOptions sampling = new SamplingOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final TextInput input = TextInput.ofArguments();
  private final DrawnTextsOptions drawnTexts = new DrawnTextsOptions(DEFAULT_TEXTS);
  private final OptionSpec samplers =
      OptionSpec.builder("--samplers")
          .paramLabel("LIST")
          .arity("1")
          .type(String.class)
          .description(
              SamplerSpecs.SYNTAX
                  + " As the other options have it where nothing follows. Default: dmala.")
          .build();
  private final OptionSpec balancing =
      OptionSpec.builder("--balancing")
          .paramLabel("G,G")
          .hideParamSyntax(true)
          .arity("1")
          .type(String.class)
          .defaultValue(DEFAULT_BALANCING)
          .description(
              "Of dmala, where --samplers are not given. "
                  + Settings.BALANCING.sentence()
                  + " Default: "
                  + DEFAULT_BALANCING
                  + ".")
          .build();
  private final OptionSpec alpha =
      NumberOption.decimals("--alpha", "Step sizes of samplers that have one.", DEFAULT_ALPHA);

  @Spec private CommandSpec spec = CommandSpec.create();

  public BenchSamplerCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", CommandSpec.forAnnotatedObject(input))
        .add("Texts of corpora instead", drawnTexts.spec())
        .add(
            "Compared",
            CommandSpec.create().addOption(samplers).addOption(balancing).addOption(alpha))
        .add("Sampling", sampling.only("--gradient", "--chains", "--steps", "--burn-in", "--seed"))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    InfillSettings settings = sampling.settings(parsed).withDrawnSeed();
    List<ComparedSampler> compared =
        ComparedSampler.grid(
            SamplerSpecs.parse(samplers(parsed), settings), alpha.<List<Double>>getValue());
    List<ReferenceCorpus> corpora = drawnTexts.corpora(parsed);
    int ofEach = drawnTexts.ofEach(parsed);
    if (corpora.isEmpty()) {
      try (TextInput.Opened texts = input.open(console)) {
        return compare(
            parsed, compared, (loaded, action) -> texts.forEach(console, () -> false, action));
      }
    }
    if (input.isGiven()) {
      throw new InvalidInputException(
          "text", "give texts, or --tbc and --wiki to draw them from, not both");
    }
    long seed = settings.seed().orElseThrow();
    return compare(
        parsed,
        compared,
        (loaded, action) -> {
          for (MaskingTask task : DrawnTexts.draw(loaded, corpora, seed, ofEach)) {
            action.accept(task.masked(), Optional.of(task.id()));
          }
          return ExitCode.SUCCESS;
        });
  }

  /** Texts that may need a model to be found. */
  @FunctionalInterface
  private interface Texts {
    /** Deals with one after the other, and returns the exit code. */
    int forEach(MaskedLanguageModel model, TextInput.Action action);
  }

  private int compare(ParseResult parsed, List<ComparedSampler> compared, Texts texts) {
    List<SamplerBenchmark.Result> results = new ArrayList<>();
    Versions versions = Versions.current();
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      SamplerBenchmark benchmark = new SamplerBenchmark(session.model());
      int code =
          texts.forEach(
              session.model(),
              (text, id) -> {
                SamplerTable table = new SamplerTable(output.palette(console).heading(id, text));
                try {
                  benchmark.run(
                      text,
                      compared,
                      session.progress(),
                      result -> {
                        results.add(result);
                        session.print(
                            () -> table.row(result),
                            () -> List.of(SamplerBenchmarkJson.of(id, result, versions)));
                      });
                } finally {
                  session.progress().clear();
                }
              });
      List<SamplerMedians> medians = SamplerMedians.of(results);
      if (!medians.isEmpty() && medians.get(0).texts() > 1) {
        session.print(
            () -> SamplerTable.medians(medians),
            () -> medians.stream().map(SamplerMediansJson::of).toList());
      }
      return code;
    }
  }

  /** Returns the samplers as a list of names. */
  private String samplers(ParseResult parsed) {
    if (!parsed.hasMatchedOption(samplers)) {
      return CommaList.parse(balancing.<String>getValue()).stream()
          .map(function -> "dmala+balancing=" + BalancingName.parse(function).label())
          .collect(Collectors.joining(","));
    }
    if (parsed.hasMatchedOption(balancing)) {
      throw new InvalidInputException(
          "balancing",
          "--balancing does not go with --samplers: write it after a sampler's name, as in"
              + " dmala+balancing=sqrt");
    }
    return samplers.getValue();
  }
}
