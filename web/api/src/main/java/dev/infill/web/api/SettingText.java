package dev.infill.web.api;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import java.util.List;

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
    if (setting.equals(Settings.BALANCING)) {
      requireBalancing(text);
    } else if (!setting.choices().contains(text)) {
      throw new InvalidInputException(
          setting.name(), new NearestNames(setting.choices()).unknown(setting.name(), text));
    }
    return setting.of(text);
  }

  private static void requireBalancing(String name) {
    try {
      BalancingFunction.of(name);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          Settings.BALANCING.name(),
          name.startsWith("power:")
              ? "power: takes a number from 0.5 to 1, such as power:0.9; not '%s'"
                  .formatted(Excerpt.of(name))
              : new NearestNames(List.of("sqrt", "barker", "power:0.9"))
                  .unknown("balancing function", name),
          e);
    }
  }
}
