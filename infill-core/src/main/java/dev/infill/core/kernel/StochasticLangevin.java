package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * DULA with a stochastic gradient (Zhang, Liu &amp; Liu 2022, §6); approximate. In place of the
 * own-term gradient, with rows hᵢ(· | θ_\i), it takes an unbiased estimate from a random subset S
 * of s of the m coordinates, drawn again in every step: (m / s) hᵢ where i is in S, and 0
 * elsewhere. So a step costs s conditionals, and U is never evaluated.
 *
 * <p>It is more biased than DULA with the whole gradient, the more so the fewer conditionals it
 * takes (Theorem 6.1 bounds by how much). A coordinate outside S is proposed as if all its values
 * were as good, held back by α alone: over a large vocabulary that wants a small α.
 *
 * <p>As U is not known, a state of U = −∞ is not avoided, unless the energy is known not to {@link
 * Energy#admits} it: then the chain stays.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Stochastic
 * gradient".
 */
public final class StochasticLangevin implements StepSizeKernel {
  private final Energy energy;
  private final ConditionalTerms terms;
  private final LangevinProposal proposal;
  private final int size;

  private StochasticLangevin(
      Energy energy, ConditionalTerms terms, LangevinProposal proposal, int size) {
    this.energy = energy;
    this.terms = terms;
    this.proposal = proposal;
    this.size = size;
  }

  /**
   * Returns the kernel.
   *
   * @param energy U, with {@link Energy#terms()}
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param stepSize α, positive and finite
   * @param size s, at least 1; all coordinates where there are fewer
   * @throws InvalidInputException if the energy has no terms
   * @throws IllegalArgumentException if the size is below 1
   */
  public static StochasticLangevin of(
      Energy energy, BalancingFunction balancing, double stepSize, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a minibatch holds at least 1 conditional, not " + size);
    }
    ConditionalTerms terms =
        energy
            .terms()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "minibatch", "this energy is no sum of conditionals to take some of"));
    return new StochasticLangevin(
        energy,
        terms,
        LangevinProposal.of(energy.domains(), GradientKind.OWN_TERM, balancing, stepSize),
        Math.min(size, energy.domains().size()));
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param scales g, one positive number per coordinate
   */
  public StochasticLangevin withPreconditioner(double... scales) {
    return new StochasticLangevin(energy, terms, proposal.withPreconditioner(scales), size);
  }

  @Override
  public String name() {
    return "dula";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public double stepSize() {
    return proposal.stepSize();
  }

  @Override
  public StochasticLangevin withStepSize(double stepSize) {
    return new StochasticLangevin(energy, terms, proposal.withStepSize(stepSize), size);
  }

  @Override
  public int passesPerStart() {
    return 0;
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return ChainState.unevaluated(state);
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    State from = chain.state();
    int[] subset = Scan.RANDOM.block(chain, size, random);
    int passes = size * energy.passesPerConditional();
    return Batcher.all(IntStream.of(subset).mapToObj(i -> terms.at(from, i, batcher)).toList())
        .thenApply(
            conditionals -> {
              // U itself is not asked for: a proposal looks at its gradient alone.
              Evaluation estimate =
                  new Evaluation(0, new double[0], gradient(subset, conditionals));
              State drawn = proposal.at(from, estimate).draw(random).to();
              boolean made = energy.admits(drawn);
              State to = made ? drawn : from;
              return new Transition(
                  chain.movedTo(to),
                  new StepInfo(drawn, made, made ? 1 : 0, from.hammingDistance(to), passes));
            });
  }

  /**
   * Returns the estimate of the own-term gradient.
   *
   * @param subset S
   * @param conditionals those of S, in its order
   */
  double[][] gradient(int[] subset, List<Conditional> conditionals) {
    List<Domain> domains = energy.domains();
    double weight = (double) domains.size() / subset.length;
    double[][] rows =
        domains.stream().map(domain -> new double[domain.size()]).toArray(double[][]::new);
    for (int k = 0; k < subset.length; k++) {
      Conditional conditional = conditionals.get(k);
      Arrays.setAll(rows[subset[k]], value -> weight * conditional.term(value));
    }
    return rows;
  }
}
