package dev.infill.web.cli.option;

import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.TextSettings;
import dev.infill.web.api.ChosenSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of settings, one for each. */
public final class SettingOptions {
  /** The heading of the options of samplers. */
  static final String SAMPLER = "Sampler";

  private static final String LISTS = "Fillings shown";
  private static final String BLANKS = "Words in blanks";

  private static final List<Setting<?>> OF_BLANKS =
      List.of(
          Settings.VOCABULARY,
          Settings.ALLOW,
          Settings.FORBID,
          Settings.DISTINCT_WORDS,
          Settings.NO_REPEAT_NGRAM,
          Settings.MAX_RUN,
          Settings.KEYWORD,
          Settings.MAX_BLANKS);

  private static final List<Setting<?>> OF_LISTS =
      List.of(
          Settings.TOP,
          Settings.SELECT,
          Settings.DIVERSITY,
          Settings.POOL,
          Settings.REPEATS,
          Settings.TWO_WAY);

  private final Map<Setting<?>, OptionSpec> options = new LinkedHashMap<>();

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
    }
  }

  /**
   * Returns the options by theme: the list that is shown, what may stand in the blanks, the sampler
   * if there is one, and the rest.
   *
   * @param rest what the rest is about
   */
  public Map<String, CommandSpec> groups(String rest) {
    Map<String, CommandSpec> groups = new LinkedHashMap<>();
    for (String theme : List.of(LISTS, BLANKS, SAMPLER, rest)) {
      CommandSpec group = CommandSpec.create();
      options.forEach(
          (setting, option) -> {
            if (theme(setting, rest).equals(theme)) {
              group.addOption(option);
            }
          });
      if (!group.options().isEmpty()) {
        groups.put(theme, group);
      }
    }
    return groups;
  }

  private static String theme(Setting<?> setting, String rest) {
    if (OF_LISTS.contains(setting)) {
      return LISTS;
    }
    if (OF_BLANKS.contains(setting)) {
      return BLANKS;
    }
    return setting.equals(Settings.SAMPLER) || !setting.samplers().isEmpty() ? SAMPLER : rest;
  }

  /**
   * Returns an option.
   *
   * @param name the name of one that there is
   */
  OptionSpec named(String name) {
    return options.values().stream()
        .filter(option -> option.longestName().equals(name))
        .findFirst()
        .orElseThrow();
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
