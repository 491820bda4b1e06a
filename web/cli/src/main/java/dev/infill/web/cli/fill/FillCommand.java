package dev.infill.web.cli.fill;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SettingOptions;
import dev.infill.web.cli.option.TextInput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill fill}: looks for the most probable fillings of texts. */
@Command(
    name = "fill",
    description =
        "Fill the blanks of a text: the most probable fillings, and how probable they are.",
    footer = {
      "",
      "Examples:",
      "  infill fill \"the old [MASK] walked down the [MASK] .\"",
      "  infill fill --allow 1=red,green --forbid 2=car \"a ___ ___ went by\"",
      "  infill fill --format json --input texts.txt > fillings.jsonl",
      "",
      "The first sentence says whether the list is certain, and how well its",
      "probabilities are known. Each filling has its probability among all fillings,",
      "with its standard error. --details adds M, U, the probability of each fill",
      "given the others, and the likeliest words of each blank.",
      "",
      "M is the log-probability of a filling by the chain rule: the mean of reading",
      "the blanks from the left and from the right. A filling is as probable as",
      "exp(M). A search goes on until the list is certain; independent draws estimate",
      "the sum of all exp(M), until its error is 5 %% or --max-passes are made.",
      "",
      "A blank is one word piece; [MASK:3] is three, ___:1-3 one to three. Fillings of",
      "different lengths are compared by M per piece.",
      "",
      "infill sample draws many different fillings with the samplers of the papers."
    })
public final class FillCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final SettingOptions options =
      new SettingOptions(Settings.OF_FILL, FillSettings.defaults());
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final TextInput input = new TextInput();

  @Spec private CommandSpec spec = CommandSpec.create();

  public FillCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", CommandSpec.forAnnotatedObject(input))
        .addAll(options.groups("Search"))
        .add("Model", model.spec())
        .add("Output", output.specWithDetails())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    FillSettings settings = options.chosen(parsed).over(FillSettings.defaults());
    try (TextInput.Opened texts = input.open(console);
        ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      progress.clear();
      Infiller infiller = new Infiller(loaded);
      TextResults<FillResult> results = results(texts);
      int code =
          texts.forEach(
              interruption::isInterrupted,
              text -> fill(infiller, text, settings, progress, results),
              results::refuse);
      return interruption.isInterrupted() ? ExitCode.INTERRUPTED : code;
    }
  }

  private void fill(
      Infiller infiller,
      String text,
      FillSettings settings,
      ProgressDisplay progress,
      TextResults<FillResult> results) {
    PreparedFill prepared = infiller.prepare(BlankedText.parse(text), settings);
    FillProgress shown = new FillProgress(console, progress, System::nanoTime);
    Cancellation cancellation = interruption.beginSampling();
    try {
      FillResult result = infiller.fill(prepared, shown, cancellation);
      shown.clear();
      results.print(text, result);
    } finally {
      shown.clear();
      interruption.endSampling();
    }
  }

  private TextResults<FillResult> results(TextInput.Opened texts) {
    Versions versions = Versions.current();
    return new TextResults<>(
        console,
        output,
        texts,
        result -> FillResultJson.of(result, versions),
        new FillReport(
                new ReportParts(output.palette(console), console.columns(), output.isDetailed()))
            ::render);
  }
}
