package dev.infill.core.lab;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The extension of a function that is known at every state: multilinear in one-hot vectors, a
 * polynomial in numbers. A gradient takes a sum over all states, so it is for few of them.
 *
 * @param space all states
 * @param supported which gradients there are
 * @param values what is extended
 * @param passesPerGradient as which many passes a gradient counts
 */
record TabulatedRelaxation(
    StateSpace space, Predicate<GradientKind> supported, Values values, int passesPerGradient)
    implements Relaxation {
  /** What the gradient's entries at a coordinate are the slopes of. */
  @FunctionalInterface
  interface Values {
    /** Returns U(θ), or hᵢ(θᵢ | θ_\i) of the coordinate for own terms. */
    double at(State state, int coordinate, GradientKind gradient);
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return supported.test(gradient);
  }

  @Override
  public List<double[][]> gradients(List<RelaxedState> points, GradientKind gradient) {
    if (!supports(gradient)) {
      throw new UnsupportedOperationException("no gradient of the kind " + gradient);
    }
    return points.stream().map(point -> gradient(point, gradient)).toList();
  }

  private double[][] gradient(RelaxedState point, GradientKind kind) {
    List<Domain> domains = space.domains();
    List<double[]> weights =
        IntStream.range(0, domains.size())
            .mapToObj(i -> Interpolation.weights(domains.get(i), point.get(i)))
            .toList();
    double[][] gradient = new double[domains.size()][];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = Interpolation.gradient(domains.get(i), along(weights, i, kind), point.get(i));
    }
    return gradient;
  }

  /** Returns, for every value of a coordinate, the extension in the others. */
  private double[] along(List<double[]> weights, int coordinate, GradientKind kind) {
    double[] sums = new double[space.domains().get(coordinate).size()];
    for (State state : space.states()) {
      double weight = 1;
      for (int j = 0; j < state.size(); j++) {
        weight *= j == coordinate ? 1 : weights.get(j)[state.get(j)];
      }
      if (weight != 0) {
        sums[state.get(coordinate)] += weight * values.at(state, coordinate, kind);
      }
    }
    return sums;
  }
}
