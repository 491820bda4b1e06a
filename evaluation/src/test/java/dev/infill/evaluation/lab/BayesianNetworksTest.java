package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.BinaryNetwork;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samplers of networks against the exact posterior of one of 13 weights, 8,192 states. */
class BayesianNetworksTest {
  private static final int CHAINS = 1_000;
  private static final int STEPS = 200;

  private static final double[][] INPUTS = {
    {0.3, -1}, {1.2, 0.4}, {-0.6, 0.9}, {-1.1, -0.7}, {0.1, 1.4}
  };

  private static final BinaryNetwork ENERGY =
      BinaryNetwork.of(INPUTS, new double[] {0.2, 0.9, 0.6, 0.1, 0.8}, 3, 30);

  static List<LabSampler> exact() {
    return LabSamplers.ofNetworks().stream()
        .filter(sampler -> !sampler.label().contains("dula"))
        .toList();
  }

  /**
   * Chains that do not know of each other: the mean of U at their ends has a standard error of its
   * standard deviation / √1000.
   */
  @ParameterizedTest
  @MethodSource("exact")
  void exactSamplersMeetTheExactPosterior(LabSampler sampler) {
    assertThat(standardErrorsOff(sampler)).isLessThan(4);
  }

  /** So the test sees what is not exact. */
  @Test
  void largeStepsWithoutAcceptanceDoNot() {
    assertThat(standardErrorsOff(LabSamplers.dula(1, LabSamplers.SPINS))).isGreaterThan(10);
  }

  private static double standardErrorsOff(LabSampler sampler) {
    List<State> states = new StateSpace(ENERGY.domains()).states();
    double[] probabilities = Enumeration.of(ENERGY).probabilities();
    double exact = 0;
    double squares = 0;
    for (int k = 0; k < probabilities.length; k++) {
      double energy = ENERGY.energyAt(states.get(k));
      exact += probabilities[k] * energy;
      squares += probabilities[k] * energy * energy;
    }
    Streams streams = Streams.of(11);
    Population population =
        sampler
            .start()
            .begin(ENERGY, Collections.nCopies(CHAINS, states.get(0)), streams.chains(CHAINS));
    for (int step = 0; step < STEPS; step++) {
      population.step();
    }
    double mean =
        population.states().stream().mapToDouble(ENERGY::energyAt).average().orElseThrow();
    return Math.abs(mean - exact) / Math.sqrt((squares - exact * exact) / CHAINS);
  }
}
