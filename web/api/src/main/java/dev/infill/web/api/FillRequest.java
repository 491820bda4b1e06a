package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Optional;

/**
 * A text whose most probable fillings are asked for.
 *
 * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code [MASK:3]}
 *     for three pieces, {@code [MASK:1-4]} or {@code ___:1-4} for one to four
 * @param settings which, how many, and how long it may take
 */
public record FillRequest(String text, FillSettings settings) {
  /** The members of a request. */
  public static final List<String> MEMBERS = List.of("text", "settings");

  /** Those of {@code sample} are known as well: they are refused as what they are. */
  private static final String[] SETTINGS = SettingMembers.names(Settings.ALL);

  /**
   * Reads a request: {@code text} and {@code settings} (any of {@link Settings#OF_FILL}).
   *
   * @param body a JSON object
   * @param model the model, which is the only one that may be asked for
   * @throws MalformedJsonException if it is no JSON object
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is, or if a
   *     setting is one of {@code sample} alone
   */
  public static FillRequest read(byte[] body, ModelDescription model) {
    JsonMembers members = JsonMembers.read(body, "text", "settings", "preset");
    if (members.text("preset").isPresent()) {
      throw new InvalidInputException("preset", "fill has no preset; sample has");
    }
    return of(members, FillSettings.defaults(), model);
  }

  /**
   * Reads a request of an object that may have other members beside {@link #MEMBERS}.
   *
   * @param members a JSON object
   * @param defaults what holds where {@code settings} does not say anything
   * @param model the model, which is the only one that may be asked for
   * @throws InvalidInputException if a member is missing, or cannot be what it is
   */
  public static FillRequest of(JsonMembers members, FillSettings defaults, ModelDescription model) {
    String text = members.require("text", members.text("text"));
    Optional<JsonMembers> settings = members.object("settings", SETTINGS);
    settings.ifPresent(given -> SettingMembers.requireModel(given, model));
    return new FillRequest(
        text,
        settings
            .map(given -> SettingMembers.chosen(given, Settings.ALL).over(defaults))
            .orElse(defaults));
  }

  /**
   * Reads settings that were written as {@link SettingsJson}.
   *
   * @param json a JSON object
   * @param model the model, which must be that of the settings
   * @throws InvalidInputException if a member is unknown, or cannot be what it is
   */
  public static FillSettings readSettings(byte[] json, ModelDescription model) {
    JsonMembers given = JsonMembers.read(json, SETTINGS);
    SettingMembers.requireModel(given, model);
    return SettingMembers.chosen(given, Settings.ALL).over(FillSettings.defaults());
  }

  /**
   * Reads choices that stand in one object. Those of {@code sample} alone have no effect.
   *
   * @param members a JSON object with any other members
   * @throws InvalidInputException if one of them cannot be what it is
   */
  public static FillSettings readChoices(JsonMembers members) {
    return SettingMembers.chosen(members, Settings.OF_FILL).over(FillSettings.defaults());
  }
}
