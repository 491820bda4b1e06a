package dev.infill.web.cli.bench;

import dev.infill.core.infill.InfillSettings;

/**
 * What a benchmark asks a service: to fill a text.
 *
 * @param text a text with blanks
 * @param settings how
 */
public record LoadRequestJson(String text, LoadSettingsJson settings) {
  /**
   * Settings of a request; the others stay at their defaults.
   *
   * @param chains the number of chains
   * @param steps steps of each
   * @param burnIn those that are not kept
   * @param seed the seed
   */
  public record LoadSettingsJson(int chains, int steps, int burnIn, long seed) {}

  /**
   * Makes a request.
   *
   * @param text a text with blanks
   * @param settings chains, steps and burn-in
   * @param seed the seed
   */
  public static LoadRequestJson of(String text, InfillSettings settings, long seed) {
    return new LoadRequestJson(
        text, new LoadSettingsJson(settings.chains(), settings.steps(), settings.burnIn(), seed));
  }
}
