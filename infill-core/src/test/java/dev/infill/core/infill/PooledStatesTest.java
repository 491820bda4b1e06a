package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PooledStatesTest {
  private static final State A = State.of(0);
  private static final State B = State.of(1);
  private static final State C = State.of(2);

  @Test
  void standardErrorComparesChains() {
    PooledStates pool =
        new PooledStates(List.of(List.of(A, A, B, B), List.of(A, B, B, C), List.of(A, A, A, B)));

    assertThat(pool.share(A)).isEqualTo(0.5);
    // Shares 1/2, 1/4 and 3/4: √((0 + 1/16 + 1/16) / (3 · 2)).
    assertThat(pool.shareStandardError(A).orElseThrow())
        .isCloseTo(Math.sqrt(0.125 / 6), within(1e-15));
    assertThat(pool.distinct()).containsExactly(A, B, C);
    assertThat(pool.share(State.of(7))).isZero();
  }

  @Test
  void singleChainIsCutIntoBatches() {
    // 18 states: 2 left over at the front, then 4 batches of 4 whose shares of A are 1, ½, 0, ½.
    PooledStates pool =
        new PooledStates(List.of(List.of(B, B, A, A, A, A, A, A, B, B, B, B, B, B, B, A, B, A)));

    assertThat(pool.shareStandardError(A).orElseThrow())
        .isCloseTo(Math.sqrt((0.25 + 0.25) / (4 * 3)), within(1e-15));
  }

  @Test
  void tooShortSingleChainTellsNoStandardError() {
    assertThat(new PooledStates(List.of(repeated(A, 15))).shareStandardError(A)).isEmpty();
    assertThat(new PooledStates(List.of(repeated(A, 16))).shareStandardError(A)).hasValue(0);
  }

  @Property(seed = "20", tries = 200)
  void oneStateAChainIsBinomial(
      @ForAll @Size(min = 2, max = 60) List<@IntRange(max = 2) Integer> last) {
    PooledStates pool =
        new PooledStates(last.stream().map(index -> List.of(State.of(index))).toList());
    double share = pool.share(A);

    assertThat(share)
        .isEqualTo((double) last.stream().filter(index -> index == 0).count() / last.size());
    assertThat(pool.shareStandardError(A).orElseThrow())
        .isCloseTo(Math.sqrt(share * (1 - share) / (last.size() - 1)), within(1e-12));
  }

  private static List<State> repeated(State state, int times) {
    return IntStream.range(0, times).mapToObj(k -> state).toList();
  }
}
