package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.sampler.SettingValues;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.WeightedTerm;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings that {@code fill} and {@code sample} share: the words that may stand in blanks, and
 * the list of candidates. Immutable.
 *
 * @param <S> these settings
 */
public abstract sealed class TextSettings<S extends TextSettings<S>> implements SettingValues
    permits FillSettings, SampleSettings {
  private final Map<Setting<?>, Object> values;

  /** The terms beside keywords. */
  private final List<WeightedTerm> added;

  private final List<WeightedTerm> terms;

  /**
   * Keeps values.
   *
   * @param values one of its type for each setting of the table. {@link Settings#BURN_IN} may be
   *     missing; it follows the steps then
   * @param added the terms beside those of keywords
   */
  TextSettings(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    Map<Setting<?>, Object> copies = new HashMap<>(values);
    copies.replaceAll(TextSettings::copy);
    this.values = Map.copyOf(copies);
    this.added = List.copyOf(added);
    terms = Stream.concat(Keywords.terms(get(Settings.KEYWORD)).stream(), added.stream()).toList();
  }

  /** Returns the default of each setting of a table. */
  static Map<Setting<?>, Object> fallbacks(List<Setting<?>> table) {
    Map<Setting<?>, Object> values = new HashMap<>();
    table.forEach(setting -> values.put(setting, setting.fallback()));
    return values;
  }

  /** Returns an immutable copy of a value. */
  private static Object copy(Setting<?> setting, Object value) {
    return setting.kind() == Kind.WORDS || setting.kind() == Kind.WEIGHTS
        ? setting.of(value)
        : value;
  }

  /** Refuses values outside their ranges, and values that contradict the kind of list. */
  final void requireInRanges() {
    table().forEach(this::requireInRange);
    requireSelection();
  }

  /** Returns all settings, in the order in which they are written. */
  public abstract List<Setting<?>> table();

  /** Returns settings with other values. */
  abstract S of(Map<Setting<?>, Object> values, List<WeightedTerm> added);

  /**
   * Returns these settings with another value. Values that need each other are given at once
   * ({@link #withAll}).
   *
   * @param setting one of {@link #table()}
   * @param value its value
   * @throws InvalidInputException if there is no such setting here, or the value is null, out of
   *     its range, or contradicts another one
   */
  public final <T> S with(Setting<T> setting, T value) {
    if (value == null) {
      throw new InvalidInputException(setting.name(), setting.name() + " must not be null");
    }
    return withAll(Map.of(setting, value));
  }

  /**
   * Returns these settings with other values.
   *
   * @param chosen by setting its value, of the setting's type
   * @throws InvalidInputException if there is no such setting here, a value is out of its range, or
   *     two contradict each other
   */
  public final S withAll(Map<Setting<?>, Object> chosen) {
    chosen.keySet().forEach(this::requireHas);
    Map<Setting<?>, Object> changed = new HashMap<>(values);
    changed.putAll(chosen);
    return of(changed, added);
  }

  /** Returns these settings with a seed. */
  public final S withSeed(long seed) {
    return with(Settings.SEED, OptionalLong.of(seed));
  }

  /** Returns these settings with a seed: their own, or one that is drawn now. */
  public final S withDrawnSeed() {
    return withSeed(seed().orElseGet(Settings::drawnSeed));
  }

  /**
   * Returns these settings with other words that blanks may hold.
   *
   * @param constraints by blank, counted from 1, or {@link BlankConstraint#EVERY_BLANK}
   */
  public final S withConstraints(Map<Integer, BlankConstraint> constraints) {
    SortedMap<Integer, List<String>> allowed = new TreeMap<>();
    SortedMap<Integer, List<String>> forbidden = new TreeMap<>();
    constraints.forEach(
        (blank, constraint) -> {
          if (!constraint.forbidden().isEmpty()) {
            forbidden.put(blank, constraint.forbidden());
          }
          // An empty constraint still names its blank.
          if (!constraint.allowed().isEmpty() || constraint.forbidden().isEmpty()) {
            allowed.put(blank, constraint.allowed());
          }
        });
    return withAll(Map.of(Settings.ALLOW, allowed, Settings.FORBID, forbidden));
  }

  /**
   * Returns these settings with other terms beside those of {@link Settings#KEYWORD}, which are
   * added to M or U. Samplers must be exact for them.
   */
  public final S withTerms(List<WeightedTerm> others) {
    return of(values, others);
  }

  private void requireHas(Setting<?> setting) {
    if (!table().contains(setting)) {
      throw new InvalidInputException(
          setting.name(), "fill has no %s; sample has".formatted(setting.name()));
    }
  }

  /**
   * Returns the value of a setting. Without a choice burn-in is a fifth of the steps, and a diverse
   * list has the default diversity.
   *
   * @param setting one of {@link #table()}
   * @throws InvalidInputException if there is no such setting here
   */
  @Override
  public final <T> T get(Setting<T> setting) {
    requireHas(setting);
    if (setting == Settings.BURN_IN && !values.containsKey(setting)) {
      return setting.of((Object) (kept(Settings.STEPS) / ChainSettings.STEPS_OF_BURN_IN));
    }
    if (setting == Settings.DIVERSITY
        && kept(setting).equals(OptionalDouble.empty())
        && select() == Selection.DIVERSE) {
      return setting.of((Object) Settings.DEFAULT_DIVERSITY);
    }
    return kept(setting);
  }

  @SuppressWarnings("unchecked") // Values are of their settings' types.
  private <T> T kept(Setting<T> setting) {
    return (T) Objects.requireNonNull(values.get(setting), setting.name());
  }

  /** Returns all values, those that follow from others too. */
  private Map<Setting<?>, Object> holding() {
    return table().stream().collect(Collectors.toMap(setting -> setting, this::get));
  }

  /**
   * Returns the terms of Σ λ V: keywords, then the terms that were added in Java; empty for none.
   */
  public List<WeightedTerm> terms() {
    return terms;
  }

  /** Returns the most candidates. */
  public final int top() {
    return get(Settings.TOP);
  }

  /** Returns how the candidates are chosen. */
  public final Selection select() {
    return get(Settings.SELECT);
  }

  /** Returns T of the target exp(·/T). */
  public final double temperature() {
    return get(Settings.TEMPERATURE);
  }

  /** Returns the seed; drawn if empty. */
  public final OptionalLong seed() {
    return get(Settings.SEED);
  }

  /** Returns the constraint of each blank, by its number from 1 or that of every blank. */
  public final Map<Integer, BlankConstraint> constraints() {
    SortedMap<Integer, List<String>> allowed = get(Settings.ALLOW);
    SortedMap<Integer, List<String>> forbidden = get(Settings.FORBID);
    TreeSet<Integer> blanks = new TreeSet<>(allowed.keySet());
    blanks.addAll(forbidden.keySet());
    SortedMap<Integer, BlankConstraint> constraints = new TreeMap<>();
    for (int blank : blanks) {
      constraints.put(
          blank,
          new BlankConstraint(
              allowed.getOrDefault(blank, List.of()), forbidden.getOrDefault(blank, List.of())));
    }
    return Collections.unmodifiableSortedMap(constraints);
  }

  private void requireSelection() {
    if (select() != Selection.DIVERSE && get(Settings.DIVERSITY).isPresent()) {
      throw new InvalidInputException(
          "diversity", "diversity needs select 'diverse': other lists have none");
    }
    if (select() == Selection.DIVERSE && top() > Settings.MOST_DIVERSE) {
      throw new InvalidInputException(
          "top",
          "select 'diverse' shows at most %d fillings, not %d"
              .formatted(Settings.MOST_DIVERSE, top()));
    }
  }

  private <T> void requireInRange(Setting<T> setting) {
    setting.require(get(setting));
  }

  /** Says whether all values are the same, chosen or not. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof TextSettings<?> settings
        && getClass() == settings.getClass()
        && holding().equals(settings.holding())
        && added.equals(settings.added);
  }

  @Override
  public final int hashCode() {
    return Objects.hash(holding(), added);
  }

  @Override
  public final String toString() {
    return added.isEmpty() ? holding().toString() : holding() + ", " + added;
  }
}
