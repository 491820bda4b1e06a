package dev.infill.core.sampler;

/** Gives the values of settings. */
public interface SettingValues {
  /**
   * Returns the value of a setting.
   *
   * @param setting the setting
   * @throws dev.infill.core.InvalidInputException if there is no such setting here
   */
  <T> T get(Setting<T> setting);
}
