package dev.infill.core.energy;

import dev.infill.core.energy.Batcher.Source;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The terms of an energy U(θ) = Σᵢ hᵢ(θᵢ | θ_\i), each of which can be had by itself for one model
 * pass, for all values of θᵢ at once.
 */
public final class ConditionalTerms {
  private final Source<Context, Conditional> source;
  private final UnaryOperator<Context> asked;
  private final UnaryOperator<Conditional> answered;
  private final double upperBound;

  private ConditionalTerms(
      Source<Context, Conditional> source,
      UnaryOperator<Context> asked,
      UnaryOperator<Conditional> answered,
      double upperBound) {
    this.source = source;
    this.asked = asked;
    this.answered = answered;
    this.upperBound = upperBound;
  }

  /**
   * Returns terms that a function gives.
   *
   * @param function as {@link #at(List, int[])}
   * @param upperBound as {@link #upperBound()}
   */
  public static ConditionalTerms of(
      BiFunction<List<State>, int[], List<Conditional>> function, double upperBound) {
    return of(contexts -> Context.asked(contexts, function), upperBound);
  }

  /** Returns terms that a source gives. */
  static ConditionalTerms of(Source<Context, Conditional> source, double upperBound) {
    return new ConditionalTerms(source, context -> context, term -> term, upperBound);
  }

  /** Returns terms of another space, which the same source is asked for. */
  ConditionalTerms askedAt(UnaryOperator<Context> changed) {
    return new ConditionalTerms(
        source, context -> asked.apply(changed.apply(context)), answered, upperBound);
  }

  /** Returns terms that are those of the same source divided by T. */
  ConditionalTerms tempered(double temperature) {
    return new ConditionalTerms(
        source,
        asked,
        term -> answered.apply(term).tempered(temperature),
        upperBound / temperature);
  }

  /**
   * Asks for hᵢ(· | θ_\i). It does not depend on θᵢ.
   *
   * @param state θ
   * @param coordinate i
   * @param batcher gathers what is asked
   */
  public CompletableFuture<Conditional> at(State state, int coordinate, Batcher batcher) {
    return batcher.ask(source, asked.apply(new Context(state, coordinate))).thenApply(answered);
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

  /**
   * Returns what no term exceeds, in nats: 0 for log-probabilities, +∞ where there is no bound. A
   * move can be refused before all of its terms are known where there is one.
   */
  public double upperBound() {
    return upperBound;
  }
}
