package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Contexts that the model is asked for together, each once, and the answers. Not thread-safe. */
final class Round {
  private final Map<State, Integer> contexts = new LinkedHashMap<>();
  private final List<State> states = new ArrayList<>();
  private final List<Integer> coordinates = new ArrayList<>();

  /** Gives the answers, or throws what the model threw; null until it was asked. */
  private @Nullable Supplier<List<Conditional>> outcome;

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

  /**
   * Asks the model, once and for all. What it throws is thrown by {@link #answer(int)}.
   *
   * @param known what the model says is put there
   */
  void answer(ConditionalTerms terms, Map<State, Conditional> known) {
    try {
      List<Conditional> answers =
          terms.at(List.copyOf(states), coordinates.stream().mapToInt(Integer::intValue).toArray());
      contexts.forEach((context, index) -> known.put(context, answers.get(index)));
      outcome = () -> answers;
    } catch (RuntimeException | Error e) {
      outcome =
          () -> {
            throw e;
          };
    }
  }

  boolean isOver() {
    return outcome != null;
  }

  /** Returns an answer; only when the round is over. */
  Conditional answer(int index) {
    return Objects.requireNonNull(outcome, "the model was not asked yet").get().get(index);
  }
}
