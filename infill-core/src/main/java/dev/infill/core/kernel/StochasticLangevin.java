package dev.infill.core.kernel;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
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
 * of s of the m coordinates: (m / s) hᵢ for i in S, and 0 elsewhere. Every step draws S again. So a
 * step costs s conditionals, and U is never evaluated.
 *
 * <p>The fewer conditionals it takes, the more biased it is (Theorem 6.1 bounds the bias). A
 * coordinate outside S is proposed as if all its values were equally good, held back by α alone. So
 * a large vocabulary needs a small α.
 *
 * <p>The chain stays if the target does not {@link Target#admits admit} the proposal. It does not
 * avoid other states of U = −∞, as U is not known.
 *
 * <p>When to choose it, with measurements on text: {@code docs/research/samplers.md}, "Stochastic
 * gradient".
 *
 * @param dula DULA with own-term gradients, without intermediates
 * @param size s, at least 1; all coordinates if there are fewer
 */
public record StochasticLangevin(DiscreteLangevin dula, int size) implements Kernel {
  /** Checks the kernel and the size. */
  public StochasticLangevin {
    if (!dula.name().equals("dula") || dula.gradient() != GradientKind.OWN_TERM) {
      throw new IllegalArgumentException("a minibatch is for dula with own-term gradients");
    }
    if (size < 1) {
      throw new IllegalArgumentException("a minibatch holds at least 1 conditional, not " + size);
    }
  }

  @Override
  public String name() {
    return dula.name();
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public OptionalDouble stepSize() {
    return dula.stepSize();
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
    int[] subset = Scan.drawn(from.size(), Math.min(size, from.size()), random);
    return Batcher.all(IntStream.of(subset).mapToObj(i -> target.ask(from, i)).toList())
        .thenApply(
            conditionals -> {
              Slope estimate =
                  new Slope(
                      from,
                      List.of(gradient(target.domains(), subset, conditionals)),
                      Optional.empty(),
                      target.temperature());
              State drawn = dula.at(target, estimate).draw(random).to();
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
