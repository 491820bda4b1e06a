package dev.infill.web.api;

import dev.infill.core.NumberRange;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A setting of the table.
 *
 * @param name its member in the settings of a request
 * @param kind what its values are; a long is a whole number of 64 bits, words are lists by blank
 * @param description what it means
 * @param minimum the least number that it may be
 * @param maximum the largest number that it may be
 * @param absent what holds where it has no value, if it may have none
 * @param label what it is called where it is a control of a form, if it is one
 * @param hint the line that stands beside the control; choices have one each instead
 * @param choices its values, if there are few
 * @param modes what it is a setting of: of {@code fill}, {@code sample} or both
 * @param samplers the samplers that it has an effect on; empty for all
 */
public record SettingJson(
    String name,
    Setting.Kind kind,
    String description,
    OptionalDouble minimum,
    OptionalDouble maximum,
    Optional<String> absent,
    Optional<String> label,
    Optional<String> hint,
    List<ChoiceJson> choices,
    List<Mode> modes,
    List<String> samplers) {
  /**
   * A value.
   *
   * @param value how it is written
   * @param hint the line that stands beside the control where it is chosen
   */
  public record ChoiceJson(String value, String hint) {}

  /** Returns the whole table, in order. */
  public static List<SettingJson> table() {
    return Settings.ALL.stream().map(SettingJson::of).toList();
  }

  private static SettingJson of(Setting<?> setting) {
    boolean explained = setting.label().isPresent() && setting.choices().isEmpty();
    return new SettingJson(
        setting.jsonName(),
        setting.kind(),
        setting.sentence(),
        bound(setting.range().map(NumberRange::least)),
        bound(setting.range().map(NumberRange::most)),
        setting.absent(),
        setting.label(),
        explained ? Optional.of(setting.hint("")) : Optional.empty(),
        setting.choices().stream()
            .map(value -> new ChoiceJson(value, setting.hint(value)))
            .toList(),
        Settings.OF_FILL.contains(setting) ? List.of(Mode.values()) : List.of(Mode.SAMPLE),
        setting.samplers());
  }

  private static OptionalDouble bound(Optional<Double> number) {
    return number.stream().mapToDouble(Double::doubleValue).findFirst();
  }
}
