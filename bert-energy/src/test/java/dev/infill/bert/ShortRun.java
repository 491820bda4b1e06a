package dev.infill.bert;

import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;

/** A run of the default sampler that is over soon, for tests of what models give. */
final class ShortRun {
  static final SampleSettings SETTINGS =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 3)
          .with(Settings.STEPS, 12)
          .with(Settings.BURN_IN, 2)
          .withSeed(4);

  private ShortRun() {}
}
