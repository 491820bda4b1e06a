package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import java.util.List;

/** A formula of numbers: a state has the U and ∇U of its values. */
interface NumbersEnergy extends ClosedFormEnergy, SmoothEnergy {
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
