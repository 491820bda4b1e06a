package dev.infill.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which samples are measured. */
class SelectionTest {
  private static final Snapshot SNAPSHOT =
      new Snapshot(
          3,
          40,
          List.of(sample(0, "b", -4), sample(1, "a", -1), sample(2, "c", -9), sample(3, "a", -1)));

  private static Sample sample(int chain, String fill, double energy) {
    return new Sample(chain, List.of(fill), "the " + fill, energy);
  }

  private static List<Integer> chains(SelectedBy by, int count) {
    return new Selection(by, count).of(SNAPSHOT).stream().map(Sample::chain).toList();
  }

  @Test
  void likeliestCountsEqualOnes() {
    assertThat(chains(SelectedBy.LIKELIEST, 3)).containsExactly(1, 3, 0);
  }

  @Test
  void distinctTakesOneOfEqualOnes() {
    assertThat(chains(SelectedBy.DISTINCT, 2)).containsExactly(1, 0);
    assertThat(chains(SelectedBy.DISTINCT, 4)).containsExactly(1, 0, 2);
  }

  @Test
  void firstLooksAtNoEnergy() {
    assertThat(chains(SelectedBy.FIRST, 3)).containsExactly(0, 1, 2);
  }

  @Test
  void thereMayBeFewerChains() {
    for (SelectedBy by : SelectedBy.values()) {
      assertThat(chains(by, 9)).hasSize(by == SelectedBy.DISTINCT ? 3 : 4);
    }
  }

  @Test
  void nothingCannotBeMeasured() {
    assertThatThrownBy(() -> new Selection(SelectedBy.FIRST, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("kept must be from 1 to 100000, not 0");
  }
}
