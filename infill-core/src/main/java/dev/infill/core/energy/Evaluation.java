package dev.infill.core.energy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What an {@link Energy} says of one state: U(θ), log fᵢ(θᵢ | θ_\i) where the energy has such
 * terms, and the gradient that was asked for. Immutable.
 */
public final class Evaluation {
  private final double energy;
  private final double[] logProbabilities;
  private final double[][] gradient;
  private final Optional<RelaxedState> gradientPoint;

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
    this(energy, logProbabilities, gradient, Optional.empty());
  }

  private Evaluation(
      double energy,
      double[] logProbabilities,
      double[][] gradient,
      Optional<RelaxedState> gradientPoint) {
    if (Double.isNaN(energy) || energy == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("an energy must be finite or −∞, not " + energy);
    }
    this.energy = energy;
    this.logProbabilities = logProbabilities;
    this.gradient = gradient;
    this.gradientPoint = gradientPoint;
  }

  /**
   * Sums the terms of an energy that has such ({@link Energy#terms()}).
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

  /** Says whether a gradient was evaluated. */
  public boolean hasGradient() {
    return gradient.length > 0;
  }

  /**
   * Returns one entry of ∇U(θ)ᵢ.
   *
   * @param coordinate i
   * @param entry 0 ≤ entry &lt; the domain's {@link Domain#gradientLength()}
   */
  public double gradient(int coordinate, int entry) {
    return gradient[coordinate][entry];
  }

  /**
   * Returns the first-order estimate ∇U(θ)ᵢ · (x(to) − x(from)).
   *
   * @param domain Θᵢ
   * @param coordinate i
   * @param from the index of θᵢ
   * @param to the index of the proposed value
   */
  public double firstOrderDifference(Domain domain, int coordinate, int from, int to) {
    return domain.firstOrderDifference(gradient[coordinate], from, to);
  }

  /**
   * Returns the first-order estimate from where the gradient was taken, ∇U(c)ᵢ · (x(to) − c).
   *
   * @param domain Θᵢ
   * @param coordinate i
   * @param from c, such as {@link #gradientPoint()}'s coordinate
   * @param to the index of the proposed value
   */
  public double firstOrderDifference(Domain domain, int coordinate, SparseVector from, int to) {
    return domain.product(gradient[coordinate], to) - from.dot(gradient[coordinate]);
  }

  /**
   * Returns this evaluation for the target π^(1/T): U and gradient divided by T, the probabilities
   * as they are.
   *
   * @param temperature T, positive
   */
  public Evaluation tempered(double temperature) {
    double[][] scaled = new double[gradient.length][];
    for (int i = 0; i < gradient.length; i++) {
      scaled[i] = Arrays.stream(gradient[i]).map(entry -> entry / temperature).toArray();
    }
    return new Evaluation(energy / temperature, logProbabilities, scaled, gradientPoint);
  }

  /**
   * Returns this evaluation of U + V: gradient and probabilities as they are.
   *
   * @param added V(θ) in nats, finite
   */
  public Evaluation plus(double added) {
    return new Evaluation(energy + added, logProbabilities, gradient, gradientPoint);
  }

  /**
   * Returns this evaluation with the gradient at another point, such as the continuous intermediate
   * θᶜ of cDLS; U stays that of θ.
   *
   * @param point where the gradient was taken
   * @param gradientThere ∇U at the point, taken over
   */
  public Evaluation withGradientAt(RelaxedState point, double[][] gradientThere) {
    return new Evaluation(energy, logProbabilities, gradientThere, Optional.of(point));
  }

  /** Returns where the gradient was taken; empty if that is θ itself. */
  public Optional<RelaxedState> gradientPoint() {
    return gradientPoint;
  }

  /**
   * Returns a point on the way up from θ: x(θ) + s ∇U(θ).
   *
   * @param domain Θᵢ
   * @param coordinate i
   * @param index the index of θᵢ
   * @param scale s
   * @return a fresh array of the domain's {@link Domain#gradientLength()}
   */
  public double[] uphill(Domain domain, int coordinate, int index, double scale) {
    double[] point = new double[domain.gradientLength()];
    SparseVector here = domain.embedded(index);
    for (int k = 0; k < point.length; k++) {
      point[k] = here.get(k) + scale * gradient[coordinate][k];
    }
    return point;
  }
}
