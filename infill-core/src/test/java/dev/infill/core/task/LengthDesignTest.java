package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LengthDesignTest {
  @Provide
  Arbitrary<List<List<Integer>>> blanks() {
    return Arbitraries.integers()
        .between(1, 6)
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .map(lengths -> lengths.stream().sorted().toList())
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Property
  void everyLengthOfABlankGetsEquallyManyChainsUpToOne(
      @ForAll("blanks") List<List<Integer>> blanks,
      @ForAll @IntRange(min = 1, max = 60) int chains,
      @ForAll long seed) {
    LengthDesign design = LengthDesign.of(blanks, chains, seed);
    long ways = 1;
    for (List<Integer> blank : blanks) {
      ways *= blank.size();
    }

    assertThat(design.wayOfChain()).hasSize(chains).isSorted();
    assertThat(design.ways()).doesNotHaveDuplicates();
    assertThat(design.wayOfChain()).containsOnly(numbers(design.ways().size()));
    assertThat(design).isEqualTo(LengthDesign.of(blanks, chains, seed));
    if (ways <= chains) {
      assertThat(design.ways()).hasSize((int) ways);
      assertEven(design.wayOfChain(), (int) ways);
    } else {
      for (int blank = 0; blank < blanks.size(); blank++) {
        int at = blank;
        List<Integer> lengths =
            design.wayOfChain().stream().map(way -> design.ways().get(way).get(at)).toList();
        assertThat(lengths).allMatch(blanks.get(at)::contains);
        assertEven(lengths, blanks.get(at).size());
      }
    }
  }

  private static List<Integer> upTo(int most) {
    return IntStream.rangeClosed(1, most).boxed().toList();
  }

  private static Integer[] numbers(int count) {
    return IntStream.range(0, count).boxed().toArray(Integer[]::new);
  }

  private static void assertEven(List<Integer> values, int kinds) {
    Map<Integer, Long> counts =
        values.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    int fewest = values.size() / kinds;
    assertThat(counts.values()).allMatch(count -> count == fewest || count == fewest + 1);
    assertThat(counts).hasSize(Math.min(kinds, values.size()));
  }

  @Test
  void blanksOfOnePieceHaveOneWay() {
    LengthDesign design = LengthDesign.of(Collections.nCopies(40, List.of(1)), 25, 1);

    assertThat(design.ways()).containsExactly(Collections.nCopies(40, 1));
    assertThat(design.wayOfChain()).containsOnly(0);
  }

  /** Which lengths get a chain more, or one at all, is not always the shortest. */
  @Test
  void everyLengthIsDrawnAsOftenAsOthersOverSeeds() {
    int[] counts = new int[11];
    for (int seed = 0; seed < 1000; seed++) {
      LengthDesign design = LengthDesign.of(List.of(upTo(10)), 5, seed);
      design.wayOfChain().forEach(way -> counts[design.ways().get(way).get(0)]++);
    }

    // 5,000 draws of 10 lengths: 500 of each, with a standard error below 22.
    assertThat(Arrays.stream(counts).skip(1)).allMatch(count -> Math.abs(count - 500) < 5 * 22);
  }

  @Test
  void waysAreInTheOrderOfTheirNumbers() {
    LengthDesign design = LengthDesign.of(List.of(upTo(16)), 16, 1);

    assertThat(design.ways()).isEqualTo(IntStream.rangeClosed(1, 16).mapToObj(List::of).toList());
    assertThat(LengthDesign.of(List.of(upTo(16)), 15, 1).ways())
        .isSortedAccordingTo(Comparator.comparing(lengths -> lengths.get(0)));
  }

  @Test
  void otherSeedsShuffleOtherwise() {
    List<List<Integer>> blanks = Collections.nCopies(3, upTo(4));

    assertThat(LengthDesign.of(blanks, 25, 1)).isNotEqualTo(LengthDesign.of(blanks, 25, 2));
  }
}
