package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import java.util.List;
import java.util.Optional;


/**
 * An energy on numbers ({@link Ordinal} domains) whose formula extends to all of ℝ^m: that is its
 * {@link Relaxation}.
 */
public interface SmoothEnergy extends ClosedFormEnergy {
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

  /** Returns the extension by {@link #slopesAt}; a gradient counts as one pass. */
  @Override
  default Optional<Relaxation> relaxation() {
    return Optional.of(
        ClosedFormRelaxation.of(
            point ->
                columns(
                    slopesAt(point.coordinates().stream().mapToDouble(x -> x.get(0)).toArray()))));
  }

  @Override
  default double energyAt(State state) {
    return energyAt(values(state));
  }

  @Override
  default double[][] gradientAt(State state) {
    return columns(slopesAt(values(state)));
  }

  /** Returns the numbers that a state stands for. */
  default double[] values(State state) {
    List<Domain> domains = domains();
    double[] values = new double[state.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ((Ordinal) domains.get(i)).value(state.get(i));
    }
    return values;
  }

  /** Returns ∇U as evaluations have it: one array per coordinate, of one slope. */
  static double[][] columns(double[] slopes) {
    double[][] gradient = new double[slopes.length][1];
    for (int i = 0; i < slopes.length; i++) {
      gradient[i][0] = slopes[i];
    }
    return gradient;
  }
}
