package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.text.WeightedTerm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The settings of both ways to fill a text: what may stand in its blanks, and what is listed.
 * Immutable.
 */
public abstract sealed class TextSettings permits FillSettings, InfillSettings {
  private final Map<Setting<?>, Object> values;

  /** What was added beside keywords. */
  private final List<WeightedTerm> added;

  private final List<WeightedTerm> terms;

  /**
   * Keeps values.
   *
   * @param values one for each setting of the table, of its type
   * @param added the terms that are added beside those of keywords
   */
  TextSettings(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    this.values = Map.copyOf(values);
    this.added = List.copyOf(added);
    terms = Stream.concat(Keywords.terms(get(Settings.KEYWORD)).stream(), added.stream()).toList();
  }

  /** Returns the settings that there are, in the order in which they are written. */
  public abstract List<Setting<?>> table();

  /** Returns the values. */
  Map<Setting<?>, Object> values() {
    return values;
  }

  /** Returns the terms that were added beside those of keywords. */
  List<WeightedTerm> added() {
    return added;
  }

  /**
   * Returns the value of a setting.
   *
   * @param setting one that these settings have
   */
  @SuppressWarnings("unchecked") // Values are of their settings' types.
  public <T> T get(Setting<T> setting) {
    return (T) Objects.requireNonNull(values.get(setting), setting.name());
  }

  /**
   * Returns the terms that are added: Σ λ V. Keywords first, then what was added in Java; empty for
   * none.
   */
  public List<WeightedTerm> terms() {
    return terms;
  }

  /** Returns how many candidates there are at most. */
  public final int top() {
    return get(Settings.TOP);
  }

  /** Returns which fillings the candidates are. */
  public final Selection select() {
    return get(Settings.SELECT);
  }

  /**
   * Returns λ, what a diverse list trades goodness for, from 0, the best, to 1, only distance;
   * empty for a list of the best.
   */
  public final OptionalDouble diversity() {
    return get(Settings.DIVERSITY);
  }

  /** Returns T of the target exp(·/T). */
  public final double temperature() {
    return get(Settings.TEMPERATURE);
  }

  /** Returns the seed; drawn if empty. */
  public final OptionalLong seed() {
    return get(Settings.SEED);
  }

  /** Returns which tokens may stand in a blank. */
  public final VocabularyChoice vocabulary() {
    return get(Settings.VOCABULARY);
  }

  /**
   * Returns the most blanks that a text may have, each counted by the most pieces that it may hold.
   */
  public final int maxBlanks() {
    return get(Settings.MAX_BLANKS);
  }

  /** Returns by blank, counted from 1, or every one, what it may hold, in that order. */
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

  /** Refuses what does not go with the choice of the list. */
  final void requireSelection() {
    if (select() != Selection.DIVERSE && diversity().isPresent()) {
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

  /** Refuses values outside their ranges. */
  final void requireInRanges() {
    table().forEach(this::requireInRange);
  }

  private <T> void requireInRange(Setting<T> setting) {
    setting.require(get(setting));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof TextSettings settings
        && getClass() == settings.getClass()
        && values.equals(settings.values)
        && added.equals(settings.added);
  }

  @Override
  public final int hashCode() {
    return Objects.hash(values, added);
  }

  @Override
  public final String toString() {
    return added.isEmpty() ? values.toString() : values + ", " + added;
  }
}
