package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.continuous.Adam;
import dev.infill.evaluation.lab.continuous.RelaxedEnergy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Discrete Stein variational gradient descent (Han et al. 2020): particles on a {@link
 * RelaxedEnergy} that attract each other to where the surrogate ρ is large and repel each other,
 * weighted by ρ/p. <em>Approximate</em>: what finitely many particles come to rest at is not π, and
 * after the start nothing is random.
 *
 * <p>φ(yᵢ) = Σⱼ wⱼ (k(yⱼ, yᵢ) ∇ log ρ(yⱼ) + ∇_{yⱼ} k(yⱼ, yᵢ)), wⱼ ∝ ρ(yⱼ)/p(yⱼ) summing to one, k
 * the Gaussian kernel with the median heuristic; a step follows φ with {@link Adam}. Not
 * thread-safe.
 */
public final class SteinParticles implements Population {
  private static final double TINY = 1e-8;

  private final RelaxedEnergy energy;
  private final double[][] particles;
  private final List<Adam> optimizers;

  /**
   * Places the particles.
   *
   * @param energy the relaxed target
   * @param starts the states that they start at
   * @param learningRate of Adam, positive
   * @param random draws where in their orthants they are
   */
  public SteinParticles(
      RelaxedEnergy energy, List<State> starts, double learningRate, RandomGenerator random) {
    this.energy = energy;
    this.particles =
        starts.stream().map(start -> energy.draw(start, random)).toArray(double[][]::new);
    this.optimizers =
        starts.stream().map(start -> new Adam(energy.dimension(), learningRate)).toList();
  }

  /** Returns the states that the particles stand for. */
  @Override
  public List<State> states() {
    return Arrays.stream(particles).map(energy::state).toList();
  }

  @Override
  public void step() {
    double[] logWeights = new double[particles.length];
    List<double[]> scores = new ArrayList<>();
    for (int j = 0; j < particles.length; j++) {
      logWeights[j] = energy.logSurrogate(particles[j]) - energy.logDensity(particles[j]);
      scores.add(energy.gradient(particles[j]));
    }
    CategoricalDistribution weights = CategoricalDistribution.ofLogWeights(logWeights);
    double[][] squares = squaredDistances();
    double bandwidth = bandwidth(squares);
    double[][] directions = new double[particles.length][energy.dimension()];
    for (int i = 0; i < particles.length; i++) {
      for (int j = 0; j < particles.length; j++) {
        double kernel = Math.exp(weights.logProbability(j) - squares[i][j] / bandwidth);
        double[] score = scores.get(j);
        for (int k = 0; k < score.length; k++) {
          double away = 2 * (particles[i][k] - particles[j][k]) / bandwidth;
          directions[i][k] += kernel * (score[k] + away);
        }
      }
    }
    for (int i = 0; i < particles.length; i++) {
      optimizers.get(i).ascend(particles[i], directions[i]);
    }
  }

  private double[][] squaredDistances() {
    double[][] squares = new double[particles.length][particles.length];
    for (int i = 0; i < particles.length; i++) {
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int k = 0; k < particles[i].length; k++) {
          double difference = particles[i][k] - particles[j][k];
          sum += difference * difference;
        }
        squares[i][j] = sum;
        squares[j][i] = sum;
      }
    }
    return squares;
  }

  /** Returns h of k(x, y) = exp(−‖x − y‖²/h): the median of ‖x − y‖² over log(n + 1). */
  private static double bandwidth(double[][] squares) {
    double[] sorted = Arrays.stream(squares).flatMapToDouble(Arrays::stream).sorted().toArray();
    double median = sorted[sorted.length / 2];
    return Math.max(TINY, median / Math.log(squares.length + 1.0));
  }
}
