package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.State;
import dev.infill.core.kernel.ReferenceProposal.Draw;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.energy.TransitionMatrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The exact transition matrix of a chain on an enumerated target. */
final class ReferenceChain {
  private final ReferenceTarget target;
  private final StateSpace space;
  private final List<State> states;
  private final double[] stationary;
  private final double[][] matrix;
  private final List<Map<State, List<Double>>> acceptances = new ArrayList<>();

  private ReferenceChain(ReferenceTarget target) {
    this.target = target;
    this.space = target.space();
    this.states =
        space.states().stream()
            .filter(state -> target.logDensity(state) > Double.NEGATIVE_INFINITY)
            .toList();
    double[] density = states.stream().mapToDouble(s -> Math.exp(target.logDensity(s))).toArray();
    double sum = 0;
    for (double each : density) {
      sum += each;
    }
    this.stationary = new double[density.length];
    for (int k = 0; k < density.length; k++) {
      stationary[k] = density[k] / sum;
    }
    this.matrix = new double[density.length][density.length];
  }

  /** The proposal under Metropolis–Hastings (DLP, eq. 3), draw by draw. */
  static ReferenceChain metropolis(ReferenceTarget target, ReferenceProposal proposal) {
    return new ReferenceChain(target).filled(proposal, true);
  }

  /** The proposal, accepted always. */
  static ReferenceChain unadjusted(ReferenceTarget target, ReferenceProposal proposal) {
    return new ReferenceChain(target).filled(proposal, false);
  }

  private ReferenceChain filled(ReferenceProposal proposal, boolean adjusted) {
    List<Map<Draw, Double>> draws = states.stream().map(proposal::from).toList();
    for (int from = 0; from < states.size(); from++) {
      Map<State, List<Double>> accepted = new HashMap<>();
      for (Map.Entry<Draw, Double> entry : draws.get(from).entrySet()) {
        Draw draw = entry.getKey();
        int to = states.indexOf(draw.to());
        if (to < 0) {
          matrix[from][from] += entry.getValue();
          if (entry.getValue() > 0) {
            accepted.computeIfAbsent(draw.to(), key -> new ArrayList<>()).add(0.0);
          }
          continue;
        }
        double back = draws.get(to).getOrDefault(new Draw(states.get(from), draw.order()), 0.0);
        double ratio = stationary[to] * back / (stationary[from] * entry.getValue());
        double acceptance = adjusted && to != from ? Math.min(1, ratio) : 1;
        matrix[from][to] += entry.getValue() * acceptance;
        matrix[from][from] += entry.getValue() * (1 - acceptance);
        accepted.computeIfAbsent(draw.to(), key -> new ArrayList<>()).add(acceptance);
      }
      acceptances.add(accepted);
    }
    return this;
  }

  ReferenceTarget target() {
    return target;
  }

  StateSpace space() {
    return space;
  }

  /** Returns the number of a state of finite U. */
  int indexOf(State state) {
    int index = states.indexOf(state);
    assertThat(index).as("U is −∞ at %s", state).isNotNegative();
    return index;
  }

  /** Returns the states of finite U. */
  List<State> states() {
    return states;
  }

  double[] targetProbabilities() {
    return stationary;
  }

  double[][] matrix() {
    return matrix;
  }

  /** Returns the acceptance probability of a draw to θ′ that is nearest to a reported one. */
  OptionalDouble nearestAcceptance(int from, State to, double reported) {
    return acceptances.get(from).getOrDefault(to, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .reduce((a, b) -> Math.abs(a - reported) <= Math.abs(b - reported) ? a : b);
  }

  /** Says whether any proposal may be refused. */
  boolean rejects() {
    return acceptances.stream()
        .flatMap(accepted -> accepted.values().stream())
        .flatMap(List::stream)
        .anyMatch(acceptance -> acceptance < 1 - 1e-9);
  }

  /** Returns the stationary distribution of a transition matrix. */
  static double[] stationary(double[][] transition) {
    return TransitionMatrix.stationary(transition);
  }

  /** Returns Σ |pₖ − qₖ|. */
  static double distance(double[] p, double[] q) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += Math.abs(p[k] - q[k]);
    }
    return sum;
  }

  /** Returns p P. */
  static double[] step(double[] p, double[][] transition) {
    double[] next = new double[p.length];
    for (int from = 0; from < p.length; from++) {
      for (int to = 0; to < p.length; to++) {
        next[to] += p[from] * transition[from][to];
      }
    }
    return next;
  }
}
