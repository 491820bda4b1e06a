package dev.infill.web.cli.option;

import dev.infill.bert.BertModelOptions;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.Choices;
import dev.infill.web.batch.BertSource;
import dev.infill.web.batch.ModelSource;
import dev.infill.web.cli.console.ProgressDisplay;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options that make {@link BertModelOptions}: which model is used, and how it is run. */
public final class ModelOptions {
  private static final BertModelOptions DEFAULTS = BertModelOptions.defaults();

  /** Returns the options. */
  public CommandSpec spec() {
    return CommandSpec.create()
        .addOption(
            CommandOption.value("--model", "NAME|PATH", String.class)
                .description(
                    "The model: a name, the path of a folder (of a checkpoint, or in Hugging"
                        + " Face's form) or ONNX file, or hf:OWNER/NAME[@REVISION], which is"
                        + " downloaded from the Hugging Face hub. Default: "
                        + DEFAULTS.model()
                        + ".")
                .build())
        .addOption(
            CommandOption.choice("--device", Device.class)
                .description(
                    "Where the model runs: cuda needs a build with INFILL_MAVEN_OPTS=-Pcuda;"
                        + " auto takes a GPU that works, else the CPU. Default: "
                        + Choices.label(DEFAULTS.device())
                        + ".")
                .build())
        .addOption(precision())
        .addOption(
            CommandOption.number(
                "--threads",
                "Threads of the model; changes speed, not results. Default: one per processor."))
        .addOption(
            CommandOption.value("--cache", "DIR", Path.class)
                .description(
                    "The folder that keeps compiled models. Default: INFILL_CACHE, or infill in"
                        + " the user's cache folder.")
                .build());
  }

  /** Returns the option that says what matrix products are computed in. */
  public static OptionSpec precision() {
    Choices<Precision> precisions = Choices.of("precision", Precision.class);
    return CommandOption.value(
            "--precision", String.join("|", precisions.labels()), Precision.class)
        .converters(precisions::parse)
        .description(
            "The precision of matrix products: tf32 needs a GPU, float16 is meant for GPUs. U"
                + " differs slightly between them. Default: "
                + Choices.label(DEFAULTS.precision())
                + ".")
        .build();
  }

  /**
   * Opens the model that a command line asks for.
   *
   * @param models where it comes from
   * @param parsed what was given
   * @param progress shows that it is opened, and what that takes
   * @return the model, which its caller closes
   * @throws dev.infill.core.InvalidInputException if there is no such model, the number of threads
   *     is out of its range, or the device cannot have the precision
   */
  public MaskedLanguageModel open(
      ModelLoader models, ParseResult parsed, ProgressDisplay progress) {
    return open(models, parsed, progress, UnaryOperator.identity());
  }

  /**
   * Opens the model that a command line asks for.
   *
   * @param models where it comes from
   * @param parsed what was given
   * @param progress shows that it is opened, and what that takes
   * @param change what is changed of what was given
   * @return the model, which its caller closes
   * @throws dev.infill.core.InvalidInputException as the other one does
   */
  public MaskedLanguageModel open(
      ModelLoader models,
      ParseResult parsed,
      ProgressDisplay progress,
      UnaryOperator<BertModelOptions> change) {
    BertModelOptions options = change.apply(options(parsed).withListener(progress));
    progress.opening();
    return models.open(options);
  }

  /**
   * Returns how many threads the model runs on.
   *
   * @param parsed what was given
   */
  public int threads(ParseResult parsed) {
    return options(parsed).threads();
  }

  /**
   * Returns what opens the same model in another process.
   *
   * @param parsed what was given
   */
  public ModelSource source(ParseResult parsed) {
    BertModelOptions options = options(parsed);
    return new BertSource(
        options.model(),
        options.cache().map(Path::toString).orElse(null),
        options.device(),
        options.precision(),
        parsed.hasMatchedOption("--threads") ? options.threads() : null);
  }

  /**
   * Returns what a command line with some of these options asks for.
   *
   * @param parsed what was given
   */
  public static BertModelOptions options(ParseResult parsed) {
    BertModelOptions options =
        DEFAULTS
            .withModel(parsed.matchedOptionValue("--model", DEFAULTS.model()))
            .withDevice(parsed.matchedOptionValue("--device", DEFAULTS.device()))
            .withPrecision(parsed.matchedOptionValue("--precision", DEFAULTS.precision()))
            .withThreads(parsed.matchedOptionValue("--threads", DEFAULTS.threads()));
    return parsed.hasMatchedOption("--cache")
        ? options.withCache(parsed.matchedOption("--cache").<Path>getValue())
        : options;
  }
}
