package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Optional;

/**
 * A text that is to be filled, and how.
 *
 * @param text a text with blanks of known lengths: {@code [MASK]}, or three or more underscores;
 *     {@code [MASK:3]} for three pieces
 * @param settings how it is filled
 */
public record SampleRequest(String text, SampleSettings settings) {
  /** The members of a request. */
  public static final List<String> MEMBERS = List.of("text", "settings", "preset");

  /** The settings that can be given without a model: all but those that say which model it was. */
  public static final List<String> CHOICES = Settings.ALL.stream().map(Setting::jsonName).toList();

  private static final String[] SETTINGS = SettingMembers.names(Settings.ALL);

  /** Sets of choices to start from. */
  public enum Preset {
    /** The defaults of the command line. */
    DEFAULT,
    /** The choices of the paper's experiment. */
    PAPER;

    /** Returns the choices. */
    public SampleSettings settings() {
      return switch (this) {
        case DEFAULT -> SampleSettings.defaults();
        case PAPER -> SampleSettings.paper();
      };
    }
  }

  /**
   * Reads a request: {@code text}, {@code settings} (any of the members of {@link SettingsJson})
   * and {@code preset}.
   *
   * @param body a JSON object
   * @param model the model, which is the only one that may be asked for
   * @throws MalformedJsonException if it is no JSON object
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is
   */
  public static SampleRequest read(byte[] body, ModelDescription model) {
    return of(
        JsonMembers.read(body, MEMBERS.toArray(String[]::new)), Preset.DEFAULT.settings(), model);
  }

  /**
   * Reads a request of an object that may have other members beside {@link #MEMBERS}.
   *
   * @param members a JSON object
   * @param defaults what holds where neither {@code settings} nor {@code preset} says anything
   * @param model the model, which is the only one that may be asked for
   * @throws InvalidInputException if a member is missing, or cannot be what it is
   */
  public static SampleRequest of(
      JsonMembers members, SampleSettings defaults, ModelDescription model) {
    String text = members.require("text", members.text("text"));
    SampleSettings preset = preset(members, defaults);
    Optional<JsonMembers> settings = members.object("settings", SETTINGS);
    settings.ifPresent(given -> SettingMembers.requireModel(given, model));
    return new SampleRequest(text, settings.map(given -> settings(given, preset)).orElse(preset));
  }

  /**
   * Reads settings that were written as {@link SettingsJson}.
   *
   * @param json a JSON object
   * @param model the model, which must be that of the settings
   * @throws InvalidInputException if a member is unknown, or cannot be what it is
   */
  public static SampleSettings readSettings(byte[] json, ModelDescription model) {
    JsonMembers given = JsonMembers.read(json, SETTINGS);
    SettingMembers.requireModel(given, model);
    return settings(given, Preset.DEFAULT.settings());
  }

  /**
   * Reads choices that stand in one object, with or without a {@code preset} to start from.
   *
   * @param members a JSON object, of {@link #CHOICES}, {@code preset} and any other members
   * @throws InvalidInputException if one of them cannot be what it is
   */
  public static SampleSettings readChoices(JsonMembers members) {
    return settings(members, preset(members, Preset.DEFAULT.settings()));
  }

  private static SampleSettings preset(JsonMembers members, SampleSettings defaults) {
    return members
        .text("preset")
        .map(Choices.of("preset", Preset.class)::parse)
        .map(Preset::settings)
        .orElse(defaults);
  }

  private static SampleSettings settings(JsonMembers given, SampleSettings preset) {
    return SettingMembers.chosen(given, preset.table()).over(preset);
  }
}
