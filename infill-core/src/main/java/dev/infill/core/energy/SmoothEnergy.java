package dev.infill.core.energy;

import java.util.List;
import java.util.Optional;

/**
 * An energy on numbers ({@link Ordinal} domains), by a formula that holds on all of ℝ^m. An
 * implementation writes U(x) and ∇U(x) alone, and every sampler works with it. The conditionals are
 * those of exp(U).
 */
public interface SmoothEnergy extends Energy {
  /**
   * Returns U(x), in nats.
   *
   * @param values x, of length m
   */
  double energyAt(double[] values);

  /**
   * Returns ∇U(x), of length m.
   *
   * @param values x, of length m
   */
  double[] slopesAt(double[] values);

  /** Returns U of a state, in nats. */
  default double energyAt(State state) {
    return energyAt(values(state));
  }

  /** Returns the numbers of a state. */
  default double[] values(State state) {
    List<Domain> domains = domains();
    double[] values = new double[state.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ((Ordinal) domains.get(i)).value(state.get(i));
    }
    return values;
  }

  /** Returns U(x) with ∇U(x); an implementation may have both in one pass. */
  default Evaluation evaluationAt(double[] values) {
    return new Evaluation(energyAt(values), new double[0], columns(slopesAt(values)));
  }

  @Override
  default List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("no own terms: U is not a sum of conditionals");
    }
    return states.stream()
        .map(
            state ->
                gradient == GradientKind.EXACT
                    ? evaluationAt(values(state))
                    : new Evaluation(energyAt(state), new double[0], new double[0][]))
        .toList();
  }

  /** Returns ∇U at points between states, in the form of {@link Relaxation#gradients}. */
  default List<double[][]> gradientsAt(List<RelaxedState> points) {
    return points.stream()
        .map(point -> point.coordinates().stream().mapToDouble(x -> x.get(0)).toArray())
        .map(values -> columns(slopesAt(values)))
        .toList();
  }

  /** Returns the extension by the same formula. */
  @Override
  default Optional<Relaxation> relaxation() {
    return Optional.of(new Between(this));
  }

  /** Returns ∇U in the form of evaluations: one array of one slope for each coordinate. */
  static double[][] columns(double[] slopes) {
    double[][] gradient = new double[slopes.length][1];
    for (int i = 0; i < slopes.length; i++) {
      gradient[i][0] = slopes[i];
    }
    return gradient;
  }

  /**
   * The formula between states; a gradient counts as one pass.
   *
   * @param energy the formula
   */
  record Between(SmoothEnergy energy) implements Relaxation {
    @Override
    public boolean supports(GradientKind gradient) {
      return gradient == GradientKind.EXACT;
    }

    @Override
    public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
      if (!supports(gradient)) {
        throw new UnsupportedOperationException("no own terms: U is not a sum of conditionals");
      }
      return energy.gradientsAt(points);
    }

    @Override
    public int passesPerGradient() {
      return 1;
    }
  }
}
