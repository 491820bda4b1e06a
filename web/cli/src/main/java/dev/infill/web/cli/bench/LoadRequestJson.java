package dev.infill.web.cli.bench;

import dev.infill.core.task.InfillSettings;

/**
 * What a benchmark asks a service: to fill a text.
 *
 * @param text a text with blanks
 * @param settings how
 */
record LoadRequestJson(String text, LoadSettingsJson settings) {
  /**
   * Settings of a request; the others stay at their defaults.
   *
   * @param chains the number of chains
   * @param steps steps of each
   * @param burnIn those that are not kept
   * @param seed the seed
   */
  record LoadSettingsJson(int chains, int steps, int burnIn, long seed) {}

  static LoadRequestJson of(String text, InfillSettings settings, long seed) {
    return new LoadRequestJson(
        text, new LoadSettingsJson(settings.chains(), settings.steps(), settings.burnIn(), seed));
  }
}
