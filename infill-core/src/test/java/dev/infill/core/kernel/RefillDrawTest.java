package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where chains start that are drawn blank after blank, against all ways to draw them. */
class RefillDrawTest {
  private static final int DRAWS = 40_000;

  /** Of 11 degrees of freedom; what is right is refused once in 1,000 seeds. */
  private static final double CHI_SQUARE_OF_11 = 31.26;

  private static final List<List<Integer>> ORDERS =
      List.of(
          List.of(0, 1, 2),
          List.of(0, 2, 1),
          List.of(1, 0, 2),
          List.of(1, 2, 0),
          List.of(2, 0, 1),
          List.of(2, 1, 0));

  private final Energy energy =
      TabulatedConditionals.of(
          List.of(new Categorical(3), new Categorical(2), new Categorical(2)),
          (state, i) ->
              1.7 * Math.sin(1 + i + 2.3 * state.get(i) + 1.1 * state.get((i + 1) % 3))
                  + (state.get(0) == state.get(1) + state.get(2) ? 1.5 : 0));

  private final StateSpace space = new StateSpace(energy.domains());

  /** A way to come to a state, with its probability and importance. */
  private record Way(int state, double probability, double weight) {}

  private List<Way> ways() {
    List<Way> ways = new ArrayList<>();
    for (int number = 0; number < space.size(); number++) {
      State state = space.state(number);
      double value = energy.evaluate(List.of(state), GradientKind.NONE).get(0).energy();
      for (List<Integer> order : ORDERS) {
        double log = 0;
        State known = State.of(Energy.MASKED, Energy.MASKED, Energy.MASKED);
        for (int i : order) {
          CategoricalDistribution f = energy.conditionals(List.of(known), new int[] {i}).get(0);
          log += f.logProbability(state.get(i));
          known = known.with(i, state.get(i));
        }
        ways.add(new Way(number, Math.exp(log) / ORDERS.size(), Math.exp(value - log)));
      }
    }
    return ways;
  }

  /** Returns the distribution of one of so many tries, by enumeration of all of them together. */
  private double[] expected(int tries) {
    double[] expected = new double[space.size()];
    List<Way> ways = ways();
    add(expected, ways, new Way[tries], 0, 1);
    return expected;
  }

  private static void add(
      double[] sums, List<Way> ways, Way[] drawn, int next, double probability) {
    if (next == drawn.length) {
      double total = Arrays.stream(drawn).mapToDouble(Way::weight).sum();
      for (Way way : drawn) {
        sums[way.state] += probability * way.weight / total;
      }
      return;
    }
    for (Way way : ways) {
      drawn[next] = way;
      add(sums, ways, drawn, next + 1, probability * way.probability);
    }
  }

  private double chiSquare(int tries, double[] expected) {
    SplittableRandom random = new SplittableRandom(20 + tries);
    int[] counts = new int[space.size()];
    for (State state :
        Batcher.together(
            batcher ->
                IntStream.range(0, DRAWS)
                    .mapToObj(k -> Refill.draw(energy, tries, random.split(), batcher))
                    .toList())) {
      counts[space.indexOf(state)]++;
    }
    return IntStream.range(0, counts.length)
        .mapToDouble(k -> Math.pow(counts[k] - DRAWS * expected[k], 2) / (DRAWS * expected[k]))
        .sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void statesAreAsLikelyAsByEnumeration(int tries) {
    double[] expected = expected(tries);

    assertThat(Arrays.stream(expected).sum()).isCloseTo(1, within(1e-9));
    assertThat(chiSquare(tries, expected)).isLessThan(CHI_SQUARE_OF_11);
  }

  /** The test above refuses what leaves the weights out. */
  @Test
  void whatIsNotWeighedIsRefused() {
    assertThat(chiSquare(3, expected(1))).isGreaterThan(10 * CHI_SQUARE_OF_11);
  }

  @Test
  void theMoreTriesTheNearerToTheTarget() {
    double[] target = Enumeration.of(energy).probabilities();

    double one = distance(expected(1), target);
    double two = distance(expected(2), target);
    double three = distance(expected(3), target);

    assertThat(two).isLessThan(0.8 * one);
    assertThat(three).isLessThan(two);
  }

  private static double distance(double[] one, double[] other) {
    return IntStream.range(0, one.length).mapToDouble(k -> Math.abs(one[k] - other[k])).sum() / 2;
  }

  @Test
  void passesAreThoseOfTheDrawsAndOfTheirWeights() {
    assertThat(Refill.passesToDraw(energy, 1)).isEqualTo(3);
    assertThat(Refill.passesToDraw(energy, 4)).isEqualTo(4 * (3 + 3));
  }
}
