package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.evaluation.answers.SampledAnswers;
import dev.infill.evaluation.paper.SamplerSpec;
import dev.infill.evaluation.paper.UpdatesPerStep;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.SamplerSpecs;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say which samplers are compared, and where. */
final class ComparedOptions {
  private static final String SAMPLERS = "dmala";

  /** What may follow the name of a sampler here, beside what may in experiments. */
  private static final List<Setting<?>> MORE_SETTINGS =
      List.of(
          Settings.SELECT,
          Settings.DIVERSITY,
          Settings.CHAINS,
          Settings.STEPS,
          Settings.POOL,
          Settings.MAX_PASSES);

  private final OptionSpec samplers =
      CommandOption.value("--samplers", "NAME,NAME", String.class)
          .defaultValue(SAMPLERS)
          .description(SamplerSpecs.syntax(MORE_SETTINGS) + ". Default: " + SAMPLERS + ".")
          .build();
  private final OptionSpec out =
      CommandOption.value("--out", "DIR", Path.class)
          .required(true)
          .description(
              "The folder of the comparison. If it holds a part of the same comparison, that is"
                  + " continued.")
          .build();

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.create().addOption(samplers).addOption(out);
  }

  /** Returns the folder of the comparison. */
  Path out() {
    return out.getValue();
  }

  /** Returns the samplers, with the default settings where nothing else is given. */
  List<SampledAnswers> samplers(long seed) {
    SampleSettings settings = SampleSettings.defaults().with(Settings.SEED, OptionalLong.of(seed));
    List<SamplerSpec> parsed = SamplerSpecs.parse(samplers.getValue(), settings, MORE_SETTINGS);
    if (parsed.stream().anyMatch(sampler -> sampler.updates() != UpdatesPerStep.ONE)) {
      throw new InvalidInputException(
          "samplers", "updates is for infill evaluate paper; here a step is what it is for sample");
    }
    return parsed.stream()
        .map(sampler -> new SampledAnswers(sampler.label(), sampler.settings()))
        .toList();
  }
}
