package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.Choices;
import dev.infill.web.api.ChosenSettings;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that make {@link SampleSettings}, one for each setting of the table. What is not
 * given stays as the preset, or else {@link SampleSettings#defaults()}, has it.
 */
public final class SamplingOptions {
  private static final List<Setting<?>> SETTINGS =
      Settings.ALL.stream()
          .filter(setting -> !setting.equals(Settings.CONCURRENT_BATCHES))
          .<Setting<?>>map(setting -> setting)
          .toList();

  private final SampleSettings defaults;
  private final SettingOptions options;
  private final OptionSpec preset;

  private enum Preset {
    PAPER
  }

  /** Makes the options of a command that samples texts as it likes best. */
  public SamplingOptions() {
    this(SampleSettings.defaults());
  }

  /**
   * Makes the options.
   *
   * @param defaults what holds where nothing is given
   */
  public SamplingOptions(SampleSettings defaults) {
    this.defaults = defaults;
    options = new SettingOptions(SETTINGS, defaults);
    preset =
        CommandOption.choice("--preset", Preset.class)
            .paramLabel("NAME")
            .description(
                "Start from a set of choices; options given beside it win. paper: the infilling"
                    + " experiment of Zhang, Liu & Liu 2022 (%s).".formatted(paperChoices()))
            .build();
  }

  /** Returns the options by the heading that help shows them under. */
  public Map<String, CommandSpec> groups() {
    Map<String, CommandSpec> groups = options.groups("Chains");
    groups.computeIfPresent(
        SettingOptions.SAMPLER,
        (heading, ofSampler) -> {
          CommandSpec all = CommandSpec.create().addOption(preset);
          ofSampler.options().forEach(all::addOption);
          return all;
        });
    return groups;
  }

  /**
   * Returns some of the options, for a command that has no use for all.
   *
   * @param names their names
   */
  public CommandSpec only(String... names) {
    CommandSpec chosen = CommandSpec.create();
    for (String name : names) {
      chosen.addOption(options.named(name));
    }
    return chosen;
  }

  /**
   * Returns the settings that a command line asks for.
   *
   * @param parsed what was given
   * @throws InvalidInputException if a setting is out of its range, or two do not go together
   */
  public SampleSettings settings(ParseResult parsed) {
    return chosen(parsed).over(hasPreset(parsed) ? SampleSettings.paper() : defaults);
  }

  /** Returns the settings that a command line gives, whatever they are for. */
  public ChosenSettings chosen(ParseResult parsed) {
    return options.chosen(parsed);
  }

  /** Says whether a command line gives a preset. */
  public boolean hasPreset(ParseResult parsed) {
    return parsed.hasMatchedOption(preset);
  }

  /**
   * Refuses options that have no effect on the sampler: they were meant for another one.
   *
   * @param sampler the one that is to run, given or by default
   * @throws InvalidInputException naming the first such option, and the samplers that it is for
   */
  public void requireEffects(ParseResult parsed, Sampler sampler) {
    options.given(parsed).forEach(sampler::requireEffect);
  }

  private static String paperChoices() {
    SampleSettings paper = SampleSettings.paper();
    return String.join(
        ", ",
        paper.get(Settings.BALANCING).label(),
        Choices.label(paper.get(Settings.GRADIENT)) + " gradient",
        "alpha " + paper.get(Settings.ALPHA),
        Choices.label(paper.get(Settings.VOCABULARY)) + " vocabulary",
        "burn-in " + paper.burnIn(),
        "pool "
            + Choices.label(paper.get(Settings.POOL))
            + (paper.get(Settings.REPEATS) ? " with repeats" : ""));
  }
}
