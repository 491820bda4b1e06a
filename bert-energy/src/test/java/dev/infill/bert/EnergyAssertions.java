package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Energies of texts with three blanks against {@link PlainEnergy} and its differences. */
final class EnergyAssertions {
  private static final double TOLERANCE = 5e-5;

  private EnergyAssertions() {}

  static void assertStates(Energy energy, TokenSet candidates, PlainEnergy expected) {
    Random random = new Random(candidates.size());
    List<State> states =
        Stream.generate(() -> State.of(random.ints(3, 0, candidates.size()).toArray()))
            .limit(2)
            .toList();
    List<Evaluation> evaluations = energy.evaluate(states, GradientKind.EXACT);
    double largestCrossTerm = 0;
    for (int s = 0; s < states.size(); s++) {
      int[] tokens = Arrays.stream(states.get(s).toArray()).map(candidates::id).toArray();
      Evaluation evaluation = evaluations.get(s);
      double[][] gradient = expected.gradient(tokens);
      assertThat(evaluation.energy()).isCloseTo(expected.energy(tokens), within(TOLERANCE));
      for (int i = 0; i < 3; i++) {
        double[] own = expected.logProbabilities(i, tokens);
        assertThat(evaluation.logProbabilities()[i])
            .isCloseTo(expected.logProbabilities(i, tokens)[tokens[i]], within(TOLERANCE));
        for (int k = 0; k < candidates.size(); k++) {
          int v = candidates.id(k);
          assertThat(evaluation.gradient(i)[k]).isCloseTo(gradient[i][v], within(TOLERANCE));
          largestCrossTerm = Math.max(largestCrossTerm, Math.abs(gradient[i][v] - own[v]));
        }
      }
    }
    assertThat(largestCrossTerm).as("a cross term that matters").isGreaterThan(1e3 * TOLERANCE);
  }

  /** Of a model in fewer bits, whose activations and gradients have roundings of their own. */
  static void assertNear(
      Energy energy, TokenSet candidates, PlainEnergy expected, double tolerance, int... state) {
    int[] tokens = Arrays.stream(state).map(candidates::id).toArray();
    Evaluation evaluation = energy.evaluate(List.of(State.of(state)), GradientKind.EXACT).get(0);
    double[][] gradient = expected.gradient(tokens);
    assertThat(evaluation.energy()).isCloseTo(expected.energy(tokens), within(tolerance));
    for (int i = 0; i < tokens.length; i++) {
      for (int k = 0; k < candidates.size(); k++) {
        assertThat(evaluation.gradient(i)[k])
            .isCloseTo(gradient[i][candidates.id(k)], within(tolerance));
      }
    }
  }

  static void assertBetweenStates(
      Energy energy, TokenSet candidates, PlainEnergy expected, int size) {
    Random random = new Random(7);
    RelaxedState point =
        new RelaxedState(
            IntStream.range(0, 3)
                .mapToObj(
                    i ->
                        SparseVector.of(
                            candidates.size(),
                            random
                                .ints(0, candidates.size())
                                .distinct()
                                .limit(3)
                                .sorted()
                                .toArray(),
                            random.doubles(3, 0.05, 1).toArray()))
                .toList());
    double[][] weights = new double[3][size];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < candidates.size(); k++) {
        weights[i][candidates.id(k)] = point.get(i).get(k);
      }
    }
    double[][] gradient = expected.gradient(weights);
    double[][] actual =
        energy.relaxation().orElseThrow().gradients(List.of(point), GradientKind.EXACT).get(0);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < candidates.size(); k++) {
        assertThat(actual[i][k]).isCloseTo(gradient[i][candidates.id(k)], within(TOLERANCE));
      }
    }
  }
}
