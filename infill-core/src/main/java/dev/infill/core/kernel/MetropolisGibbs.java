package dev.infill.core.kernel;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
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
public final class MetropolisGibbs implements MetropolisKernel {
  private final Energy energy;
  private final Scan scan;
  private final MetropolisHastings decision;

  private MetropolisGibbs(Energy energy, Scan scan, MetropolisHastings decision) {
    this.energy = energy;
    this.scan = scan;
    this.decision = decision;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, and the conditionals that moves are proposed from
   * @param scan in which order the coordinates are visited
   */
  public static MetropolisGibbs of(Energy energy, Scan scan) {
    return new MetropolisGibbs(
        energy,
        scan,
        MetropolisHastings.of(energy, GradientKind.NONE, Acceptance.METROPOLIS_HASTINGS));
  }

  @Override
  public MetropolisGibbs withAcceptance(AcceptanceRule rule) {
    return new MetropolisGibbs(energy, scan, decision.with(rule));
  }

  @Override
  public String name() {
    return "gibbs-mh";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public int passesPerStart() {
    return energy.passesPerEvaluation();
  }

  @Override
  public List<ChainState> init(List<State> states) {
    return ChainState.start(states, energy, GradientKind.NONE);
  }

  @Override
  public List<Transition> step(List<ChainState> chains, List<? extends RandomGenerator> random) {
    List<ConditionalMove> drawn = scan.draw(energy, chains, random);
    List<Drawn> moves = new ArrayList<>(chains.size());
    for (int chain = 0; chain < chains.size(); chain++) {
      moves.add(new Drawn(chains.get(chain), drawn.get(chain), energy.passesPerConditional()));
    }
    return decision.decide(moves, random);
  }

  /** A move that was drawn for a chain. */
  private record Drawn(ChainState current, ConditionalMove drawn, int passes)
      implements ProposedMove {
    @Override
    public Move move() {
      return drawn.move();
    }

    @Override
    public double logForward() {
      return drawn.logForward();
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
    public ReverseProposal back(Evaluation there) {
      return unknownBack().complete();
    }

    @Override
    public ReverseDensity unknownBack() {
      return ReverseDensity.of(drawn.logReverse());
    }
  }
}
