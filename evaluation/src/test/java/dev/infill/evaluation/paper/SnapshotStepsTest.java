package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SnapshotStepsTest {
  @Test
  void fiftySteps() {
    assertThat(SnapshotSteps.of(50, 50))
        .containsExactly(0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 22, 29, 39, 50);
  }

  @Property
  void fewAscendingAndWithWhatIsWanted(
      @ForAll @IntRange(min = 1, max = 100_000) int made, @ForAll @IntRange(max = 100) int share) {
    int wanted = (int) ((long) made * share / 100);

    assertThat(SnapshotSteps.of(made, wanted))
        .contains(0, made, wanted)
        .allSatisfy(step -> assertThat(step).isBetween(0, made))
        .hasSizeLessThan(50);
  }
}
