package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.WeightedTerm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How the most probable fillings of a text are looked for: a value for each of {@link
 * Settings#OF_FILL}. Immutable; made of {@link #defaults()}.
 */
public final class FillSettings extends TextSettings {
  private static final FillSettings DEFAULTS = new FillSettings(fallbacks(), List.of());

  private FillSettings(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    super(values, added);
    requireInRanges();
    requireSelection();
  }

  private static Map<Setting<?>, Object> fallbacks() {
    Map<Setting<?>, Object> values = new HashMap<>();
    Settings.OF_FILL.forEach(setting -> values.put(setting, setting.fallback()));
    values.put(Settings.MAX_PASSES, OptionalInt.of(Settings.DEFAULT_MAX_PASSES));
    return values;
  }

  /** Returns the defaults: the five best fillings of whole words, 800 model passes at most. */
  public static FillSettings defaults() {
    return DEFAULTS;
  }

  /**
   * Returns these settings with another value.
   *
   * @param setting one of {@link Settings#OF_FILL}
   * @param value its value
   * @throws InvalidInputException if there is no such setting here, the value is out of its range,
   *     or does not go with the others
   */
  public <T> FillSettings with(Setting<T> setting, T value) {
    return withAll(Map.of(setting, value));
  }

  /**
   * Returns these settings with other values.
   *
   * @param chosen by setting its value, of the type that the setting says
   * @throws InvalidInputException if there is no such setting here, a value is out of its range, or
   *     two do not go together
   */
  public FillSettings withAll(Map<Setting<?>, Object> chosen) {
    chosen.keySet().forEach(FillSettings::requireHas);
    Map<Setting<?>, Object> changed = new HashMap<>(values());
    changed.putAll(chosen);
    return new FillSettings(changed, added());
  }

  /**
   * Returns these settings with other terms beside keywords: exp((M + Σ λ V)/T) is what is
   * probable.
   */
  public FillSettings withTerms(List<WeightedTerm> terms) {
    return new FillSettings(values(), terms);
  }

  /** Returns these settings with a seed: their own, or one that is drawn now. */
  public FillSettings withDrawnSeed() {
    return seed().isPresent() ? this : with(Settings.SEED, OptionalLong.of(Settings.drawnSeed()));
  }

  @Override
  public List<Setting<?>> table() {
    return Settings.OF_FILL;
  }

  @Override
  public <T> T get(Setting<T> setting) {
    requireHas(setting);
    T value = super.get(setting);
    boolean usual =
        setting == Settings.DIVERSITY
            && value.equals(OptionalDouble.empty())
            && select() == Selection.DIVERSE;
    return usual ? setting.of((Object) Settings.DEFAULT_DIVERSITY) : value;
  }

  private static void requireHas(Setting<?> setting) {
    if (!Settings.OF_FILL.contains(setting)) {
      throw new InvalidInputException(
          setting.name(), "fill has no %s; sample has".formatted(setting.name()));
    }
  }

  /** Returns how many model passes are made at most, at least 1. */
  public int maxPasses() {
    return get(Settings.MAX_PASSES).orElse(Settings.DEFAULT_MAX_PASSES);
  }
}
