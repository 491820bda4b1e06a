package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Contexts that the model is asked for together, each once, and the answers. Not thread-safe. */
final class Round {
  private final Map<State, Integer> contexts = new LinkedHashMap<>();
  private final List<State> states = new ArrayList<>();
  private final List<Integer> coordinates = new ArrayList<>();
  private List<Conditional> answers = List.of();
  private @Nullable RuntimeException failure;
  private @Nullable Error error;
  private boolean over;

  /**
   * Adds a context, if it is not there yet.
   *
   * @param context the state with −1 at the coordinate
   * @return which answer is its
   */
  int add(State context, State state, int coordinate) {
    return contexts.computeIfAbsent(
        context,
        unknown -> {
          states.add(state);
          coordinates.add(coordinate);
          return coordinates.size() - 1;
        });
  }

  int size() {
    return coordinates.size();
  }

  /** Asks the model, once and for all; what it throws is thrown by {@link #answer}. */
  void answer(ConditionalTerms terms) {
    try {
      answers =
          terms.at(List.copyOf(states), coordinates.stream().mapToInt(Integer::intValue).toArray());
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      error = e;
    }
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** Returns an answer; only after {@link #answer(ConditionalTerms)}. */
  Conditional answer(int index) {
    if (failure != null) {
      throw failure;
    }
    if (error != null) {
      throw error;
    }
    return answers.get(index);
  }

  /** Puts what the model said where it is remembered; nothing if it failed. */
  void copyTo(Map<State, Conditional> known) {
    if (failure == null && error == null) {
      contexts.forEach((context, index) -> known.put(context, answers.get(index)));
    }
  }
}
