package dev.infill.core.task;

import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.WeightedTerm;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The settings of {@code fill}: a value for each setting of {@link Settings#OF_FILL}. Immutable;
 * made of {@link #defaults()}.
 */
public final class FillSettings extends TextSettings<FillSettings> {
  private FillSettings(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    super(values, added);
    requireInRanges();
  }

  /** Returns the defaults: the five best fillings of whole words, 800 model passes at most. */
  public static FillSettings defaults() {
    return new FillSettings(fallbacks(Settings.OF_FILL), List.of())
        .with(Settings.MAX_PASSES, OptionalInt.of(Settings.DEFAULT_MAX_PASSES));
  }

  @Override
  public List<Setting<?>> table() {
    return Settings.OF_FILL;
  }

  @Override
  FillSettings of(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    return new FillSettings(values, added);
  }

  /** Returns the most model passes, at least 1. */
  public int maxPasses() {
    return get(Settings.MAX_PASSES).orElse(Settings.DEFAULT_MAX_PASSES);
  }
}
