package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
 * <p>As U is not known, a state of U = −∞ is not avoided, unless the target is known not to {@link
 * Target#admits} it: then the chain stays.
 *
 * <p>When to choose it, and what was measured on text: {@code docs/samplers.md}, "Stochastic
 * gradient".
 */
public final class StochasticLangevin implements Kernel {
  private final DiscreteLangevin whole;
  private final int size;

  private StochasticLangevin(DiscreteLangevin whole, int size) {
    this.whole = whole;
    this.size = size;
  }

  /**
   * Returns the kernel.
   *
   * @param balancing g; the paper's is {@link BalancingFunction#SQUARE_ROOT}
   * @param stepSize α, positive and finite
   * @param size s, at least 1; all coordinates where there are fewer
   * @throws IllegalArgumentException if the size is below 1
   */
  public static StochasticLangevin of(BalancingFunction balancing, double stepSize, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a minibatch holds at least 1 conditional, not " + size);
    }
    return new StochasticLangevin(
        DiscreteLangevin.dula(GradientKind.OWN_TERM, balancing, stepSize), size);
  }

  /**
   * Returns the same kernel with a diagonal preconditioner (App. H): α gᵢ² in place of α.
   *
   * @param scales g, one positive number for each coordinate
   */
  public StochasticLangevin withPreconditioner(double... scales) {
    return new StochasticLangevin(whole.withPreconditioner(scales), size);
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
  public OptionalDouble stepSize() {
    return whole.stepSize();
  }

  @Override
  public void requireFor(Target target) {
    if (!target.energy().isSum()) {
      throw new InvalidInputException(
          "minibatch", "this energy is no sum of conditionals to take some of");
    }
  }

  @Override
  public CompletableFuture<ChainState> start(Target target, State state) {
    requireFor(target);
    return CompletableFuture.completedFuture(new ChainState(state, Optional.empty(), 0));
  }

  @Override
  public CompletableFuture<Transition> step(
      Target target, ChainState chain, RandomGenerator random) {
    State from = chain.state();
    int[] subset = Scan.RANDOM.block(chain, Math.min(size, from.size()), random);
    return Batcher.all(IntStream.of(subset).mapToObj(i -> target.ask(from, i)).toList())
        .thenApply(
            conditionals -> {
              Slope estimate =
                  new Slope(
                      from,
                      List.of(gradient(target.domains(), subset, conditionals)),
                      Optional.empty(),
                      target.temperature());
              State drawn = whole.at(target, estimate).draw(random).to();
              boolean made = target.admits(drawn);
              State to = made ? drawn : from;
              return new Transition(
                  chain.movedTo(to, Optional.empty()),
                  new StepInfo(drawn, made, made ? 1 : 0, from.hammingDistance(to), subset.length));
            });
  }

  /**
   * Returns the estimate of the own-term gradient.
   *
   * @param domains Θ₁ … Θ_m
   * @param subset S
   * @param conditionals those of S, in its order
   */
  static double[][] gradient(List<Domain> domains, int[] subset, List<Conditional> conditionals) {
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
