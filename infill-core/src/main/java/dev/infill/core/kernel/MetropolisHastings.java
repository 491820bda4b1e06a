package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A kernel that proposes a move θ → θ′ and makes it with probability min(1, r), r = exp((U(θ′) −
 * U(θ))/T) · q(θ|θ′) / q(θ′|θ) (DLP, eq. 3), or, unadjusted, always. The energy is not asked about
 * a move that changes nothing, which draws no number u. A move to U(θ′) = −∞ is never made: no
 * gradient leads on from there. Where the target has V, U + V stands in place of U.
 *
 * <p>Where U is a sum of terms that can be had one by one, and nothing else is needed, fewer terms
 * may do to refuse a move ({@link EarlyRejection}).
 */
public abstract class MetropolisHastings implements Kernel {
  /** What decides on a move; empty if every move is made. */
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
   * Returns the same kernel with another rule of acceptance. It leaves the target invariant as
   * well.
   *
   * @param changed where the number comes from that decides
   * @throws UnsupportedOperationException if this one makes every move (it is not exact)
   */
  public abstract MetropolisHastings withAcceptance(AcceptanceRule changed);

  /** Returns the gradient that is kept with U where a chain is. */
  abstract GradientKind gradient();

  /** Says whether the terms of U are all that decides on a move. */
  abstract boolean decidesByTerms();

  /** Draws a move from where a chain is. */
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
    OptionalDouble variable = deciding.advanced(proposed.current().acceptanceVariable(), random);
    if (proposed.move().changesNothing()) {
      return CompletableFuture.completedFuture(unchanged(proposed, variable));
    }
    Trial trial = new Trial(proposed, variable, AcceptanceRule.uniform(variable, random));
    State to = proposed.move().to();
    if (!target.admits(to)) {
      return CompletableFuture.completedFuture(refused(trial, 0, 0));
    }
    return early && isExact() && decidesByTerms() && target.energy().isSum()
        ? target.added(to).thenCompose(added -> decidedByTerms(target, trial, added))
        : target
            .evaluate(to, gradient())
            .thenCompose(
                there -> arrival(proposed, proposed.current().movedTo(to, Optional.of(there))))
            .thenApply(there -> decidedInFull(target, trial, there));
  }

  private CompletableFuture<Arrival> arrival(ProposedMove proposed, ChainState there) {
    return isExact() && there.energy() > Double.NEGATIVE_INFINITY
        ? proposed.back().apply(there)
        : CompletableFuture.completedFuture(new Arrival(there, 0, 0));
  }

  private Transition unchanged(ProposedMove proposed, OptionalDouble variable) {
    return new Transition(
        proposed.current().stayed().with(deciding.accepted(variable, 0)),
        new StepInfo(proposed.move().to(), true, 1, 0, proposed.passes()));
  }

  private Transition decidedInFull(Target target, Trial trial, Arrival there) {
    int passes = target.energy().passesPerEvaluation() + there.passes();
    double logRatio = logRatio(target, trial.proposed(), there);
    double probability = Math.exp(Math.min(0, logRatio));
    return trial.uniform() < Math.exp(logRatio)
        ? made(trial, there, logRatio, probability, passes)
        : refused(trial, probability, passes);
  }

  /** Returns log r; of a move that is made in any case 0. */
  double logRatio(Target target, ProposedMove proposed, Arrival there) {
    double difference =
        (there.next().energy() - proposed.current().energy()) / target.temperature();
    if (isExact()) {
      return difference + there.logReverse() - proposed.logForward();
    }
    return difference == Double.NEGATIVE_INFINITY ? difference : 0;
  }

  /** Term by term, it is known only whether a move is made, not how likely that was. */
  private CompletableFuture<Transition> decidedByTerms(Target target, Trial trial, double added) {
    return new EarlyRejection(target, trial.proposed(), trial.uniform(), added)
        .run()
        .thenApply(
            known -> {
              Optional<Arrival> there = known.arrival(gradient());
              double logRatio =
                  there
                      .map(at -> logRatio(target, trial.proposed(), at))
                      .orElse(Double.NEGATIVE_INFINITY);
              return trial.uniform() < Math.exp(logRatio)
                  ? made(trial, there.orElseThrow(), logRatio, 1, known.asked())
                  : refused(trial, 0, known.asked());
            });
  }

  private Transition made(
      Trial trial, Arrival there, double logRatio, double probability, int passes) {
    Move move = trial.proposed().move();
    return new Transition(
        there.next().with(deciding.accepted(trial.variable(), logRatio)),
        new StepInfo(
            move.to(),
            true,
            probability,
            move.from().hammingDistance(move.to()),
            trial.proposed().passes() + passes));
  }

  private static Transition refused(Trial trial, double probability, int passes) {
    ProposedMove proposed = trial.proposed();
    return new Transition(
        proposed.current().stayed().with(trial.variable()),
        new StepInfo(proposed.move().to(), false, probability, 0, proposed.passes() + passes));
  }

  /** A move that changes something, v where the rule keeps one, and u: it is made if u &lt; r. */
  private record Trial(ProposedMove proposed, OptionalDouble variable, double uniform) {}
}
