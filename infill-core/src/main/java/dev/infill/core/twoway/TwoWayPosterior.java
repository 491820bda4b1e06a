package dev.infill.core.twoway;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The probabilities p(θ) = exp((M(θ) + V(θ))/T)/Z of fillings: a search finds the likeliest, and
 * independent draws of all other fillings estimate Z.
 *
 * <p>F are the fillings that the search has scored before the first draw. Ẑ = Σ_F exp((M + V)/T) +
 * (1 − q(F)) w̄, with the mean w̄ of w(θ) = exp((M + V)/T)/q(θ) over independent draws from q
 * outside F. It is unbiased. w ≤ 1 if nothing is added and T ≤ 1.
 *
 * <p>Each context is asked for once. Not thread-safe.
 */
public final class TwoWayPosterior {
  private final Contexts contexts;
  private final CertifiedSearch search;

  /** All scored fillings, in that order. */
  private final Map<State, ScoredFilling> found = new LinkedHashMap<>();

  private final long seed;
  private Optional<WeightedDraws> drawing = Optional.empty();

  /** F. */
  private Map<State, ScoredFilling> known = Map.of();

  /**
   * Starts with nothing known.
   *
   * @param target the distribution
   * @param seed the seed of the draws
   */
  public TwoWayPosterior(TwoWayTarget target, long seed) {
    this.contexts = new Contexts(target);
    this.search = new CertifiedSearch(contexts, found);
    this.seed = seed;
  }

  /** Returns the number of model passes so far. */
  public int passes() {
    return contexts.asked();
  }

  /**
   * Looks for fillings with one more batch of the model.
   *
   * @param threshold the search drops fillings with an M + V up to this, in nats; −∞ for none
   * @param mostPasses the largest number of passes, at least 1
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

  /** Returns the largest number of passes of a draw. */
  public int passesPerDraw() {
    return 2 * contexts.target().size();
  }

  /**
   * Makes draws, all of them or, if the model throws, none. Later finds of the search are not part
   * of the estimate.
   *
   * @param count the number of draws, at least 1
   * @return false if almost nothing is left to be drawn: none is made then
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

  /** Returns all fillings that the search scored or that were drawn, in that order. */
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
   * Scores given fillings, with at most 2 (m − 1) passes for each and one for each order. They are
   * not part of the estimate of Z.
   *
   * @param fillings fillings
   * @return their scores, in order
   */
  public List<ScoredFilling> score(List<State> fillings) {
    contexts.ask(fillings.stream().flatMap(filling -> contexts.unknown(filling).stream()).toList());
    return contexts.scored(fillings);
  }

  /** Returns the estimate of Z. */
  public Normalizer normalizer() {
    return estimate().normalizer(found());
  }

  /**
   * Returns the probabilities of events that exclude each other, such as the values of one blank.
   *
   * @param event the event of a filling
   * @return an estimate with its standard error for each event of a filling that was found; their
   *     sum is 1. Empty if nothing is known of Z
   */
  public <K> Map<K, Probability> marginals(Function<State, K> event) {
    return estimate().marginals(event);
  }

  /**
   * Returns log f(θᵢ | all others) of each blank of some fillings. Their sum is the paper's U.
   *
   * @param fillings fillings
   * @return m numbers in nats for each filling, in order
   */
  public List<double[]> givenOthers(List<State> fillings) {
    contexts.ask(fillings.stream().flatMap(TwoWayPosterior::withoutOne).toList());
    return fillings.stream()
        .map(
            filling ->
                withoutOne(filling)
                    .mapToDouble(context -> contexts.logProbability(filling, context))
                    .toArray())
        .toList();
  }

  /** Returns the contexts of a filling's blanks, all others filled. */
  private static Stream<Context> withoutOne(State filling) {
    return IntStream.range(0, filling.size())
        .mapToObj(blank -> new Context(filling.with(blank, Energy.MASKED), blank));
  }
}
