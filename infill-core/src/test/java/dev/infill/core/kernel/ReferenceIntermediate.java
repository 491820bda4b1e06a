package dev.infill.core.kernel;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ReferenceProposal.Draw;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Continuous intermediates by arithmetic of their own: θᶜ of every state, with dense vectors, and
 * the threshold of the simplex by bisection.
 *
 * @param target U
 * @param kind the gradient
 * @param form how θᶜ is found
 * @param alpha0 α₀
 */
record ReferenceIntermediate(
    ReferenceTarget target, GradientKind kind, IntermediateForm form, double alpha0) {
  /** Returns θᶜ. */
  double[][] of(State state) {
    double[][] point = new double[state.size()][];
    for (int i = 0; i < point.length; i++) {
      double[] raw = target.embedded(state, i);
      double[] gradient = target.gradient(state, i, kind);
      Domain domain = target.energy().domains().get(i);
      int at = state.get(i);
      if (domain instanceof Ordinal ordinal) {
        double last = ordinal.first() + ordinal.stride() * (ordinal.size() - 1.0);
        raw[0] = Math.min(last, Math.max(ordinal.first(), raw[0] + alpha0 / 2 * gradient[0]));
      } else if (form == IntermediateForm.ACTIVE_COORDINATE) {
        raw[at] = Math.min(1, Math.max(0, 1 + alpha0 / 2 * gradient[at]));
      } else {
        for (int v = 0; v < raw.length; v++) {
          raw[v] += alpha0 / 2 * gradient[v];
        }
        raw = simplex(raw);
      }
      point[i] = raw;
    }
    return point;
  }

  static double[] simplex(double[] y) {
    double low = -1e3;
    double high = 1e3;
    for (int round = 0; round < 200; round++) {
      double threshold = (low + high) / 2;
      double sum = 0;
      for (double component : y) {
        sum += Math.max(0, component - threshold);
      }
      if (sum > 1) {
        low = threshold;
      } else {
        high = threshold;
      }
    }
    double[] weights = new double[y.length];
    for (int v = 0; v < y.length; v++) {
      weights[v] = Math.max(0, y[v] - high);
    }
    return weights;
  }

  /** Proposals around θᶜ: for √t cDLS's normal density, eq. 8, at every state. */
  ReferenceProposal langevin(BalancingFunction balancing, double alpha) {
    return state -> {
      double[][] from = of(state);
      double[][] gradient = gradientAt(from);
      Map<Draw, Double> weights = new HashMap<>();
      for (State to : target.space().states()) {
        double logNormal = 0;
        double weight = 1;
        for (int i = 0; i < from.length; i++) {
          double linear = 0;
          double distance = 0;
          double[] y = target.embedded(to, i);
          for (int k = 0; k < y.length; k++) {
            double residual = y[k] - from[i][k] - alpha / 2 * gradient[i][k];
            logNormal -= residual * residual / (2 * alpha);
            linear += gradient[i][k] * (y[k] - from[i][k]);
            distance += (y[k] - from[i][k]) * (y[k] - from[i][k]);
          }
          weight *=
              ReferenceProposal.balanced(balancing, Math.exp(linear))
                  * Math.exp(-distance / (2 * alpha));
        }
        boolean normal = balancing.equals(BalancingFunction.SQUARE_ROOT);
        weights.put(new Draw(to, List.of()), normal ? Math.exp(logNormal) : weight);
      }
      double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
      weights.replaceAll((draw, weight) -> weight / sum);
      return weights;
    };
  }

  /** Pairs (i, v ≠ θᵢ) with weights of the gradient at θᶜ (App. D). */
  ReferenceProposal gibbsWithGradients(BalancingFunction balancing, int changes) {
    ReferenceTarget atIntermediate =
        new ReferenceTarget(
            target.sampled(),
            target.density(),
            (state, i, same) -> gradientAt(of(state))[i],
            target.relaxed());
    return ReferenceProposal.gibbsWithGradients(atIntermediate, kind, balancing, changes);
  }

  private double[][] gradientAt(double[][] point) {
    double[][] gradient = new double[point.length][];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = target.relaxed().at(point, i, kind);
    }
    return gradient;
  }
}
