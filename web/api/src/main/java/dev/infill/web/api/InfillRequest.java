package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A text that is to be filled, and how.
 *
 * @param text the text
 * @param settings how
 */
public record InfillRequest(String text, InfillSettings settings) {
  /** The members of a request. */
  public static final List<String> MEMBERS = List.of("text", "settings", "preset");

  /** The settings that can be given without a model: all but those that say which model it was. */
  public static final List<String> CHOICES = Settings.ALL.stream().map(Setting::jsonName).toList();

  private static final String[] SETTINGS =
      Stream.concat(CHOICES.stream(), Stream.of("model", "versions")).toArray(String[]::new);

  /** Sets of choices to start from. */
  public enum Preset {
    /** The defaults of the command line. */
    DEFAULT,
    /** The choices of the paper's experiment. */
    PAPER;

    /** Returns the choices. */
    public InfillSettings settings() {
      return switch (this) {
        case DEFAULT -> InfillSettings.defaults();
        case PAPER -> InfillSettings.paper();
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
  public static InfillRequest read(byte[] body, ModelDescription model) {
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
  public static InfillRequest of(
      JsonMembers members, InfillSettings defaults, ModelDescription model) {
    String text = members.require("text", members.text("text"));
    InfillSettings preset = preset(members, defaults);
    Optional<JsonMembers> settings = members.object("settings", SETTINGS);
    settings.ifPresent(given -> requireModel(given, model));
    return new InfillRequest(text, settings.map(given -> settings(given, preset)).orElse(preset));
  }

  /**
   * Reads settings that were written as {@link SettingsJson}.
   *
   * @param json a JSON object
   * @param model the model, which must be that of the settings
   * @throws InvalidInputException if a member is unknown, or cannot be what it is
   */
  public static InfillSettings readSettings(byte[] json, ModelDescription model) {
    JsonMembers given = JsonMembers.read(json, SETTINGS);
    requireModel(given, model);
    return settings(given, Preset.DEFAULT.settings());
  }

  /**
   * Reads choices that stand in one object, with or without a {@code preset} to start from.
   *
   * @param members a JSON object, of {@link #CHOICES}, {@code preset} and any other members
   * @throws InvalidInputException if one of them cannot be what it is
   */
  public static InfillSettings readChoices(JsonMembers members) {
    return settings(members, preset(members, Preset.DEFAULT.settings()));
  }

  private static InfillSettings preset(JsonMembers members, InfillSettings defaults) {
    return members
        .text("preset")
        .map(Choices.of("preset", Preset.class)::parse)
        .map(Preset::settings)
        .orElse(defaults);
  }

  /** Where it runs and in what precision may differ; other weights give other fillings. */
  private static void requireModel(JsonMembers settings, ModelDescription model) {
    settings.anyObject("versions");
    Optional<JsonMembers> given = settings.object("model", "name", "sha256", "device", "precision");
    requireSame(given.flatMap(asked -> asked.text("name")), model.name(), model);
    requireSame(given.flatMap(asked -> asked.text("sha256")), model.sha256(), model);
  }

  private static void requireSame(Optional<String> given, String own, ModelDescription model) {
    if (given.isPresent() && !given.get().equals(own)) {
      throw new InvalidInputException(
          "model",
          "Infill has the model %s with the SHA-256 %s here, and no other"
              .formatted(model.name(), model.sha256()));
    }
  }

  private static InfillSettings settings(JsonMembers given, InfillSettings preset) {
    ChosenSettings chosen = new ChosenSettings();
    Settings.ALL.forEach(
        setting -> read(given, setting).ifPresent(value -> put(chosen, setting, value)));
    return chosen.over(preset);
  }

  private static Optional<?> read(JsonMembers given, Setting<?> setting) {
    String name = setting.jsonName();
    return switch (setting.kind()) {
      case CHOICE, TEXT -> given.text(name);
      case INTEGER -> given.integer(name).stream().boxed().findFirst();
      case LONG -> given.longInteger(name).stream().boxed().findFirst();
      case NUMBER -> given.number(name).stream().boxed().findFirst();
      case FLAG -> given.flag(name);
      case WORDS -> Optional.of(byBlank(given, name)).filter(words -> !words.isEmpty());
      case WEIGHTS -> Optional.of(given.numbersByName(name)).filter(words -> !words.isEmpty());
    };
  }

  private static <T> void put(ChosenSettings chosen, Setting<T> setting, Object value) {
    boolean named = setting.kind() == Kind.CHOICE || setting.kind() == Kind.TEXT;
    chosen.put(setting, named ? SettingText.parse(setting, (String) value) : setting.of(value));
  }

  private static SortedMap<Integer, List<String>> byBlank(JsonMembers given, String name) {
    SortedMap<Integer, List<String>> byBlank = new TreeMap<>();
    given
        .textsByName(name)
        .forEach(
            (blank, words) -> {
              boolean every = blank.equals(SettingsJson.EVERY_BLANK);
              if (!every && !blank.matches("[1-9][0-9]{0,5}")) {
                throw new InvalidInputException(
                    name,
                    "the members of %s are blanks, counted from 1, or all, as in {\"1\": [\"given\"]}"
                        .formatted(name));
              }
              byBlank.put(every ? BlankConstraint.EVERY_BLANK : Integer.parseInt(blank), words);
            });
    return byBlank;
  }
}
