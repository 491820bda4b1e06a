package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RestrictionTest {
  private static State draw(
      Predicate<State> part, List<CategoricalDistribution> coordinates, SplittableRandom random) {
    return new PredicateRestriction(part).draw(coordinates, random);
  }

  private static List<CategoricalDistribution> uniform(int coordinates, int values) {
    return Collections.nCopies(
        coordinates, CategoricalDistribution.ofLogWeights(new double[values]));
  }

  private static boolean isKnown(State state) {
    for (int i = 0; i < state.size(); i++) {
      if (state.get(i) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Of three different ones of three values, drawn with 1 : 2 : 5. */
  @Test
  void everyCoordinateIsDrawnByItsWeightsAmongWhatIsLeft() {
    double[] weights = {1, 2, 5};
    CategoricalDistribution each =
        CategoricalDistribution.ofLogWeights(new double[] {0, Math.log(2), Math.log(5)});
    SplittableRandom random = new SplittableRandom(1);
    int draws = 40_000;
    Map<State, Integer> counts = new HashMap<>();
    for (int k = 0; k < draws; k++) {
      State drawn =
          draw(
              state ->
                  (state.get(0) != state.get(1) || state.get(0) < 0)
                      && (state.get(1) != state.get(2) || state.get(1) < 0)
                      && (state.get(0) != state.get(2) || state.get(0) < 0),
              Collections.nCopies(3, each),
              random);
      counts.merge(drawn, 1, Integer::sum);
    }
    assertThat(counts).hasSize(6);
    counts.forEach(
        (state, count) -> {
          double probability =
              weights[state.get(0)] / 8 * weights[state.get(1)] / (8 - weights[state.get(0)]);
          assertThat((double) count / draws)
              .as("%s", state)
              .isCloseTo(
                  probability, within(5 * Math.sqrt(probability * (1 - probability) / draws)));
        });
  }

  @Test
  void whereNothingIsLeftTheOneBeforeIsDrawnAgain() {
    State only = State.of(3, 1, 4, 1);
    for (int seed = 0; seed < 20; seed++) {
      assertThat(
              draw(
                  state -> !isKnown(state) || state.equals(only),
                  uniform(4, 5),
                  new SplittableRandom(seed)))
          .isEqualTo(only);
    }
  }

  @Test
  void aPartThatIsEmptyIsRefused() {
    assertThatThrownBy(() -> draw(state -> !isKnown(state), uniform(3, 4), new SplittableRandom(2)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("nothing is in it");
  }

  @Test
  void aSearchThatTakesTooLongIsGivenUp() {
    assertThatThrownBy(
            () -> draw(state -> !isKnown(state), uniform(30, 1000), new SplittableRandom(2)))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void whatIsImpossibleIsNotDrawn() {
    CategoricalDistribution certain =
        CategoricalDistribution.ofLogWeights(new double[] {Double.NEGATIVE_INFINITY, 0});
    assertThatThrownBy(
            () -> draw(state -> state.get(0) != 1, List.of(certain), new SplittableRandom(2)))
        .isInstanceOf(InvalidInputException.class);
  }
}
