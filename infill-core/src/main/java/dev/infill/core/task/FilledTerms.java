package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.State;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.WeightedTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The terms that are added to the energy of a text, as a function of its fillings: Σ λ V, in nats.
 * The last {@value #CAPACITY} fillings are remembered, so that V is evaluated once for each. Not
 * thread-safe.
 */
public final class FilledTerms implements Batcher.Source<State, Double> {
  static final int CAPACITY = 50_000;

  /** The number of texts that a term is given at a time. */
  private static final int BATCH = 64;

  private final List<WeightedTerm> terms;
  private final TextOfLengths text;

  /** In the order of the last use. */
  private final LinkedHashMap<State, double[]> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<State, double[]> eldest) {
          return size() > CAPACITY;
        }
      };

  private FilledTerms(List<WeightedTerm> terms, TextOfLengths text) {
    this.terms = terms;
    this.text = text;
  }

  /** Returns the terms of a text's fillings; empty if there are none. */
  static Optional<FilledTerms> of(List<WeightedTerm> terms, TextOfLengths text) {
    return terms.isEmpty() ? Optional.empty() : Optional.of(new FilledTerms(terms, text));
  }

  @Override
  public Optional<Double> known(State state) {
    return Optional.ofNullable(known.get(state)).map(this::sum);
  }

  /**
   * Returns Σ λ V of fillings.
   *
   * @throws InvalidInputException if V is no finite number
   */
  @Override
  public List<Double> answer(List<State> states) {
    return values(states).stream().map(this::sum).toList();
  }

  /** Returns an upper bound of Σ λ V; empty if a term does not tell its range. */
  OptionalDouble most() {
    double sum = 0;
    for (WeightedTerm term : terms) {
      Optional<NumberRange> range = term.term().range();
      if (range.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += term.weight() * (term.weight() > 0 ? range.get().most() : range.get().least());
    }
    return OptionalDouble.of(sum);
  }

  /**
   * Returns Σ λ V of a filling.
   *
   * @param state a filling
   */
  public double total(State state) {
    return answer(List.of(state)).get(0);
  }

  /**
   * Returns V of each term at a filling, in the order of the terms.
   *
   * @param state a filling
   */
  public List<TermValue> at(State state) {
    double[] values = values(List.of(state)).get(0);
    return IntStream.range(0, values.length)
        .mapToObj(k -> new TermValue(terms.get(k).name(), terms.get(k).weight(), values[k]))
        .toList();
  }

  private double sum(double[] values) {
    return IntStream.range(0, values.length)
        .mapToDouble(k -> terms.get(k).weight() * values[k])
        .sum();
  }

  private List<double[]> values(List<State> states) {
    // The memory may be too small for one batch, so answers are not read from it.
    Map<State, double[]> asked = new LinkedHashMap<>();
    List<State> unknown = new ArrayList<>();
    for (State state : states) {
      if (!asked.containsKey(state)) {
        double[] remembered = known.get(state);
        asked.put(state, remembered == null ? new double[terms.size()] : remembered);
        if (remembered == null) {
          unknown.add(state);
        }
      }
    }
    for (int first = 0; first < unknown.size(); first += BATCH) {
      evaluate(unknown.subList(first, Math.min(first + BATCH, unknown.size())), asked);
    }
    unknown.forEach(state -> known.put(state, Objects.requireNonNull(asked.get(state))));
    return states.stream().map(asked::get).map(Objects::requireNonNull).toList();
  }

  private void evaluate(List<State> states, Map<State, double[]> into) {
    List<FilledText> texts = states.stream().map(text::filledByBlank).toList();
    for (int k = 0; k < terms.size(); k++) {
      WeightedTerm term = terms.get(k);
      List<Double> values = term.term().values(texts);
      if (values.size() != texts.size()) {
        throw new IllegalStateException(
            "the term '%s' says %d values of %d texts"
                .formatted(term.name(), values.size(), texts.size()));
      }
      for (int s = 0; s < texts.size(); s++) {
        requireFinite(term, values.get(s), states.get(s));
        Objects.requireNonNull(into.get(states.get(s)))[k] = values.get(s);
      }
    }
  }

  private void requireFinite(WeightedTerm term, double value, State state) {
    if (!Double.isFinite(term.weight() * value)) {
      throw new InvalidInputException(
          "terms",
          "the term '%s' must be a finite number times its weight, not %s · %s where the blanks hold '%s'"
              .formatted(
                  term.name(), term.weight(), value, String.join("', '", text.words(state))));
    }
  }
}
