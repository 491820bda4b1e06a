package dev.infill.core.energy;

import java.util.List;

/** U(θ) of one state, log fᵢ(θᵢ | θ_\i) if the energy has such terms, and a gradient. Immutable. */
public final class Evaluation {
  /** The evaluation of all states outside the part of Θ that a target is restricted to. */
  static final Evaluation OUTSIDE =
      new Evaluation(Double.NEGATIVE_INFINITY, new double[0], new double[0][]);

  private final double energy;
  private final double[] logProbabilities;
  private final double[][] gradient;

  /**
   * Creates an evaluation; the arrays are taken over and must not be changed afterwards.
   *
   * @param energy U(θ), in nats, finite or −∞
   * @param logProbabilities log fᵢ(θᵢ | θ_\i) for each of the m coordinates, in nats; empty if the
   *     energy has no such terms
   * @param gradient m arrays, each of the coordinate's {@link Domain#gradientLength()}; empty for
   *     {@link GradientKind#NONE}
   */
  public Evaluation(double energy, double[] logProbabilities, double[][] gradient) {
    if (Double.isNaN(energy) || energy == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("an energy must be finite or −∞, not " + energy);
    }
    this.energy = energy;
    this.logProbabilities = logProbabilities;
    this.gradient = gradient;
  }

  /**
   * Sums the terms of an energy that is a sum ({@link Energy#isSum()}).
   *
   * @param state θ
   * @param conditionals one per coordinate, each at θ
   * @param gradient {@code NONE} or {@code OWN_TERM}
   */
  public static Evaluation ofTerms(
      State state, List<Conditional> conditionals, GradientKind gradient) {
    double energy = 0;
    double[] logProbabilities = new double[conditionals.size()];
    for (int i = 0; i < logProbabilities.length; i++) {
      energy += conditionals.get(i).term(state.get(i));
      logProbabilities[i] = conditionals.get(i).logProbability(state.get(i));
    }
    double[][] rows =
        gradient == GradientKind.NONE
            ? new double[0][]
            : conditionals.stream().map(Conditional::ownTerm).toArray(double[][]::new);
    return new Evaluation(energy, logProbabilities, rows);
  }

  /** Returns U(θ) in nats. */
  public double energy() {
    return energy;
  }

  /** Returns log fᵢ(θᵢ | θ_\i) for each coordinate in nats, a copy; empty if there are none. */
  public double[] logProbabilities() {
    return logProbabilities.clone();
  }

  /** Says whether there is a gradient. */
  public boolean hasGradient() {
    return gradient.length > 0;
  }

  /** Returns ∇U(θ)ᵢ; not to be changed. */
  public double[] gradient(int coordinate) {
    return gradient[coordinate];
  }

  /**
   * Returns this evaluation with U + V in place of U; gradient and probabilities stay.
   *
   * @param added V(θ) in nats, finite
   */
  public Evaluation plus(double added) {
    return new Evaluation(energy + added, logProbabilities, gradient);
  }
}
