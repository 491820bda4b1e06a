package dev.infill.evaluation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NamedMeansTest {
  private static Map<String, Object> run(@Nullable Object value) {
    Map<String, Object> figures = new HashMap<>();
    figures.put("figure", value);
    return figures;
  }

  /** The variance of 1, 2, 3 and 6 is 14 / 3. */
  @Test
  void numbersThatDifferAreAveraged() {
    NamedMeans means = NamedMeans.of(List.of(run(1.0), run(2.0), run(3), run(6L)));
    assertThat(means.means()).containsExactly(Map.entry("figure", 3.0));
    assertThat((Double) means.errors().get("figure"))
        .isCloseTo(Math.sqrt(14.0 / 3 / 4), within(1e-12));
  }

  @Test
  void whatIsTheSameStaysAsItIs() {
    for (Object same : new Object[] {100, "text", true, List.of(1.5, 2.5), Map.of("a", 1.0)}) {
      NamedMeans means = NamedMeans.of(List.of(run(same), run(same)));
      assertThat(means.means()).containsEntry("figure", same);
      assertThat(means.errors()).isEmpty();
    }
  }

  @Test
  void mapsAreAveragedFigureByFigure() {
    Map<String, Object> one = Map.of("a", 1.0, "b", Map.of("c", 5.0, "d", 1));
    Map<String, Object> other = Map.of("a", 1.0, "b", Map.of("c", 7.0, "d", 1));
    NamedMeans means = NamedMeans.of(List.of(run(one), run(other)));
    assertThat(means.means())
        .containsEntry("figure", Map.of("a", 1.0, "b", Map.of("c", 6.0, "d", 1)));
    assertThat(means.errors()).containsEntry("figure", Map.of("b", Map.of("c", 1.0)));
  }

  /** The mean of those that have one would be of other seeds. */
  @Test
  void aFigureThatOneRunHasNotIsMissing() {
    NamedMeans means = NamedMeans.of(List.of(run(1.0), run(null)));
    assertThat(means.means()).containsKey("figure").doesNotContainValue(1.0).hasSize(1);
    assertThat(means.errors()).isEqualTo(means.means());
  }

  @Test
  void whatElseDiffersIsListed() {
    assertThat(NamedMeans.of(List.of(run(true), run(false))).means())
        .containsEntry("figure", List.of(true, false));
    assertThat(NamedMeans.of(List.of(run("text"), run(null))).means())
        .containsEntry("figure", Arrays.asList("text", null));
  }
}
