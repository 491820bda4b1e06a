package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A move θ → θ′ whose uniform number is drawn before U(θ′) is evaluated. The terms of U(θ′) are
 * evaluated one after another, and the move is refused as soon as the terms that are not known yet
 * could not save it: log f ≤ 0 and log q ≤ 0 bound what they can add, and nothing makes up for a
 * term of −∞. The decision is the one that all terms would have led to, so that the law of the
 * kernel does not change.
 */
final class EarlyRejection {
  private final Move move;
  private final double uniform;
  private final double logConstant;
  private final int[] order;
  private final ReverseDensity back;
  private final @Nullable Conditional[] known;
  private int asked;

  /** Whether no term is −∞, so far. */
  private boolean possible = true;

  /**
   * Begins a trial.
   *
   * @param move θ → θ′
   * @param uniform u: the move is made if this is below r; in [0, 1]
   * @param logConstant what log r holds besides the terms of U(θ′) and log q(θ|θ′): −U(θ) − log
   *     q(θ′|θ), and what U(θ′) has beside its terms
   * @param order all coordinates, in the order in which their terms are to be evaluated
   * @param back q(θ|θ′)
   */
  EarlyRejection(Move move, double uniform, double logConstant, int[] order, ReverseDensity back) {
    this.move = move;
    this.uniform = uniform;
    this.logConstant = logConstant;
    this.order = order;
    this.back = back;
    this.known = new Conditional[order.length];
  }

  /**
   * Begins a trial of a move that was proposed.
   *
   * @param proposed θ → θ′
   * @param uniform u, as above
   * @param beside what U(θ′) has beside its terms, in nats
   */
  static EarlyRejection of(ProposedMove proposed, double uniform, double beside) {
    return new EarlyRejection(
        proposed.move(),
        uniform,
        beside - proposed.current().energy() - proposed.logForward(),
        mostDoubtfulFirst(
            proposed.move(), fit(proposed.move(), proposed.current().evaluation().orElseThrow())),
        proposed.back().get());
  }

  /**
   * Returns how well each coordinate is expected to fit its context at θ′. By the gradient at θ, of
   * the changed ones both values count: there and back, both are paid for.
   */
  private static IntToDoubleFunction fit(Move move, Evaluation here) {
    if (here.hasGradient()) {
      return i -> here.gradient(i, move.from().get(i)) + here.gradient(i, move.to().get(i));
    }
    double[] logProbabilities = here.logProbabilities();
    return i -> logProbabilities[i];
  }

  /**
   * Returns all coordinates in the order in which their terms decide soonest: those that the move
   * changes come first, then the others; of both, those first that fit least.
   *
   * @param move θ → θ′
   * @param fit for a coordinate, how well it is expected to fit its context at θ′; greater is
   *     better
   */
  static int[] mostDoubtfulFirst(Move move, IntToDoubleFunction fit) {
    State from = move.from();
    State to = move.to();
    return IntStream.range(0, from.size())
        .boxed()
        .sorted(
            Comparator.<Integer, Boolean>comparing(i -> from.get(i) == to.get(i))
                .thenComparingDouble(fit::applyAsDouble))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Evaluates terms, one after another, until the move is refused or completely known.
   *
   * @param terms the terms of U
   * @param batcher gathers what is asked
   * @return this, when that is so
   */
  CompletableFuture<EarlyRejection> run(ConditionalTerms terms, Batcher batcher) {
    while (!isComplete() && !isRefused()) {
      int coordinate = order[asked];
      CompletableFuture<Conditional> next = terms.at(move.to(), coordinate, batcher);
      if (!next.isDone()) {
        return next.thenCompose(
            conditional -> {
              learn(coordinate, conditional);
              return run(terms, batcher);
            });
      }
      learn(coordinate, next.join());
    }
    return CompletableFuture.completedFuture(this);
  }

  private void learn(int coordinate, Conditional conditional) {
    known[coordinate] = conditional;
    asked++;
    possible = conditional.term(move.to().get(coordinate)) > Double.NEGATIVE_INFINITY;
    // Nothing is proposed from where U = −∞: there is no way back to learn of.
    if (possible) {
      back.learn(coordinate, conditional);
    }
  }

  private boolean isRefused() {
    if (!possible) {
      return true;
    }
    double bound = logConstant + back.logUpperBound();
    for (int i = 0; i < known.length; i++) {
      Conditional conditional = known[i];
      bound += conditional == null ? 0 : conditional.term(move.to().get(i));
    }
    return uniform >= Math.exp(bound);
  }

  /** Says whether all terms are known and none is −∞, so that it takes U(θ′) to decide. */
  boolean isComplete() {
    return possible && asked == order.length;
  }

  /** Returns the number of conditionals that were asked for. */
  int asked() {
    return asked;
  }

  /**
   * Returns the conditionals at θ′, one per coordinate.
   *
   * @throws IllegalStateException if the move was refused before all were known
   */
  List<Conditional> conditionals() {
    List<Conditional> all = new ArrayList<>(known.length);
    for (Conditional conditional : known) {
      if (conditional == null) {
        throw new IllegalStateException("refused before all terms were known");
      }
      all.add(conditional);
    }
    return all;
  }

  /**
   * Returns what is known of θ′; empty if the move was refused before all was known.
   *
   * @param chain where the chain is
   * @param gradient the gradient that it keeps
   * @param beside what U(θ′) has beside its terms, in nats
   */
  Optional<Arrival> arrival(ChainState chain, GradientKind gradient, double beside) {
    if (!isComplete()) {
      return Optional.empty();
    }
    State to = move.to();
    Evaluation there = Evaluation.ofTerms(to, conditionals(), gradient).plus(beside);
    return Optional.of(new Arrival(chain.movedTo(to, there), back.logUpperBound()));
  }
}
