package dev.infill.web.cli.option;

import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.TextSettings;
import dev.infill.web.api.ChosenSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of settings, one for each. */
public final class SettingOptions {
  private static final List<Setting<?>> OF_BLANKS =
      List.of(
          Settings.TOP,
          Settings.POOL,
          Settings.SELECT,
          Settings.DIVERSITY,
          Settings.REPEATS,
          Settings.VOCABULARY,
          Settings.ALLOW,
          Settings.FORBID,
          Settings.DISTINCT_WORDS,
          Settings.NO_REPEAT_NGRAM,
          Settings.MAX_RUN,
          Settings.KEYWORD,
          Settings.MAX_BLANKS);

  private final Map<Setting<?>, OptionSpec> options = new LinkedHashMap<>();
  private final CommandSpec ofBlanks = CommandSpec.create();
  private final CommandSpec others = CommandSpec.create();

  /**
   * Makes options.
   *
   * @param settings the settings
   * @param defaults whose values help gives as the defaults
   */
  public SettingOptions(List<Setting<?>> settings, TextSettings<?> defaults) {
    for (Setting<?> setting : settings) {
      OptionSpec option = SettingOption.of(setting, defaults);
      options.put(setting, option);
      (OF_BLANKS.contains(setting) ? ofBlanks : others).addOption(option);
    }
  }

  /** Returns the options that say what may stand in the blanks, and which fillings are shown. */
  public CommandSpec ofBlanks() {
    return ofBlanks;
  }

  /** Returns the options that say how fillings are come by. */
  public CommandSpec others() {
    return others;
  }

  /**
   * Returns an option.
   *
   * @param name the name of one that there is
   */
  OptionSpec named(String name) {
    OptionSpec option = others.findOption(name);
    return Objects.requireNonNull(option == null ? ofBlanks.findOption(name) : option, name);
  }

  /**
   * Returns the settings that a command line gives.
   *
   * @param parsed what was given
   */
  public ChosenSettings chosen(ParseResult parsed) {
    ChosenSettings chosen = new ChosenSettings();
    options.forEach(
        (setting, option) -> {
          if (parsed.hasMatchedOption(option)) {
            SettingOption.choose(chosen, setting, option);
          }
        });
    return chosen;
  }

  /** Returns the settings whose options were given. */
  List<Setting<?>> given(ParseResult parsed) {
    List<Setting<?>> given = new ArrayList<>();
    options.forEach(
        (setting, option) -> {
          if (parsed.hasMatchedOption(option)) {
            given.add(setting);
          }
        });
    return given;
  }
}
