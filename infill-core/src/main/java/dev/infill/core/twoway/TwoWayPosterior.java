package dev.infill.core.twoway;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The probabilities p(θ) = exp((M(θ) + V(θ))/T)/Z of fillings: a search finds the likeliest, and
 * independent draws of all other fillings estimate Z.
 *
 * <p>With F the fillings that the search had scored when drawing began, Ẑ = Σ_F exp((M + V)/T) + (1
 * − q(F)) w̄, where w̄ is the mean of w(θ) = exp((M + V)/T)/q(θ) over independent draws from q
 * outside F. It is unbiased. Where nothing is added and T ≤ 1, w ≤ 1.
 *
 * <p>Model passes are those of {@link #passes()}; each context is asked for once. Not thread-safe.
 */
public final class TwoWayPosterior {
  private final Contexts contexts;
  private final CertifiedSearch search;

  /** All that was scored, in that order. */
  private final Map<State, ScoredFilling> found = new LinkedHashMap<>();

  private final long seed;
  private Optional<WeightedDraws> drawing = Optional.empty();

  /** F. */
  private Map<State, ScoredFilling> known = Map.of();

  /**
   * Starts with nothing known.
   *
   * @param target what is asked for
   * @param seed of the random numbers of the draws
   */
  public TwoWayPosterior(TwoWayTarget target, long seed) {
    this.contexts = new Contexts(target);
    this.search = new CertifiedSearch(contexts, found);
    this.seed = seed;
  }

  /** Returns how many model passes were asked for. */
  public int passes() {
    return contexts.asked();
  }

  /**
   * Looks for fillings with one more batch of the model.
   *
   * @param threshold fillings with an M + V of no more than this, in nats, are of no interest; −∞
   *     if all are
   * @param mostPasses how many passes are made at most, at least 1
   */
  public void search(double threshold, int mostPasses) {
    search.next(threshold, mostPasses);
  }

  /**
   * Returns an upper bound of M + V of all fillings that were not {@linkplain #found found}, in
   * nats; −∞ if there are none. It bounds M alone where the largest value of V is not known.
   */
  public double bound() {
    return search.bound();
  }

  /** Returns how many passes a draw takes at most. */
  public int passesPerDraw() {
    return 2 * contexts.target().size();
  }

  /**
   * Makes draws, all of them or, where the model throws, none. What the search finds afterwards is
   * not part of the estimate.
   *
   * @param count how many, at least 1
   * @return whether they were made; not where next to nothing is left to be drawn
   */
  public boolean draw(int count) {
    if (drawing.isEmpty()) {
      search.scoreAllKnown();
      known = new LinkedHashMap<>(found);
      drawing = Optional.of(new WeightedDraws(contexts, known.keySet(), seed));
    }
    int before = draws().size();
    boolean made = drawing.get().more(count);
    draws()
        .subList(before, draws().size())
        .forEach(draw -> draw.ifPresent(filling -> found.putIfAbsent(filling.state(), filling)));
    return made;
  }

  /** Returns all fillings that were scored, by the search or as they were drawn, in that order. */
  public Collection<ScoredFilling> found() {
    return Collections.unmodifiableCollection(found.values());
  }

  private List<Optional<ScoredFilling>> draws() {
    return drawing.map(WeightedDraws::draws).orElse(List.of());
  }

  private Map<State, ScoredFilling> known() {
    return drawing.isPresent() && bound() > Double.NEGATIVE_INFINITY ? known : found;
  }

  Estimate estimate() {
    return new Estimate(
        contexts.target(), known().values(), draws(), bound() == Double.NEGATIVE_INFINITY);
  }

  /**
   * Scores given fillings, which takes 2 (m − 1) passes for each at most, after the first of each
   * order. They are not part of the estimate of Z.
   *
   * @param fillings fillings
   * @return what they come to, in order
   */
  public List<ScoredFilling> score(List<State> fillings) {
    contexts.ask(
        Stream.of(ReadingOrder.values())
            .flatMap(order -> fillings.stream().map(order::contexts))
            .flatMap(List::stream)
            .toList());
    return contexts.scored(fillings);
  }

  /** Returns the estimate of Z. */
  public Normalizer normalizer() {
    return estimate().normalizer(found());
  }

  /**
   * Returns the probabilities of events that exclude each other, such as the values of one blank.
   *
   * @param event the event that a filling belongs to
   * @return by event an estimate with its standard error, of those that a filling was found of;
   *     their sum is 1. Nothing where Z is not known at all
   */
  public <K> Map<K, Probability> marginals(Function<State, K> event) {
    return estimate().marginals(event);
  }

  /**
   * Returns log f(θᵢ | all others) of each blank of some fillings, whose sum is the paper's U.
   *
   * @param fillings fillings
   * @return for each filling m numbers in nats, in order
   */
  public List<double[]> givenOthers(List<State> fillings) {
    int size = contexts.target().size();
    List<Context> asked = new ArrayList<>();
    for (State filling : fillings) {
      for (int blank = 0; blank < size; blank++) {
        asked.add(new Context(filling.with(blank, Energy.MASKED), blank));
      }
    }
    contexts.ask(asked);
    List<double[]> given = new ArrayList<>();
    for (int k = 0; k < fillings.size(); k++) {
      State filling = fillings.get(k);
      List<Context> its = asked.subList(k * size, (k + 1) * size);
      given.add(
          its.stream()
              .mapToDouble(
                  context -> contexts.at(context).logProbability(filling.get(context.coordinate())))
              .toArray());
    }
    return given;
  }
}
