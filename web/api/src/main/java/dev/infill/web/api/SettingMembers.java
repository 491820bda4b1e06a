package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.text.ModelDescription;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads settings of JSON objects. */
final class SettingMembers {
  private SettingMembers() {}

  /** Returns the members that an object of settings may have. */
  static String[] names(List<Setting<?>> table) {
    return Stream.concat(table.stream().map(Setting::jsonName), Stream.of("model", "versions"))
        .toArray(String[]::new);
  }

  /** Returns those of some settings that an object has. */
  static ChosenSettings chosen(JsonMembers given, List<Setting<?>> table) {
    ChosenSettings chosen = new ChosenSettings();
    table.forEach(setting -> read(given, setting).ifPresent(value -> put(chosen, setting, value)));
    return chosen;
  }

  /** Where it runs and in what precision may differ; other weights give other fillings. */
  static void requireModel(JsonMembers settings, ModelDescription model) {
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

  private static Optional<?> read(JsonMembers given, Setting<?> setting) {
    String name = setting.jsonName();
    return switch (setting.kind()) {
      case CHOICE, TEXT -> given.text(name);
      case INTEGER -> given.integer(name);
      case LONG -> given.longInteger(name);
      case NUMBER -> given.number(name);
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
