package dev.infill.evaluation.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnnealedImportanceTest {
  private static final int VISIBLE = 30;
  private static final int HIDDEN = 10;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);

  private double[] normal(int length, double deviation) {
    return random.doubles(length).map(ignored -> deviation * random.nextGaussian()).toArray();
  }

  /**
   * Sums over the 2^10 states of the hidden units, given which the visible ones are independent.
   */
  private static double exact(double[][] weights, double[] hidden, double[] visible) {
    double[] logs = new double[1 << HIDDEN];
    for (int bits = 0; bits < logs.length; bits++) {
      double[] inputs = visible.clone();
      for (int k = 0; k < HIDDEN; k++) {
        if ((bits >> k & 1) == 1) {
          logs[bits] += hidden[k];
          for (int i = 0; i < inputs.length; i++) {
            inputs[i] += weights[k][i];
          }
        }
      }
      logs[bits] += Arrays.stream(inputs).map(x -> Math.log1p(Math.exp(x))).sum();
    }
    double largest = Arrays.stream(logs).max().orElseThrow();
    return largest + Math.log(Arrays.stream(logs).map(log -> Math.exp(log - largest)).sum());
  }

  /** The standard error says 1, whatever the others missed; the effective chains say why. */
  @Test
  void oneWeightThatIsAllOfTheSumIsOneChain() {
    AnnealedImportance estimate =
        AnnealedImportance.of(new Still(List.of(200.0, 0.0, 0.0, 0.0)), 4, 1, random);
    assertThat(estimate.effectiveChains()).isCloseTo(1, within(1e-9));
    assertThat(estimate.standardError()).isCloseTo(1, within(1e-9));
    AnnealedImportance even =
        AnnealedImportance.of(new Still(List.of(5.0, 5.0, 5.0, 5.0)), 4, 1, random);
    assertThat(even.effectiveChains()).isCloseTo(4, within(1e-9));
    assertThat(even.logNormalizer()).isCloseTo(5, within(1e-9));
  }

  /** Chains that stay, of which each ends with its own U. */
  private record Still(List<Double> ends) implements AnnealedImportance.Path<SmoothEnergy> {
    @Override
    public double logNormalizerAtStart() {
      return 0;
    }

    @Override
    public List<State> draw(int count, RandomGenerator random) {
      return IntStream.range(0, count).mapToObj(chain -> State.of(chain)).toList();
    }

    @Override
    public SmoothEnergy at(double beta) {
      return new SmoothEnergy() {
        @Override
        public List<Domain> domains() {
          return List.of(Ordinal.range(0, ends.size() - 1));
        }

        @Override
        public double energyAt(double[] values) {
          return beta * ends.get((int) values[0]);
        }

        @Override
        public double[] slopesAt(double[] values) {
          throw new AssertionError("chains that stay need none");
        }
      };
    }

    @Override
    public List<State> moved(SmoothEnergy energy, List<State> states, RandomGenerator random) {
      return states;
    }
  }

  /** Within 4 standard errors, which are small enough to refuse a wrong Z₀ or a step left out. */
  @Test
  void meetsTheExactNormalizer() {
    for (double strength : new double[] {0.1, 0.4}) {
      double[][] weights = new double[HIDDEN][];
      Arrays.setAll(weights, k -> normal(VISIBLE, strength));
      double[] hidden = normal(HIDDEN, 0.3);
      double[] visible = normal(VISIBLE, 0.5);
      AnnealedImportance estimate =
          AnnealedImportance.of(
              RestrictedBoltzmannMachine.of(weights, hidden, visible),
              normal(VISIBLE, 0.5),
              400,
              200,
              random);
      assertThat(estimate.standardError()).isBetween(1e-4, 0.05);
      assertThat(estimate.logNormalizer())
          .isCloseTo(exact(weights, hidden, visible), within(4 * estimate.standardError()));
    }
  }

  /** Of the machine that chains start from every weight is the same. */
  @Test
  void withoutWeightsItIsExact() {
    double[] bias = normal(VISIBLE, 1);
    AnnealedImportance estimate =
        AnnealedImportance.of(
            RestrictedBoltzmannMachine.of(new double[2][VISIBLE], new double[2], bias),
            bias,
            5,
            3,
            random);
    assertThat(estimate.standardError()).isCloseTo(0, within(1e-12));
    assertThat(estimate.logNormalizer())
        .isCloseTo(
            2 * Math.log(2) + Arrays.stream(bias).map(x -> Math.log1p(Math.exp(x))).sum(),
            within(1e-9));
  }

  /**
   * What is estimated as published is log Z + KL(p‖p₀), by enumeration of 2^8 states: further from
   * log Z than chance allows.
   */
  @Test
  void chainsOfTheMachineItselfAddADivergence() {
    int visible = 8;
    double[][] weights = new double[3][];
    Arrays.setAll(weights, k -> normal(visible, 1));
    double[] bias = normal(visible, 0.5);
    RestrictedBoltzmannMachine machine =
        RestrictedBoltzmannMachine.of(weights, normal(3, 0.3), normal(visible, 0.5));
    RestrictedBoltzmannMachine independent = RestrictedBoltzmannMachine.withoutHiddenUnits(bias);
    double[] probabilities = Enumeration.of(machine).probabilities();
    double logNormalizer = Double.NaN;
    double expected = independent.logNormalizerWithoutWeights();
    List<State> states = new StateSpace(machine.domains()).states();
    for (int k = 0; k < probabilities.length; k++) {
      State state = states.get(k);
      logNormalizer = machine.energyAt(state) - Math.log(probabilities[k]);
      expected += probabilities[k] * (machine.energyAt(state) - independent.energyAt(state));
    }
    AnnealedImportance estimate =
        AnnealedImportance.movedByTheMachineItself(machine, bias, 100, 20_000, random);
    // Chains are long: what is left is the error of 2,000,000 draws, and their variance halved.
    assertThat(estimate.logNormalizer()).isCloseTo(expected, within(0.01));
    assertThat(expected).isGreaterThan(logNormalizer + 0.1);
    AnnealedImportance correct = AnnealedImportance.of(machine, bias, 400, 200, random);
    assertThat(correct.logNormalizer())
        .isCloseTo(logNormalizer, within(4 * correct.standardError()));
  }

  @Test
  void whatCannotBeEstimatedIsRefused() {
    RestrictedBoltzmannMachine machine =
        RestrictedBoltzmannMachine.withoutHiddenUnits(normal(VISIBLE, 1));
    double[] bias = normal(VISIBLE, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnnealedImportance.of(machine, bias, 1, 5, random));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnnealedImportance.of(machine, bias, 2, 0, random));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> AnnealedImportance.movedByTheMachineItself(machine, new double[1], 2, 1, random));
  }
}
