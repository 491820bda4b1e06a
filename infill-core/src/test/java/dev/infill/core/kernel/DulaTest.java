package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DulaTest {
  private static final double CONNECTIVITY = 0.1;
  private static final double BIAS = 0.2;

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 1.5, 6})
  void followsTheProposalAsItIs(double alpha) {
    for (ReferenceTarget target :
        List.of(ReferenceTarget.categories(3, 4, 3), ReferenceTarget.integers())) {
      DiscreteLangevin dula =
          DiscreteLangevin.dula(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha);
      ReferenceChain chain =
          ReferenceChain.unadjusted(
              target,
              ReferenceProposal.langevin(
                  target, GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha));
      List<List<Transition>> steps = KernelHarness.assertFollows(dula, chain, 0);
      assertThat(dula.isExact()).isFalse();
      assertThat(steps.stream().flatMap(List::stream)).allMatch(step -> step.info().accepted());
      assertThat(
              ReferenceChain.distance(
                  ReferenceChain.stationary(chain.matrix()), chain.targetProbabilities()))
          .as("it does not keep π")
          .isGreaterThan(0.01);
    }
  }

  /**
   * Theorem 5.1: ‖π_α − π‖₁ ≤ Z exp(−1/(2α) − λ_min/2) for π ∝ exp(θᵀWθ + bᵀθ). Its proof takes 1
   * for the smallest ‖θ − θ′‖², which {0, 1} has. W is {@code CONNECTIVITY} times the adjacency
   * matrix of a ring of four, whose smallest eigenvalue is −2.
   */
  @Test
  void biasOfTheBinaryIsingModelFallsAsTheoremFiveOneSays() {
    double[][] weights = new double[4][4];
    int[][] neighbours = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    for (int[] pair : neighbours) {
      weights[pair[0]][pair[1]] = CONNECTIVITY;
      weights[pair[1]][pair[0]] = CONNECTIVITY;
    }
    double[] bias = {BIAS, BIAS, BIAS, BIAS};
    assertBiasFalls(
        new LogQuadraticEnergy(Collections.nCopies(4, Ordinal.binary()), weights, bias), 1);
  }

  /** As above on {−1, +1}, where ‖θ − θ′‖² is at least 4, so the bias falls as exp(−4/(2α)). */
  @Test
  void biasOfTheSpinIsingModelFallsAsTheoremFiveOneSays() {
    assertBiasFalls(IsingEnergy.of(2, 2, CONNECTIVITY, BIAS), 4);
  }

  private static void assertBiasFalls(Energy energy, double smallestSquaredDistance) {
    Enumeration target = Enumeration.of(energy);
    double normalizer = Math.exp(target.logNormalizer());
    double smallestEigenvalue = -2 * CONNECTIVITY;
    double previous = Double.POSITIVE_INFINITY;
    double[] stepSizes = {2, 1.4, 1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.1};
    double[] biases = new double[stepSizes.length];
    for (int k = 0; k < stepSizes.length; k++) {
      double[] stationary = ReferenceChain.stationary(proposalMatrix(energy, target, stepSizes[k]));
      biases[k] = ReferenceChain.distance(stationary, target.probabilities());
      double bound = normalizer * Math.exp(-1 / (2 * stepSizes[k]) - smallestEigenvalue / 2);
      assertThat(biases[k]).as("bias at α = %s", stepSizes[k]).isLessThan(previous);
      assertThat(biases[k]).as("bias at α = %s", stepSizes[k]).isLessThan(bound);
      previous = biases[k];
    }
    int last = stepSizes.length - 1;
    double slope =
        Math.log(biases[last] / biases[last - 1]) / (1 / stepSizes[last] - 1 / stepSizes[last - 1]);
    assertThat(slope)
        .as("d log bias / d(1/α) as α → 0")
        .isCloseTo(-smallestSquaredDistance / 2, within(0.02 * smallestSquaredDistance));
  }

  /** The transition matrix of DULA as the proposal itself gives it. */
  private static double[][] proposalMatrix(Energy energy, Enumeration target, double alpha) {
    DiscreteLangevin dula =
        DiscreteLangevin.dula(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha);
    int size = target.space().size();
    double[][] matrix = new double[size][size];
    for (int from = 0; from < size; from++) {
      State state = target.space().state(from);
      for (int to = 0; to < size; to++) {
        matrix[from][to] =
            Math.exp(
                dula.logProposalProbability(Target.of(energy), state, target.space().state(to)));
      }
    }
    return matrix;
  }
}
