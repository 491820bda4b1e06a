package dev.infill.web.cli.fill;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.StepListener;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SamplingOptions;
import dev.infill.web.cli.option.TextInput;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill sample}: draws many different fillings of texts with the papers' samplers. */
@Command(
    name = "sample",
    description = "Draw many different fillings of a text with the samplers of the papers.",
    footer = {
      "",
      "Examples:",
      "  infill sample \"the old [MASK] walked down the [MASK] .\"",
      "  infill sample --top 20 --steps 200 --seed 1 \"she ___ the door and ___ .\"",
      "  infill sample --select diverse --top 10 --input texts.txt --format json",
      "  infill sample --preset paper --trace steps.csv \\",
      "      \"he had not , after all , ___ me the chance but ___ abandoned me ___ .\"",
      "",
      "infill fill looks for the most probable fillings; sample draws many different",
      "ones, from exp(U), and shows the best of them or those that differ.",
      "",
      "The first sentence says whether the chains agree, and what more steps would do.",
      "Each filling has an estimate of its probability, with its standard error, or an",
      "upper bound after ≤. --details adds U, the energy of a filling in nats (the",
      "higher, the likelier), and figures of the chains: R-hat is near 1 if they agree",
      "on U; ESS is the number of independent fillings that would serve as well.",
      "",
      "A blank is one word piece; [MASK:3] is three. infill fill fills those of unknown",
      "lengths as well."
    })
public final class SampleCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final SamplingOptions sampling = new SamplingOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final TraceOptions tracing = new TraceOptions();
  private final TextInput input = new TextInput();

  @Spec private CommandSpec spec = CommandSpec.create();

  public SampleCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", CommandSpec.forAnnotatedObject(input))
        .addAll(sampling.groups())
        .add("Model", model.spec())
        .add(
            "Output",
            output.specWithDetails().addMixin("trace", CommandSpec.forAnnotatedObject(tracing)))
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    SampleSettings settings = sampling.settings(parsed);
    sampling.requireEffects(parsed, settings.sampler());
    tracing.check();
    try (TextInput.Opened texts = input.open(console);
        ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress);
        @Nullable TraceFile trace = tracing.open()) {
      Infiller infiller = new Infiller(loaded);
      StepListener steps = trace == null ? StepListener.NONE : trace;
      TextResults<SampleResult> results = results(texts);
      int code =
          texts.forEach(
              interruption::isInterrupted,
              text -> {
                Cancellation cancellation = interruption.beginSampling();
                try {
                  SampleResult infilling =
                      infiller.sample(text, settings, progress, steps, cancellation);
                  progress.clear();
                  results.print(text, infilling);
                } finally {
                  progress.clear();
                  interruption.endSampling();
                }
              },
              results::refuse);
      if (trace != null) {
        trace.commit();
      }
      return interruption.isInterrupted() ? ExitCode.INTERRUPTED : code;
    }
  }

  private TextResults<SampleResult> results(TextInput.Opened texts) {
    Versions versions = Versions.current();
    return new TextResults<>(
        console,
        output,
        texts,
        infilling -> SampleResultJson.of(infilling, versions),
        new SampleReport(
                new ReportParts(output.palette(console), console.columns(), output.isDetailed()))
            ::render);
  }
}
