package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;

/** Settings whose values are strings, as users type them. */
public final class SettingText {
  private SettingText() {}

  /**
   * Returns the value that a text means.
   *
   * @param setting a choice or a text
   * @param text what was typed
   * @throws InvalidInputException if there is none; the message gives the nearest
   */
  public static <T> T parse(Setting<T> setting, String text) {
    if (setting.kind() == Setting.Kind.TEXT) {
      BalancingName.parse(text);
    } else if (!setting.choices().contains(text)) {
      throw new InvalidInputException(
          setting.name(), new NearestNames(setting.choices()).unknown(setting.name(), text));
    }
    return setting.of(text);
  }
}
