package dev.infill.web.api;

import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The settings that somebody chose. */
public final class ChosenSettings {
  private final Map<Setting<?>, Object> values = new LinkedHashMap<>();

  /**
   * Adds a setting.
   *
   * @param setting which
   * @param value its value
   */
  public <T> void put(Setting<T> setting, T value) {
    values.put(setting, value);
  }

  @SuppressWarnings("unchecked") // As they were put.
  private <T> Optional<T> get(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }

  /**
   * Returns settings with these choices. What nobody chose moves out of their way: another pool
   * than the preset's, or a diverse list, cannot have repeats, few samplers have a step size to
   * adapt, and words of any blank take the place of all of the preset's.
   *
   * @param base what holds where nothing was chosen
   * @throws dev.infill.core.InvalidInputException if one is out of its range, or two do not go
   *     together
   */
  public SampleSettings over(SampleSettings base) {
    Map<Setting<?>, Object> all = makingWay(base);
    if (isDiverse(base) || get(Settings.POOL).orElse(base.get(Settings.POOL)) != Pool.LAST) {
      all.put(Settings.REPEATS, false);
    }
    if (!Sampler.of(get(Settings.SAMPLER).orElse(base.sampler().label())).has(Settings.ADAPT)) {
      all.put(Settings.ADAPT, OptionalDouble.empty());
    }
    all.putAll(values);
    return base.withAll(all);
  }

  /**
   * Returns settings with these choices. Words of any blank take the place of all of the base's,
   * and another list than a diverse one has no diversity unless it was chosen.
   *
   * @param base what holds where nothing was chosen
   * @throws dev.infill.core.InvalidInputException if one is out of its range, two do not go
   *     together, or fill has no such setting
   */
  public FillSettings over(FillSettings base) {
    Map<Setting<?>, Object> all = makingWay(base);
    all.putAll(values);
    return base.withAll(all);
  }

  private boolean isDiverse(TextSettings<?> base) {
    return get(Settings.SELECT).orElse(base.select()) == Selection.DIVERSE;
  }

  private Map<Setting<?>, Object> makingWay(TextSettings<?> base) {
    Map<Setting<?>, Object> all = new LinkedHashMap<>();
    if (!isDiverse(base)) {
      all.put(Settings.DIVERSITY, OptionalDouble.empty());
    }
    if (values.containsKey(Settings.ALLOW) || values.containsKey(Settings.FORBID)) {
      all.put(Settings.ALLOW, Settings.ALLOW.fallback());
      all.put(Settings.FORBID, Settings.FORBID.fallback());
    }
    return all;
  }
}
