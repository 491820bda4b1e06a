package dev.infill.core.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnumerationTest {
  private final StateSpace space =
      new StateSpace(List.of(new Categorical(3), Ordinal.spin(), new Categorical(7)));

  @Test
  void numbersEveryStateOnce() {
    assertThat(space.size()).isEqualTo(42);
    assertThat(space.states()).hasSize(42).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 42).map(k -> space.indexOf(space.state(k))))
        .isEqualTo(IntStream.range(0, 42).boxed().toList());
    assertThat(space.state(1)).isEqualTo(State.of(0, 0, 1));
  }

  @Test
  void statesOfOtherSpacesAreRefused() {
    for (State state : List.of(State.of(0, 0), State.of(3, 0, 0), State.of(0, 0, -1))) {
      assertThatThrownBy(() -> space.indexOf(state)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new StateSpace(Collections.nCopies(21, Ordinal.binary())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void probabilitiesAreExpOfUOverZ() {
    Enumeration target =
        Enumeration.of(
            TabulatedEnergy.of(
                space.domains(),
                s ->
                    s.equals(State.of(1, 1, 1))
                        ? Double.NEGATIVE_INFINITY
                        : Math.log(1 + s.get(2))));
    // Σ (1 + v) over 7 values is 28, six times, less the one of weight 2 that is left out.
    assertThat(target.logNormalizer()).isCloseTo(Math.log(6 * 28 - 2), within(1e-12));
    assertThat(target.probability(space.indexOf(State.of(0, 0, 4))))
        .isCloseTo(5.0 / 166, within(1e-14));
    assertThat(target.probability(space.indexOf(State.of(1, 1, 1)))).isZero();
    assertThat(IntStream.range(0, 42).mapToDouble(target::probability).sum())
        .isCloseTo(1, within(1e-13));
    assertThat(target.probabilities()[5]).isEqualTo(target.probability(5));
    assertThat(target.energy(3)).isEqualTo(Math.log(4));
  }

  @Test
  void totalVariationIsHalfTheDistance() {
    Enumeration uniform = Enumeration.of(TabulatedEnergy.of(List.of(new Categorical(4)), s -> 2.5));
    assertThat(uniform.totalVariation(uniform.probabilities())).isZero();
    assertThat(uniform.totalVariation(new double[] {1, 0, 0, 0})).isCloseTo(0.75, within(1e-15));
    assertThatThrownBy(() -> uniform.totalVariation(new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
