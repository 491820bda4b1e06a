package dev.infill.evaluation.lab.continuous;

import dev.infill.core.kernel.AcceptanceRule;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A {@link ReplicatedGaussian} whose pairs have scales of their own: pair k is s_k times one of
 * correlation ρ, and the scales have a prior. Chains move the pairs with the scales held, and draw
 * the scales anew now and then: discrete variables or variance hyperparameters beside continuous
 * ones, in the simplest form of Neal's talk.
 *
 * @param unscaled the pairs as they are where all scales are 1
 * @param prior of the scales
 */
public record ScaleMixture(ReplicatedGaussian unscaled, ScalePrior prior) {
  /**
   * Where a chain is.
   *
   * @param pairs x, with momentum and uniform number
   * @param scales s, one for each pair
   */
  public record State(ContinuousState pairs, List<Double> scales) {
    /** Copies the list. */
    public State {
      scales = List.copyOf(scales);
    }

    /** Returns Σ log s. */
    public double logScale() {
      return scales.stream().mapToDouble(Math::log).sum();
    }
  }

  /**
   * The pairs with their scales held.
   *
   * @param scales one for each pair
   */
  private record Scaled(ReplicatedGaussian unscaled, List<Double> scales) implements Density {
    @Override
    public int dimension() {
      return unscaled.dimension();
    }

    @Override
    public double logDensity(double[] position) {
      return unscaled.logDensity(divided(position));
    }

    @Override
    public double[] gradient(double[] position) {
      return divided(unscaled.gradient(divided(position)));
    }

    private double[] divided(double[] vector) {
      double[] divided = vector.clone();
      for (int i = 0; i < divided.length; i++) {
        divided[i] /= scales.get(i / 2);
      }
      return divided;
    }
  }

  /**
   * Begins a chain at a draw of all together.
   *
   * @param random the chain's own stream
   */
  public State draw(RandomGenerator random) {
    List<Double> scales = prior.draw(unscaled.pairs(), random);
    double[] position = unscaled.draw(random);
    for (int i = 0; i < position.length; i++) {
      position[i] *= scales.get(i / 2);
    }
    ContinuousKernel any =
        HamiltonianMonteCarlo.langevin(held(scales), 1, AcceptanceRule.REVERSIBLE);
    return new State(any.init(position, random), scales);
  }

  /** Returns the density of the pairs with their scales held, up to a constant. */
  Density held(List<Double> scales) {
    return new Scaled(unscaled, scales);
  }

  /** A kernel that moves the pairs while their scales are held. */
  @FunctionalInterface
  public interface Moves {
    /**
     * Returns the kernel.
     *
     * @param held the density of the pairs
     * @param scale the smallest of the scales, by which ε may be chosen
     */
    ContinuousKernel of(Density held, double scale);
  }

  /**
   * Makes some steps with the scales held, and draws the scales anew. The momentum and the uniform
   * number go on: they are independent of both. After the draw density and gradient are evaluated
   * once more.
   *
   * @param state as {@link #draw} or the last call returned it
   * @param moves what moves the pairs
   * @param steps at least 1
   * @param random the chain's own stream
   */
  public State step(State state, Moves moves, int steps, RandomGenerator random) {
    ContinuousKernel kernel = moves.of(held(state.scales()), Collections.min(state.scales()));
    ContinuousState pairs = state.pairs();
    for (int step = 0; step < steps; step++) {
      pairs = kernel.step(pairs, random).next();
    }
    List<Double> scales = prior.given(squares(pairs.position()), random);
    return new State(
        ContinuousState.of(held(scales), pairs.position(), pairs.momentum(), pairs.uniform()),
        scales);
  }

  /** Returns xᵀ Σ⁻¹ x of every pair. */
  private double[] squares(double[] position) {
    double[] gradient = unscaled.gradient(position);
    double[] squares = new double[unscaled.pairs()];
    Arrays.setAll(
        squares,
        k -> -position[2 * k] * gradient[2 * k] - position[2 * k + 1] * gradient[2 * k + 1]);
    return squares;
  }
}
