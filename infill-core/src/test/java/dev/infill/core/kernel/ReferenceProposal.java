package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The probabilities of all draws from a state, by plain enumeration. */
@FunctionalInterface
interface ReferenceProposal {
  /**
   * What is drawn.
   *
   * @param to θ′
   * @param order the coordinates in the order in which they were drawn; empty if all at once
   */
  record Draw(State to, List<Integer> order) {}

  Map<Draw, Double> from(State state);

  /** Returns g(t), written out from its name. */
  static double balanced(BalancingFunction balancing, double t) {
    return switch (balancing.label()) {
      case "sqrt" -> Math.sqrt(t);
      case "barker" -> t / (t + 1);
      case "power:1.0" -> t;
      default -> Math.pow(t, Double.parseDouble(balancing.label().substring("power:".length())));
    };
  }

  /**
   * DLP's eq. (1): for √t the normal density around θ + (α/2)∇U(θ) at every state of the product
   * space, in the preconditioned coordinates x/g of App. H; for another g, g of the linearised
   * difference times the distance term.
   */
  static ReferenceProposal langevin(
      ReferenceTarget target,
      GradientKind kind,
      BalancingFunction balancing,
      double alpha,
      double... g) {
    return state -> {
      Map<Draw, Double> weights = new HashMap<>();
      double[][] gradients = new double[state.size()][];
      for (int i = 0; i < gradients.length; i++) {
        gradients[i] = target.gradient(state, i, kind);
      }
      for (State to : target.space().states()) {
        double weight = 1;
        double exponent = 0;
        for (int i = 0; i < to.size(); i++) {
          double scale = g.length == 0 ? 1 : g[i];
          double[] gradient = gradients[i];
          double[] x = target.embedded(state, i);
          double[] y = target.embedded(to, i);
          double linear = 0;
          double distance = 0;
          for (int k = 0; k < x.length; k++) {
            linear += gradient[k] * (y[k] - x[k]);
            distance += (y[k] - x[k]) * (y[k] - x[k]) / (scale * scale);
            double residual = y[k] / scale - x[k] / scale - alpha / 2 * scale * gradient[k];
            exponent -= residual * residual / (2 * alpha);
          }
          weight *= balanced(balancing, Math.exp(linear)) * Math.exp(-distance / (2 * alpha));
        }
        boolean normal = balancing.equals(BalancingFunction.SQUARE_ROOT);
        weights.put(new Draw(to, List.of()), normal ? Math.exp(exponent) : weight);
      }
      double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
      weights.replaceAll((draw, weight) -> weight / sum);
      return weights;
    };
  }

  /** All ordered draws of up to {@code changes} pairs (i, v ≠ θᵢ) with different i. */
  static ReferenceProposal gibbsWithGradients(
      ReferenceTarget target, GradientKind kind, BalancingFunction balancing, int changes) {
    return state -> {
      double[][] weights = new double[state.size()][];
      for (int i = 0; i < weights.length; i++) {
        double[] gradient = target.gradient(state, i, kind);
        double[] x = target.embedded(state, i);
        weights[i] = new double[target.energy().domains().get(i).size()];
        for (int v = 0; v < weights[i].length; v++) {
          double[] y = target.embedded(state.with(i, v), i);
          double linear = 0;
          for (int k = 0; k < x.length; k++) {
            // A gradient of −∞ counts where something changes only.
            linear += y[k] == x[k] ? 0 : gradient[k] * (y[k] - x[k]);
          }
          weights[i][v] = v == state.get(i) ? 0 : balanced(balancing, Math.exp(linear));
        }
      }
      Map<Draw, Double> draws = new HashMap<>();
      extend(weights, new Draw(state, List.of()), 1, changes, draws);
      return draws;
    };
  }

  private static void extend(
      double[][] weights, Draw draw, double probability, int left, Map<Draw, Double> draws) {
    double total = 0;
    for (int i = 0; i < weights.length; i++) {
      for (int v = 0; !draw.order().contains(i) && v < weights[i].length; v++) {
        total += weights[i][v];
      }
    }
    if (left == 0 || total == 0) {
      draws.merge(draw, probability, Double::sum);
      return;
    }
    for (int i = 0; i < weights.length; i++) {
      for (int v = 0; !draw.order().contains(i) && v < weights[i].length; v++) {
        if (weights[i][v] > 0) {
          List<Integer> order = new ArrayList<>(draw.order());
          order.add(i);
          extend(
              weights,
              new Draw(draw.to().with(i, v), List.copyOf(order)),
              probability * weights[i][v] / total,
              left - 1,
              draws);
        }
      }
    }
  }

  /**
   * One coordinate from its conditional f, restricted to where U is finite: the given one, or any
   * with equal probability.
   */
  static ReferenceProposal conditional(ReferenceTarget target, int... coordinates) {
    return state -> {
      Map<Draw, Double> draws = new HashMap<>();
      for (int i : coordinates) {
        double[] weights = target.gradient(state, i, GradientKind.OWN_TERM).clone();
        double sum = 0;
        for (int v = 0; v < weights.length; v++) {
          boolean possible = target.logDensity(state.with(i, v)) > Double.NEGATIVE_INFINITY;
          weights[v] = possible ? Math.exp(weights[v]) : 0;
          sum += weights[v];
        }
        for (int v = 0; v < weights.length; v++) {
          if (weights[v] > 0) {
            draws.put(
                new Draw(state.with(i, v), List.of(i)), weights[v] / sum / coordinates.length);
          }
        }
      }
      return draws;
    };
  }

  /** Returns all sequences of so many different ones of 0 … size − 1. */
  static List<List<Integer>> orders(int size, int length) {
    if (length == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : orders(size, length - 1)) {
      for (int i = 0; i < size; i++) {
        if (!shorter.contains(i)) {
          List<Integer> longer = new ArrayList<>(shorter);
          longer.add(i);
          all.add(longer);
        }
      }
    }
    return all;
  }
}
