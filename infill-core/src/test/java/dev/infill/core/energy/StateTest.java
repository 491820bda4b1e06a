package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StateTest {
  @Test
  void isAValue() {
    int[] indices = {1, 2, 3};
    State state = State.of(indices);
    indices[0] = 9;
    state.toArray()[1] = 9;
    assertThat(state).isEqualTo(State.of(1, 2, 3)).hasSameHashCodeAs(State.of(1, 2, 3));
    assertThat(state).isNotEqualTo(State.of(1, 2, 4)).hasToString("[1, 2, 3]");
    assertThat(state.size()).isEqualTo(3);
  }

  @Test
  void changesByCopy() {
    State state = State.of(1, 2, 3);
    assertThat(state.with(1, 7)).isEqualTo(State.of(1, 7, 3));
    assertThat(state.get(1)).isEqualTo(2);
  }

  @Test
  void countsDifferences() {
    assertThat(State.of(1, 2, 3).hammingDistance(State.of(1, 0, 0))).isEqualTo(2);
    assertThatThrownBy(() -> State.of(1).hammingDistance(State.of(1, 2)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
