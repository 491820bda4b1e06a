package dev.infill.web.cli;

import dev.infill.bert.BertModelOptions;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.store.ModelStoreListener;
import dev.infill.web.Choices;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options that make {@link BertModelOptions}: which model is used, and how it is run. */
final class ModelOptions {
  private final BertModelOptions defaults = BertModelOptions.defaults();

  /** Returns the options. */
  CommandSpec spec() {
    Choices<Device> devices = Choices.of("device", Device.class);
    return CommandSpec.create()
        .addOption(
            OptionSpec.builder("--model")
                .paramLabel("NAME|PATH")
                .type(String.class)
                .description(
                    "The model: a name, or the path of its checkpoint. Default: "
                        + defaults.model()
                        + ".")
                .build())
        .addOption(
            OptionSpec.builder("--device")
                .paramLabel(String.join("|", devices.labels()))
                .type(Device.class)
                .converters(devices::parse)
                .description(
                    "What the model runs on: cuda needs a build with INFILL_MAVEN_OPTS=-Pcuda;"
                        + " auto takes a GPU that works, else the CPU. Default: "
                        + Choices.label(defaults.device())
                        + ".")
                .build())
        .addOption(
            OptionSpec.builder("--threads")
                .paramLabel("N")
                .type(Integer.class)
                .converters(NumberOption::integer)
                .description(
                    "Threads of the model; changes speed, not results. Default: one per"
                        + " processor.")
                .build())
        .addOption(
            OptionSpec.builder("--cache")
                .paramLabel("DIR")
                .type(Path.class)
                .description(
                    "The folder that keeps compiled models. Default: INFILL_CACHE, or infill in"
                        + " the user's cache folder.")
                .build());
  }

  /**
   * Returns what a command line asks for.
   *
   * @param parsed what was given
   * @param listener is told of long work and of what deserves a word
   * @throws dev.infill.core.InvalidInputException if the number of threads is out of its range
   */
  BertModelOptions options(ParseResult parsed, ModelStoreListener listener) {
    BertModelOptions options =
        defaults
            .withModel(parsed.matchedOptionValue("--model", defaults.model()))
            .withDevice(parsed.matchedOptionValue("--device", defaults.device()))
            .withThreads(parsed.matchedOptionValue("--threads", defaults.threads()))
            .withListener(listener);
    return parsed.hasMatchedOption("--cache")
        ? options.withCache(parsed.matchedOption("--cache").<Path>getValue())
        : options;
  }
}
