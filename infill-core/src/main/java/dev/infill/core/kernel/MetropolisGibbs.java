package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Metropolis-corrected pseudo-Gibbs ({@code gibbs-mh}): one coordinate a step, proposed from the
 * energy's conditional fᵢ(· | θ_\i) and accepted with probability min(1, exp(U(θ′) − U(θ)) · fᵢ(θᵢ
 * | θ_\i) / fᵢ(θ′ᵢ | θ_\i)). The ways there and back draw from the same conditional, as θ_\i does
 * not change.
 *
 * <p>So each step leaves the target invariant whatever the conditionals are. With a random scan it
 * is reversible as well. It reaches all of π if f is positive wherever π is.
 *
 * <p>A step costs one conditional, and one evaluation without gradient where θ′ ≠ θ. It refuses
 * many moves by fewer terms ({@link EarlyRejection}).
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "gibbs-mh and
 * gibbs".
 */
public final class MetropolisGibbs extends MetropolisHastings {
  private final Scan scan;

  private MetropolisGibbs(Scan scan, AcceptanceRule rule) {
    super(Optional.of(rule), true);
    this.scan = scan;
  }

  /**
   * Returns the kernel.
   *
   * @param scan the order in which the coordinates are visited
   */
  public static MetropolisGibbs of(Scan scan) {
    return new MetropolisGibbs(scan, AcceptanceRule.REVERSIBLE);
  }

  @Override
  public MetropolisGibbs withAcceptance(AcceptanceRule changed) {
    return new MetropolisGibbs(scan, changed);
  }

  @Override
  public String name() {
    return "gibbs-mh";
  }

  @Override
  GradientKind gradient() {
    return GradientKind.NONE;
  }

  @Override
  boolean decidesByTerms() {
    return true;
  }

  @Override
  CompletableFuture<ProposedMove> propose(Target target, ChainState chain, RandomGenerator random) {
    State from = chain.state();
    int i = scan.next(chain, random);
    return target
        .distribution(from, i)
        .thenApply(
            conditional -> {
              State to = from.with(i, conditional.sample(random));
              double logReverse = conditional.logProbability(from.get(i));
              return new ProposedMove(
                  chain,
                  new Move(from, to, List.of(i)),
                  conditional.logProbability(to.get(i)),
                  1,
                  there -> CompletableFuture.completedFuture(new Arrival(there, logReverse, 0)),
                  () -> ReverseDensity.of(logReverse));
            });
  }
}
