package dev.infill.evaluation.lab.continuous;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A distribution on two values per coordinate as one on ℝ^m (Han et al. 2020; the relaxation of
 * Grathwohl et al. 2021): p(y) ∝ N(y; 0, I) exp(U(Γ(y))), Γ(y)ᵢ the larger value where yᵢ &gt; 0
 * and the smaller elsewhere. Every orthant has the same mass under N(0, I), so that Γ(y) has the
 * distribution π. As p is flat in U but for jumps, proposals follow the gradient of the surrogate
 * ρ(y) ∝ N(y; 0, I) exp(U(Γ̃(y))), where Γ̃ goes from one value to the other as σ(y / T).
 *
 * <p>Langevin Monte Carlo on it is relaxed MALA, {@code rmala}: exact, as acceptance is that of p,
 * but the surrogate does not know where p jumps.
 */
public final class RelaxedEnergy implements Density {
  private final SmoothEnergy energy;
  private final List<Ordinal> domains;
  private final double temperature;

  /**
   * Creates the relaxation.
   *
   * @param energy U, two values per coordinate
   * @param temperature T, how soft Γ̃ is, positive
   * @throws IllegalArgumentException if a coordinate has not two values
   */
  public RelaxedEnergy(SmoothEnergy energy, double temperature) {
    this.energy = energy;
    this.domains = energy.domains().stream().map(RelaxedEnergy::twoValues).toList();
    this.temperature = temperature;
    if (!(temperature > 0)) {
      throw new IllegalArgumentException("a temperature must be positive, not " + temperature);
    }
  }

  private static Ordinal twoValues(Domain domain) {
    if (domain instanceof Ordinal ordinal && ordinal.size() == 2) {
      return ordinal;
    }
    throw new IllegalArgumentException("a relaxation needs two numbers per coordinate");
  }

  @Override
  public int dimension() {
    return domains.size();
  }

  /** Returns Γ(y). */
  public State state(double[] position) {
    int[] indices = new int[position.length];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = position[i] > 0 ? 1 : 0;
    }
    return State.of(indices);
  }

  /**
   * Draws y given Γ(y).
   *
   * @param state Γ(y)
   * @param random the source of its normal numbers
   */
  public double[] draw(State state, RandomGenerator random) {
    double[] position = new double[domains.size()];
    for (int i = 0; i < position.length; i++) {
      double magnitude = Math.abs(random.nextGaussian());
      position[i] = state.get(i) == 1 ? magnitude : -magnitude;
    }
    return position;
  }

  @Override
  public double logDensity(double[] position) {
    double[] values = new double[position.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = domains.get(i).value(position[i] > 0 ? 1 : 0);
    }
    return logBase(position) + energy.energyAt(values);
  }

  /** Returns log ρ(y), up to the constant of {@link #logDensity}, in nats. */
  public double logSurrogate(double[] position) {
    double[] values = new double[position.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = domains.get(i).first() + domains.get(i).stride() * soft(position[i]);
    }
    return logBase(position) + energy.energyAt(values);
  }

  /** Returns ∇ log ρ(y). */
  @Override
  public double[] gradient(double[] position) {
    double[] values = new double[position.length];
    double[] soft = new double[position.length];
    for (int i = 0; i < values.length; i++) {
      soft[i] = soft(position[i]);
      values[i] = domains.get(i).first() + domains.get(i).stride() * soft[i];
    }
    double[] gradient = energy.slopesAt(values);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] *= domains.get(i).stride() * soft[i] * (1 - soft[i]) / temperature;
      gradient[i] -= position[i];
    }
    return gradient;
  }

  private double soft(double y) {
    return 1 / (1 + Math.exp(-y / temperature));
  }

  private static double logBase(double[] position) {
    double sum = 0;
    for (double y : position) {
      sum -= y * y / 2;
    }
    return sum;
  }
}
