package dev.infill.web.api;

import dev.infill.core.task.FillSettings;
import dev.infill.core.task.TextSettings;

/** The two ways to fill a text. */
public enum Mode {
  /** The most probable fillings are looked for. */
  FILL,
  /** Many different fillings are drawn by chains. */
  SAMPLE;

  /** Returns the way that settings are for. */
  public static Mode of(TextSettings<?> settings) {
    return settings instanceof FillSettings ? FILL : SAMPLE;
  }
}
