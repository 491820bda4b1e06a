package dev.infill.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.energy.BinaryNetwork;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.MinibatchEnergy;
import dev.infill.evaluation.lab.energy.StateSpace;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.LabSamplers;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
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
    return BayesianNetworks.samplers(5).stream()
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

  /** Whatever rows are drawn: on average U and slopes of all, and they themselves of as many. */
  @Test
  void minibatchesAreWithoutBias() {
    State state = new StateSpace(ENERGY.domains()).states().get(1234);
    double[] weights = ENERGY.values(state);
    double[] whole = ENERGY.slopesAt(weights);
    RandomGenerator random = Streams.of(5).root();
    assertThat(new MinibatchEnergy(ENERGY, 5, random).energyAt(weights))
        .isCloseTo(ENERGY.energyAt(weights), within(1e-12));
    assertThat(new MinibatchEnergy(ENERGY, 500, random).domains()).isEqualTo(ENERGY.domains());
    MinibatchEnergy pairs = new MinibatchEnergy(ENERGY, 2, random);
    int draws = 20_000;
    double[][] slopes = new double[draws][];
    Arrays.setAll(slopes, k -> pairs.slopesAt(weights));
    for (int i = 0; i < whole.length; i++) {
      int at = i;
      double[] each = Arrays.stream(slopes).mapToDouble(all -> all[at]).toArray();
      assertThat(Mean.of(each).value()).isCloseTo(whole[i], within(4 * Mean.of(each).error()));
      // Pairs without replacement: (1/2 − 1/5)·5/4 of the variance of single rows.
      double single = 0;
      for (int row = 0; row < 5; row++) {
        single += Math.pow(ENERGY.ofRows(row).slopesAt(weights)[i] - whole[i], 2) / 5;
      }
      assertThat(Math.pow(Mean.of(each).error(), 2) * draws)
          .isCloseTo(0.375 * single, withinPercentage(5));
    }
  }

  /** What the bias of minibatches is computed with is what the kernel proposes. */
  @Test
  void proposalsFlipWeightsAsTheKernelDoes() {
    DiscreteLangevin dula =
        DiscreteLangevin.dula(
            GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.1 * LabSamplers.SPINS.unit());
    Target target = Target.of(ENERGY);
    State state = new StateSpace(ENERGY.domains()).states().get(1234);
    double[] weights = ENERGY.values(state);
    double[] slopes = ENERGY.slopesAt(weights);
    double stays = dula.logProposalProbability(target, state, state);
    for (int i = 0; i < weights.length; i++) {
      double odds =
          dula.logProposalProbability(target, state, state.with(i, 1 - state.get(i))) - stays;
      assertThat(BayesianNetworks.flipped(weights[i], slopes[i]))
          .isCloseTo(1 / (1 + Math.exp(-odds)), within(1e-12));
    }
  }

  /** 500 rows of 455 would be all of them. */
  @Test
  void minibatchesHaveFewerRowsThanThereAre() {
    assertThat(BayesianNetworks.samplers(455).stream().map(LabSampler::label))
        .contains("dula 0.1 batch 10", "dula 0.1 batch 100")
        .doesNotContain("dula 0.1 batch 500");
    assertThat(BayesianNetworks.samplers(501).stream().map(LabSampler::label))
        .contains("dula 0.1 batch 500");
  }

  /** So the test sees what is not exact. */
  @Test
  void largeStepsWithoutAcceptanceDoNot() {
    assertThat(standardErrorsOff(LabSamplers.SPINS.of("dula 1"))).isGreaterThan(10);
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
        sampler.begin(ENERGY, Collections.nCopies(CHAINS, states.get(0)), streams.chains(CHAINS));
    for (int step = 0; step < STEPS; step++) {
      population.step();
    }
    double mean =
        population.states().stream().mapToDouble(ENERGY::energyAt).average().orElseThrow();
    return Math.abs(mean - exact) / Math.sqrt((squares - exact * exact) / CHAINS);
  }
}
