package dev.infill.evaluation.lab;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.sampler.KernelPopulation;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far from a target chains are found that are simulated, without their first fifth.
 *
 * @param chains how many
 * @param steps of each
 * @param streams their random numbers
 */
record SimulatedChains(int chains, int steps, Streams streams) {
  /** A chain that moves less often is not simulated: it would stay near its start. */
  private static final int FEWEST_MOVES = 50;

  /** Groups of chains that standard errors are from. */
  private static final int GROUPS = 10;

  /** Returns the L1 distance; NaN where chains hardly move. */
  Mean distance(DiscreteLangevin dula, Energy energy, Enumeration target, TransitionMatrix matrix) {
    if (matrix.moves() * steps < FEWEST_MOVES) {
      return new Mean(Double.NaN, Double.NaN);
    }
    double[][] visits = visits(dula, energy, target.space());
    double[] without =
        IntStream.range(0, GROUPS).mapToDouble(group -> distance(target, visits, group)).toArray();
    // The jackknife: what the distance is without each of the groups, which are independent.
    return new Mean(distance(target, visits, -1), (GROUPS - 1) * Mean.of(without).error());
  }

  /** Returns how often each group was at each state. */
  private double[][] visits(DiscreteLangevin dula, Energy energy, StateSpace space) {
    Population population =
        new KernelPopulation(
            energy, dula, streams.uniformStates(space.domains(), chains), streams.chains(chains));
    double[][] visits = new double[GROUPS][space.size()];
    population.steps(steps / 5);
    for (int step = steps / 5; step < steps; step++) {
      population.step();
      List<State> states = population.states();
      for (int chain = 0; chain < chains; chain++) {
        visits[chain % GROUPS][space.indexOf(states.get(chain))]++;
      }
    }
    return visits;
  }

  /** Returns the distance of all groups but one to the target; −1 leaves none out. */
  private static double distance(Enumeration target, double[][] visits, int without) {
    double[] frequencies = new double[target.space().size()];
    for (int group = 0; group < visits.length; group++) {
      for (int state = 0; state < frequencies.length; state++) {
        frequencies[state] += group == without ? 0 : visits[group][state];
      }
    }
    double all = Arrays.stream(frequencies).sum();
    return 2 * target.totalVariation(Arrays.stream(frequencies).map(n -> n / all).toArray());
  }
}
