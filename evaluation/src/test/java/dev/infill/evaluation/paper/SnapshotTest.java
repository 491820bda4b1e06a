package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private static final Snapshot SNAPSHOT =
      new Snapshot(
          5,
          40,
          List.of(sample(0, "b", -4), sample(1, "a", -1), sample(2, "c", -9), sample(3, "a", -1)));

  private static Sample sample(int chain, String fill, double energy) {
    return new Sample(chain, List.of(fill), "the " + fill, energy);
  }

  @Test
  void likeliestCountsEqualOnes() {
    assertThat(SNAPSHOT.likeliest(3)).extracting(Sample::chain).containsExactly(1, 3, 0);
  }

  @Test
  void thereMayBeFewerChains() {
    assertThat(SNAPSHOT.likeliest(9)).hasSize(4);
  }
}
