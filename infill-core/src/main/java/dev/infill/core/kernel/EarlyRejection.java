package dev.infill.core.kernel;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A move θ → θ′ whose uniform number is drawn before U(θ′) is evaluated. The terms of U(θ′) are
 * evaluated one after another. The move is refused as soon as the unknown terms cannot save it: log
 * f ≤ 0 and log q ≤ 0 bound the unknown terms, and nothing makes up for a term of −∞. All terms
 * would lead to the same decision, so the law of the kernel does not change.
 */
final class EarlyRejection {
  private final Target target;
  private final ProposedMove proposed;
  private final double uniform;
  private final double added;
  private final int[] order;
  private final ReverseDensity back;
  private final @Nullable Conditional[] known;
  private int asked;

  /** Whether no term is −∞, so far. */
  private boolean possible = true;

  /**
   * Begins with no term known.
   *
   * @param target the target that is sampled
   * @param proposed θ → θ′
   * @param uniform u, in [0, 1]: the move is made if it is below r
   * @param added V(θ′), in nats
   */
  EarlyRejection(Target target, ProposedMove proposed, double uniform, double added) {
    this.target = target;
    this.proposed = proposed;
    this.uniform = uniform;
    this.added = added;
    this.order = mostDoubtfulFirst(proposed.move(), fit(proposed));
    this.back = proposed.unknown().get();
    this.known = new Conditional[order.length];
  }

  /**
   * Returns how well each coordinate is expected to fit its context at θ′, by the gradient at θ if
   * there is one. The values at θ and at θ′ both count: the ways there and back pay for both.
   */
  private static IntToDoubleFunction fit(ProposedMove proposed) {
    Move move = proposed.move();
    Evaluation here = proposed.current().evaluation().orElseThrow();
    if (here.hasGradient()) {
      return i -> here.gradient(i)[move.from().get(i)] + here.gradient(i)[move.to().get(i)];
    }
    double[] logProbabilities = here.logProbabilities();
    return i -> logProbabilities[i];
  }

  /**
   * Returns all coordinates in the order in which their terms decide soonest: the changed ones come
   * before the others, and in both groups the worst fits come first.
   *
   * @param move θ → θ′
   * @param fit the expected fit of a coordinate at θ′; greater is better
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

  /** Evaluates terms one after another until the move is refused or all are known. */
  CompletableFuture<EarlyRejection> run() {
    while (!isComplete() && !isRefused()) {
      int coordinate = order[asked];
      CompletableFuture<Conditional> next = target.ask(proposed.move().to(), coordinate);
      if (!next.isDone()) {
        return next.thenCompose(
            conditional -> {
              learn(coordinate, conditional);
              return run();
            });
      }
      learn(coordinate, next.join());
    }
    return CompletableFuture.completedFuture(this);
  }

  private void learn(int coordinate, Conditional conditional) {
    known[coordinate] = conditional;
    asked++;
    possible = term(coordinate, conditional) > Double.NEGATIVE_INFINITY;
    // There is no way back from U = −∞.
    if (possible) {
      back.learn(coordinate, conditional);
    }
  }

  private double term(int coordinate, Conditional conditional) {
    return conditional.term(proposed.move().to().get(coordinate));
  }

  /** Says whether u ≥ r even if all unknown terms were 0. */
  private boolean isRefused() {
    if (!possible) {
      return true;
    }
    double energy = added - proposed.current().energy();
    for (int i = 0; i < known.length; i++) {
      Conditional conditional = known[i];
      energy += conditional == null ? 0 : term(i, conditional);
    }
    double bound = energy / target.temperature() - proposed.logForward() + back.logUpperBound();
    return uniform >= Math.exp(bound);
  }

  /** Says whether all terms are known and none is −∞. */
  private boolean isComplete() {
    return possible && asked == order.length;
  }

  /** Returns the number of conditionals that were asked for. */
  int asked() {
    return asked;
  }

  /**
   * Returns the chain at θ′; empty if the move was refused before.
   *
   * @param gradient the gradient that a chain keeps
   */
  Optional<Arrival> arrival(GradientKind gradient) {
    if (!isComplete()) {
      return Optional.empty();
    }
    State to = proposed.move().to();
    List<Conditional> all = Arrays.stream(known).map(Objects::requireNonNull).toList();
    Evaluation there = Evaluation.ofTerms(to, all, gradient).plus(added);
    return Optional.of(
        new Arrival(
            proposed.current().movedTo(to, Optional.of(there)), back.logUpperBound(), asked));
  }
}
