package dev.infill.core.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class PooledStatesTest {
  private static final State A = State.of(0);
  private static final State B = State.of(1);
  private static final State C = State.of(2);
  private static final State D = State.of(3);

  @Test
  void statesAreCounted() {
    PooledStates pool =
        new PooledStates(
            List.of(List.of(A, A, B, B), List.of(A, B, B, C), List.of(A, A, B, B)), List.of(D, A));

    assertThat(pool.visits(A)).isEqualTo(5);
    assertThat(pool.visits(State.of(7))).isZero();
    assertThat(pool.distinct()).containsExactly(B, A, C, D);
    assertThat(pool.visits(D)).isZero();
    assertThat(pool.distinctVisited()).isEqualTo(3);
    assertThat(pool.all()).hasSize(12).startsWith(A, A, B, B, A);
  }
}
