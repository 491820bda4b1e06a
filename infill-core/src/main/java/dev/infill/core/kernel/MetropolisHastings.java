package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A kernel that proposes a move θ → θ′ and makes it with probability min(1, r), r = exp(U(θ′) −
 * U(θ)) · q(θ|θ′) / q(θ′|θ) (DLP, eq. 3), or, unadjusted, always. The energy is not asked about a
 * move that changes nothing, which draws no number u. A move to U(θ′) = −∞ is never made: no
 * gradient leads on from there.
 *
 * <p>Where U is a sum of terms that can be had one by one, and nothing else is needed, fewer terms
 * may do to refuse a move ({@link EarlyRejection}).
 */
public abstract class MetropolisHastings implements Kernel {
  final Energy energy;

  /** What decides on a move; empty if every move is made. */
  final Optional<AcceptanceRule> rule;

  private final AcceptanceRule deciding;

  /** What is kept with U where a chain is. */
  private final GradientKind gradient;

  /** The terms of U, where moves are decided on term by term; else empty. */
  private final Optional<ConditionalTerms> terms;

  /** Creates a kernel; if {@code early}, it may refuse a move before all terms are evaluated. */
  MetropolisHastings(
      Energy energy, GradientKind gradient, Optional<AcceptanceRule> rule, boolean early) {
    this.energy = energy;
    this.gradient = gradient;
    this.rule = rule;
    this.deciding = rule.orElse(AcceptanceRule.REVERSIBLE);
    // What makes every move needs all terms; exact gradients look at more than terms.
    boolean decidesByTerms = early && rule.isPresent() && gradient != GradientKind.EXACT;
    this.terms = decidesByTerms ? energy.terms() : Optional.empty();
  }

  /**
   * Returns the same kernel with another rule of acceptance. It leaves π invariant as well.
   *
   * @param changed where the number comes from that decides
   * @throws UnsupportedOperationException if this one makes every move (it is not exact)
   */
  public abstract MetropolisHastings withAcceptance(AcceptanceRule changed);

  /**
   * Draws a move.
   *
   * @param chain where the chain is
   * @param random the chain's own stream
   * @param batcher gathers what is asked
   */
  abstract CompletableFuture<ProposedMove> propose(
      ChainState chain, RandomGenerator random, Batcher batcher);

  /** Returns a rule in place of this kernel's. */
  final Optional<AcceptanceRule> replacedBy(AcceptanceRule changed) {
    if (!isExact()) {
      throw new UnsupportedOperationException("every move is accepted, so no rule decides");
    }
    return Optional.of(changed);
  }

  final boolean isEarly() {
    return terms.isPresent();
  }

  @Override
  public final boolean isExact() {
    return rule.isPresent();
  }

  @Override
  public final int passesPerStart() {
    return energy.passesPerEvaluation();
  }

  @Override
  public final CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return ChainState.start(state, energy, gradient, batcher);
  }

  @Override
  public final CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    return propose(chain, random, batcher)
        .thenCompose(proposed -> decided(proposed, random, batcher));
  }

  private CompletableFuture<Transition> decided(
      ProposedMove proposed, RandomGenerator random, Batcher batcher) {
    if (proposed.move().changesNothing()) {
      return CompletableFuture.completedFuture(unchanged(proposed, random));
    }
    if (!energy.admits(proposed.move().to())) {
      return CompletableFuture.completedFuture(
          decide(pending(proposed, random), Optional.empty(), 0));
    }
    if (terms.isPresent()) {
      Pending pending = pending(proposed, random);
      return terms
          .get()
          .besides(proposed.move().to(), batcher)
          .thenCompose(beside -> decidedByTerms(terms.get(), pending, beside, batcher));
    }
    // What is drawn at θ′ comes from the stream before u does.
    CompletableFuture<Arrival> asked = proposed.arrival().apply(batcher);
    Pending pending = pending(proposed, random);
    return asked.thenApply(
        there -> decide(pending, Optional.of(there), energy.passesPerEvaluation()));
  }

  private CompletableFuture<Transition> decidedByTerms(
      ConditionalTerms asked, Pending pending, double beside, Batcher batcher) {
    ProposedMove proposed = pending.proposed();
    return EarlyRejection.of(proposed, pending.uniform(), beside)
        .run(asked, batcher)
        .thenApply(
            trial ->
                decide(
                    pending,
                    trial.arrival(proposed.current(), gradient, beside),
                    trial.asked() * energy.passesPerConditional()));
  }

  private Transition unchanged(ProposedMove proposed, RandomGenerator random) {
    ChainState chain = proposed.current();
    OptionalDouble variable = deciding.advanced(chain.acceptanceVariable(), random);
    return new Transition(
        chain.stayed().with(deciding.accepted(variable, 0)),
        new StepInfo(proposed.move().to(), true, 1, 0, proposed.passes()));
  }

  private Pending pending(ProposedMove proposed, RandomGenerator random) {
    OptionalDouble variable = deciding.advanced(proposed.current().acceptanceVariable(), random);
    return new Pending(proposed, variable, AcceptanceRule.uniform(variable, random));
  }

  /**
   * Decides on a move. Term by term, it is known only whether it is made, not how likely that was.
   *
   * @param arrival what is known of θ′; empty if a part of it was enough to refuse the move
   * @param passes how many model passes that cost
   */
  private Transition decide(Pending pending, Optional<Arrival> arrival, int passes) {
    ProposedMove proposed = pending.proposed();
    double logRatio =
        arrival.map(there -> logRatio(proposed, there)).orElse(Double.NEGATIVE_INFINITY);
    boolean made = pending.uniform() < Math.exp(logRatio);
    Move move = proposed.move();
    StepInfo info =
        new StepInfo(
            move.to(),
            made,
            terms.isEmpty() ? Math.exp(Math.min(0, logRatio)) : made ? 1 : 0,
            made ? move.from().hammingDistance(move.to()) : 0,
            proposed.passes() + passes);
    ChainState next =
        made
            ? arrival.orElseThrow().next().with(deciding.accepted(pending.variable(), logRatio))
            : proposed.current().stayed().with(pending.variable());
    return new Transition(next, info);
  }

  /** Returns log r; of a move that is made in any case 0. */
  double logRatio(ProposedMove proposed, Arrival arrival) {
    double difference = arrival.next().energy() - proposed.current().energy();
    if (isExact()) {
      return difference + arrival.logReverse() - proposed.logForward();
    }
    return difference == Double.NEGATIVE_INFINITY ? difference : 0;
  }

  /** A move that changes something, v where the rule keeps one, and u: it is made if u &lt; r. */
  private record Pending(ProposedMove proposed, OptionalDouble variable, double uniform) {}
}
