package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.ModelDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Everything needed to get a result again: {@link TextSettings}, the model and the versions.
 * Members are named after the options of the command line, and hold what these accept; {@code
 * concurrentBatches} alone has no option. Null is what was not given. The threads of the model are
 * not among them: they change nothing in a result.
 *
 * @param members the settings of the table, the model and the versions, in order
 */
public record SettingsJson(@JsonValue Map<String, Object> members) {
  /** What stands for the number of a blank where every blank is meant. */
  public static final String EVERY_BLANK = "all";

  /**
   * Maps settings.
   *
   * @param settings the settings
   * @param model the model that they are for
   * @param versions the versions of the application
   */
  public static SettingsJson of(
      TextSettings<?> settings, ModelDescription model, Versions versions) {
    Map<String, Object> members = new LinkedHashMap<>();
    settings
        .table()
        .forEach(setting -> members.put(setting.jsonName(), written(settings, setting)));
    members.put("model", model);
    members.put("versions", versions(versions, model));
    return new SettingsJson(members);
  }

  private static <T> Object written(TextSettings<?> settings, Setting<T> setting) {
    if (setting.equals(Settings.ALLOW)) {
      return words(settings.get(Settings.ALLOW));
    }
    return setting.equals(Settings.FORBID)
        ? words(settings.get(Settings.FORBID))
        : setting.plain(settings.get(setting));
  }

  private static Map<String, List<String>> words(SortedMap<Integer, List<String>> byBlank) {
    Map<String, List<String>> words = new LinkedHashMap<>();
    byBlank.forEach(
        (blank, of) ->
            words.put(
                blank == BlankConstraint.EVERY_BLANK ? EVERY_BLANK : String.valueOf(blank), of));
    words.values().removeIf(List::isEmpty);
    return words;
  }

  /**
   * Returns the same without some members.
   *
   * @param names their names
   */
  public SettingsJson without(String... names) {
    Map<String, Object> others = new LinkedHashMap<>(members);
    others.keySet().removeAll(List.of(names));
    return new SettingsJson(others);
  }

  /**
   * Returns the versions of the application and of the model's libraries, by their names.
   *
   * @param versions those of the application
   * @param model tells those of its libraries
   */
  public static SortedMap<String, String> versions(Versions versions, ModelDescription model) {
    SortedMap<String, String> all = versions.all();
    all.putAll(model.versions());
    return all;
  }
}
