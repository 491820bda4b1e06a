package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A kernel that proposes a move θ → θ′ and makes it with probability min(1, r), r = exp((U(θ′) −
 * U(θ))/T) · q(θ|θ′) / q(θ′|θ) (DLP, eq. 3), or, unadjusted, always. U + V stands in place of U if
 * the target has V.
 *
 * <p>A move that changes nothing evaluates no energy and draws no number u. A move to U(θ′) = −∞ is
 * never made, as no gradient leads away from there. {@link EarlyRejection} refuses a move by some
 * terms of U alone, where U is a sum and the kernel needs nothing else of it.
 */
public abstract class MetropolisHastings implements Kernel {
  /** Decides on a move; empty if every move is made. */
  final Optional<AcceptanceRule> rule;

  /** Whether a move may be refused before all terms are known, where that is possible. */
  final boolean early;

  private final AcceptanceRule deciding;

  MetropolisHastings(Optional<AcceptanceRule> rule, boolean early) {
    this.rule = rule;
    this.early = early;
    this.deciding = rule.orElse(AcceptanceRule.REVERSIBLE);
  }

  /**
   * Returns the same kernel with another rule of acceptance. It is as exact.
   *
   * @param changed the source of the number that decides
   * @throws UnsupportedOperationException if this kernel makes every move
   */
  public abstract MetropolisHastings withAcceptance(AcceptanceRule changed);

  /** Returns the gradient that a chain keeps with U. */
  abstract GradientKind gradient();

  /** Says whether the terms of U are all that decides on a move. */
  abstract boolean decidesByTerms();

  /** Draws a move from a chain's state. */
  abstract CompletableFuture<ProposedMove> propose(
      Target target, ChainState chain, RandomGenerator random);

  /** Returns a rule in place of this kernel's. */
  final Optional<AcceptanceRule> replacedBy(AcceptanceRule changed) {
    if (!isExact()) {
      throw new UnsupportedOperationException("every move is accepted, so no rule decides");
    }
    return Optional.of(changed);
  }

  @Override
  public final boolean isExact() {
    return rule.isPresent();
  }

  @Override
  public final CompletableFuture<ChainState> start(Target target, State state) {
    requireFor(target);
    return ChainState.start(target, state, gradient());
  }

  @Override
  public final CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    return propose(target, chain, random)
        .thenCompose(proposed -> decided(target, proposed, random));
  }

  private CompletableFuture<Transition> decided(
      Target target, ProposedMove proposed, RandomGenerator random) {
    Optional<PersistentUniform> kept = deciding.advanced(proposed.current().uniform(), random);
    if (proposed.move().changesNothing()) {
      Trial unchanged = new Trial(Optional.of(proposed.current().stayed()), 0, 1, 0);
      return CompletableFuture.completedFuture(ended(proposed, unchanged, true, kept));
    }
    double uniform = kept.map(PersistentUniform::u).orElseGet(random::nextDouble);
    return tried(target, proposed, uniform)
        .thenApply(trial -> ended(proposed, trial, uniform < Math.exp(trial.logRatio()), kept));
  }

  /**
   * A move at its decision.
   *
   * @param next the chain at θ′; empty if the move is refused anyway
   * @param logRatio log r; −∞ if the move is refused anyway
   * @param probability min(1, r); 1 or 0 if only the decision is known
   * @param passes the model passes that this cost
   */
  private record Trial(
      Optional<ChainState> next, double logRatio, double probability, int passes) {}

  private CompletableFuture<Trial> tried(Target target, ProposedMove proposed, double uniform) {
    State to = proposed.move().to();
    if (!target.admits(to)) {
      return CompletableFuture.completedFuture(
          new Trial(Optional.empty(), Double.NEGATIVE_INFINITY, 0, 0));
    }
    return early && isExact() && decidesByTerms() && target.energy().isSum()
        ? target
            .added(to)
            .thenCompose(added -> new EarlyRejection(target, proposed, uniform, added).run())
            .thenApply(known -> byTerms(target, proposed, uniform, known))
        : target
            .evaluate(to, gradient())
            .thenCompose(
                there -> arrival(proposed, proposed.current().movedTo(to, Optional.of(there))))
            .thenApply(there -> inFull(target, proposed, there));
  }

  private Trial byTerms(
      Target target, ProposedMove proposed, double uniform, EarlyRejection known) {
    Optional<Arrival> there = known.arrival(gradient());
    double logRatio =
        there.map(at -> logRatio(target, proposed, at)).orElse(Double.NEGATIVE_INFINITY);
    return new Trial(
        there.map(Arrival::next), logRatio, uniform < Math.exp(logRatio) ? 1 : 0, known.asked());
  }

  private CompletableFuture<Arrival> arrival(ProposedMove proposed, ChainState there) {
    return isExact() && there.energy() > Double.NEGATIVE_INFINITY
        ? proposed.back().apply(there)
        : CompletableFuture.completedFuture(new Arrival(there, 0, 0));
  }

  private Trial inFull(Target target, ProposedMove proposed, Arrival there) {
    double logRatio = logRatio(target, proposed, there);
    return new Trial(
        Optional.of(there.next()),
        logRatio,
        Math.exp(Math.min(0, logRatio)),
        target.energy().passesPerEvaluation() + there.passes());
  }

  /** Returns log r; 0 for a move that is made in any case. */
  double logRatio(Target target, ProposedMove proposed, Arrival there) {
    double difference =
        (there.next().energy() - proposed.current().energy()) / target.temperature();
    if (isExact()) {
      return difference + there.logReverse() - proposed.logForward();
    }
    return difference == Double.NEGATIVE_INFINITY ? difference : 0;
  }

  private Transition ended(
      ProposedMove proposed, Trial trial, boolean accepted, Optional<PersistentUniform> kept) {
    ChainState next =
        accepted
            ? trial.next().orElseThrow().with(kept.map(v -> v.afterAcceptance(trial.logRatio())))
            : proposed.current().stayed().with(kept);
    return new Transition(
        next,
        new StepInfo(
            proposed.move().to(),
            accepted,
            trial.probability(),
            proposed.current().state().hammingDistance(next.state()),
            proposed.passes() + trial.passes()));
  }
}
