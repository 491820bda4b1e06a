package dev.infill.core.energy;

import dev.infill.core.energy.Batcher.Source;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The terms of an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), each of which can be had by itself for one model
 * pass, for all values of θᵢ at once. They are log-probabilities, so that none exceeds 0: a move
 * can be refused before all of its terms are known. Beside them U may have one that is a function
 * of the whole state, V(θ) ({@link #besides}).
 */
public final class ConditionalTerms {
  private final BiFunction<Context, Batcher, CompletableFuture<Conditional>> ask;

  /** V; empty if there is none. */
  private final Optional<BiFunction<State, Batcher, CompletableFuture<Double>>> besides;

  private ConditionalTerms(
      BiFunction<Context, Batcher, CompletableFuture<Conditional>> ask,
      Optional<BiFunction<State, Batcher, CompletableFuture<Double>>> besides) {
    this.ask = ask;
    this.besides = besides;
  }

  /**
   * Returns terms that a function gives.
   *
   * @param function as {@link #at(List, int[])}
   */
  public static ConditionalTerms of(BiFunction<List<State>, int[], List<Conditional>> function) {
    return of((Source<Context, Conditional>) contexts -> Context.asked(contexts, function));
  }

  /** Returns terms that a source gives. */
  static ConditionalTerms of(Source<Context, Conditional> source) {
    return new ConditionalTerms(
        (context, batcher) -> batcher.ask(source, context), Optional.empty());
  }

  /** Returns these terms, which have nothing beside them, with V beside them. */
  ConditionalTerms beside(Source<State, Double> added) {
    if (besides.isPresent()) {
      throw new IllegalStateException("terms that have another one beside them");
    }
    return new ConditionalTerms(ask, Optional.of((state, batcher) -> batcher.ask(added, state)));
  }

  /** Returns these terms divided by T. */
  ConditionalTerms tempered(double temperature) {
    return new ConditionalTerms(
        (context, batcher) ->
            ask.apply(context, batcher).thenApply(term -> term.tempered(temperature)),
        besides.map(
            added ->
                (state, batcher) ->
                    added.apply(state, batcher).thenApply(value -> value / temperature)));
  }

  /**
   * Asks for hᵢ(· | θ_\i). It does not depend on θᵢ.
   *
   * @param state θ
   * @param coordinate i
   * @param batcher gathers what is asked
   */
  public CompletableFuture<Conditional> at(State state, int coordinate, Batcher batcher) {
    return ask.apply(new Context(state, coordinate), batcher);
  }

  /** Says whether U is the sum of these terms, and has nothing beside them. */
  public boolean isWhole() {
    return besides.isEmpty();
  }

  /**
   * Asks for V(θ), what U has beside these terms, in nats: 0 if it has nothing.
   *
   * @param state θ
   * @param batcher gathers what is asked
   */
  public CompletableFuture<Double> besides(State state, Batcher batcher) {
    return besides
        .map(added -> added.apply(state, batcher))
        .orElseGet(() -> CompletableFuture.completedFuture(0.0));
  }

  /**
   * Asks for U, the sum of the terms, and its own-term gradient if that is asked for.
   *
   * @param state θ
   * @param gradient {@code NONE} or {@code OWN_TERM}
   * @param batcher gathers what is asked
   */
  CompletableFuture<Evaluation> evaluate(State state, GradientKind gradient, Batcher batcher) {
    return Batcher.all(
            IntStream.range(0, state.size()).mapToObj(i -> at(state, i, batcher)).toList())
        .thenApply(conditionals -> Evaluation.ofTerms(state, conditionals, gradient));
  }

  /**
   * Returns, for each state, hᵢ(· | θ_\i) of one coordinate.
   *
   * @param states a batch of states; may be empty
   * @param coordinates for each state, which coordinate i
   * @return one conditional per state, in order
   */
  public List<Conditional> at(List<State> states, int[] coordinates) {
    return Batcher.together(
        batcher ->
            IntStream.range(0, coordinates.length)
                .mapToObj(k -> at(states.get(k), coordinates[k], batcher))
                .toList());
  }
}
