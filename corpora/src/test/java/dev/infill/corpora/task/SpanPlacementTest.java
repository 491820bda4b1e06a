package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SpanPlacementTest {
  /** Against a list of all arrangements; the bound is 5 standard errors. */
  @Test
  void everyArrangementIsEquallyLikely() {
    BitSet maskable = new BitSet();
    maskable.set(1, 12);
    maskable.clear(8);
    List<Integer> lengths = List.of(2, 1, 2);
    List<List<Integer>> all = arrangements(maskable, 12, lengths, 0);
    SpanPlacement placement = new SpanPlacement(maskable, 12, lengths);
    SplittableRandom random = new SplittableRandom(1);
    int draws = 40_000;

    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      counts.merge(placement.draw(random).orElseThrow(), 1, Integer::sum);
    }

    assertThat(all).hasSizeGreaterThan(10);
    assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(all);
    double expected = 1.0 / all.size();
    double error = Math.sqrt(expected * (1 - expected) / draws);
    assertThat(counts.values())
        .allSatisfy(
            count -> assertThat((double) count / draws).isCloseTo(expected, within(5 * error)));
  }

  @Property
  void isThereIfAndOnlyIfThereIsAnArrangement(
      @ForAll @Size(min = 1, max = 10) List<Boolean> maskable,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 4) Integer> lengths,
      @ForAll long seed) {
    BitSet bits = new BitSet();
    for (int i = 0; i < maskable.size(); i++) {
      bits.set(i, maskable.get(i));
    }
    List<List<Integer>> all = arrangements(bits, maskable.size(), lengths, 0);

    Optional<List<Integer>> drawn =
        new SpanPlacement(bits, maskable.size(), lengths).draw(new SplittableRandom(seed));

    assertThat(drawn.isPresent()).isEqualTo(!all.isEmpty());
    drawn.ifPresent(positions -> assertThat(all).contains(positions));
  }

  /** The number of arrangements, about 10^300, is beyond what ratios of doubles stand unscaled. */
  @Test
  void longSentencesAreNoMatter() {
    BitSet maskable = new BitSet();
    maskable.set(0, 1000);
    List<Integer> lengths = Collections.nCopies(300, 1);
    SplittableRandom random = new SplittableRandom(1);
    SpanPlacement placement = new SpanPlacement(maskable, 1000, lengths);
    double sum = 0;
    int draws = 200;
    for (int draw = 0; draw < draws; draw++) {
      List<Integer> positions = placement.draw(random).orElseThrow();
      assertThat(positions).hasSize(300);
      sum += positions.stream().mapToInt(Integer::intValue).average().orElse(0);
    }

    // By symmetry the mean is 499.5; that of one arrangement varies by at most 17.
    assertThat(sum / draws).isCloseTo(499.5, within(5 * 17 / Math.sqrt(draws)));
  }

  private static List<List<Integer>> arrangements(
      BitSet maskable, int words, List<Integer> lengths, int from) {
    if (lengths.isEmpty()) {
      return List.of(List.of());
    }
    int length = lengths.get(0);
    List<List<Integer>> all = new ArrayList<>();
    for (int start = from; start + length <= words; start++) {
      if (maskable.get(start, start + length).cardinality() == length) {
        List<Integer> covered = new ArrayList<>();
        for (int i = 0; i < length; i++) {
          covered.add(start + i);
        }
        for (List<Integer> rest :
            arrangements(maskable, words, lengths.subList(1, lengths.size()), start + length + 1)) {
          List<Integer> joined = new ArrayList<>(covered);
          joined.addAll(rest);
          all.add(joined);
        }
      }
    }
    return all;
  }
}
