package dev.infill.core.kernel;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Metropolis-corrected pseudo-Gibbs ({@code gibbs-mh}): one coordinate a step, proposed from the
 * energy's conditional fᵢ(· | θ_\i) and accepted with probability min(1, exp(U(θ′) − U(θ)) · fᵢ(θᵢ
 * | θ_\i) / fᵢ(θ′ᵢ | θ_\i)). The way there and the way back draw from the same conditional, as θ_\i
 * does not change. It leaves π(θ) ∝ exp(U(θ)) invariant whatever the conditionals are (with a
 * random scan it is reversible as well); it reaches all of π if fᵢ is positive wherever π is.
 *
 * <p>One step costs one conditional, and one evaluation without gradient where θ′ ≠ θ; fewer terms
 * of it where they are enough to refuse the move ({@link EarlyRejection}). A move to U(θ′) = −∞ is
 * never accepted.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "gibbs-mh and
 * gibbs".
 */
public final class MetropolisGibbs extends ProposingKernel {

  private MetropolisGibbs(MetropolisHastings step) {
    super(step);
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, and the conditionals that moves are proposed from
   * @param scan in which order the coordinates are visited
   */
  public static MetropolisGibbs of(Energy energy, Scan scan) {
    return new MetropolisGibbs(
        MetropolisHastings.of(
                energy,
                GradientKind.NONE,
                new ConditionalProposer(energy, scan),
                Acceptance.METROPOLIS_HASTINGS)
            .decidingEarly());
  }

  @Override
  public MetropolisGibbs withAcceptance(AcceptanceRule rule) {
    return new MetropolisGibbs(step.with(rule));
  }

  @Override
  public String name() {
    return "gibbs-mh";
  }

  /** Draws one coordinate from its conditional. */
  private record ConditionalProposer(Energy energy, Scan scan) implements Proposer {
    @Override
    public CompletableFuture<ProposedMove> propose(
        ChainState chain, RandomGenerator random, Batcher batcher) {
      State from = chain.state();
      int i = scan.next(chain, random);
      return energy
          .conditional(from, i, batcher)
          .thenApply(
              conditional -> {
                State to = from.with(i, conditional.sample(random));
                return new Drawn(
                    energy,
                    chain,
                    new Move(from, to, List.of(i)),
                    conditional.logProbability(to.get(i)),
                    conditional.logProbability(from.get(i)));
              });
    }
  }

  /** A move that was drawn for a chain. */
  private record Drawn(
      Energy energy, ChainState current, Move move, double logForward, double logReverse)
      implements ProposedMove {
    @Override
    public int passes() {
      return energy.passesPerConditional();
    }

    @Override
    public CompletableFuture<Arrival> arrival(Batcher batcher) {
      return energy
          .evaluate(move.to(), GradientKind.NONE, batcher)
          .thenApply(there -> new Arrival(current.movedTo(move.to(), there), logReverse));
    }

    /**
     * The changed coordinate's conditional, which is asked first, is the one that was drawn from.
     */
    @Override
    public IntToDoubleFunction fit() {
      double[] logProbabilities = current.evaluation().orElseThrow().logProbabilities();
      return i -> logProbabilities[i];
    }

    @Override
    public ReverseDensity unknownBack() {
      return ReverseDensity.of(logReverse);
    }
  }
}
