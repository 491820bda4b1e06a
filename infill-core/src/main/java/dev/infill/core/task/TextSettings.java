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
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What both ways to fill a text are told: what may stand in it, and what its list is to be. */
public interface TextSettings {
  /** Returns the settings that there are, in the order in which they are written. */
  List<Setting<?>> table();

  /**
   * Returns the value of a setting.
   *
   * @param setting one that these settings have
   */
  <T> T get(Setting<T> setting);

  /**
   * Returns the terms that are added: Σ λ V. Keywords first, then what was added in Java; empty for
   * none.
   */
  List<WeightedTerm> terms();

  /** Returns how many candidates there are at most. */
  default int top() {
    return get(Settings.TOP);
  }

  /** Returns which fillings the candidates are. */
  default Selection select() {
    return get(Settings.SELECT);
  }

  /**
   * Returns λ, what a diverse list trades goodness for, from 0, the best, to 1, only distance;
   * empty for a list of the best.
   */
  default OptionalDouble diversity() {
    return get(Settings.DIVERSITY);
  }

  /** Returns T of the target exp(·/T). */
  default double temperature() {
    return get(Settings.TEMPERATURE);
  }

  /** Returns the seed; drawn if empty. */
  default OptionalLong seed() {
    return get(Settings.SEED);
  }

  /** Returns which tokens may stand in a blank. */
  default VocabularyChoice vocabulary() {
    return get(Settings.VOCABULARY);
  }

  /**
   * Returns the most blanks that a text may have, each counted by the most pieces that it may hold.
   */
  default int maxBlanks() {
    return get(Settings.MAX_BLANKS);
  }

  /** Returns by blank, counted from 1, or every one, what it may hold, in that order. */
  default Map<Integer, BlankConstraint> constraints() {
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
  default void requireSelection() {
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
}
