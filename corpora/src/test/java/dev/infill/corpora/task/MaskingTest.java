package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MaskingTest {
  private static final MaskingSettings ANY_LENGTH = MaskingSettings.paper().withLengths(1, 1000);

  @Property
  void singleWordsAreAsManyAsAskedForAndNeverTheEnds(
      @ForAll @IntRange(min = 1, max = 60) int length,
      @ForAll @DoubleRange(min = 0.01, max = 1) double fraction,
      @ForAll boolean ends,
      @ForAll long seed) {
    MaskingSettings settings =
        ANY_LENGTH.withAmount(new MaskingAmount.Fraction(fraction)).withMaskEnds(ends);
    int wanted = settings.amount().of(length, length);

    Optional<List<Integer>> drawn =
        new Masking(settings).draw(words(length), new SplittableRandom(seed));

    int free = ends ? length : Math.max(0, length - 2);
    assertThat(drawn.isPresent()).isEqualTo(wanted <= free);
    drawn.ifPresent(
        positions -> {
          assertThat(positions).hasSize(wanted).isSorted().doesNotHaveDuplicates();
          assertThat(positions)
              .allMatch(position -> ends || (position > 0 && position < length - 1));
        });
  }

  @Property
  void spansOfOneLengthDoNotTouchAndOneMayBeCut(
      @ForAll @IntRange(min = 3, max = 60) int length,
      @ForAll @IntRange(min = 1, max = 20) int masks,
      @ForAll @IntRange(min = 1, max = 6) int span,
      @ForAll long seed) {
    MaskingSettings settings =
        ANY_LENGTH.withAmount(new MaskingAmount.Count(masks)).withSpans(new SpanLength.Fixed(span));

    Optional<List<Integer>> drawn =
        new Masking(settings).draw(words(length), new SplittableRandom(seed));

    int spans = (masks + span - 1) / span;
    assertThat(drawn.isPresent()).isEqualTo(masks + spans - 1 <= length - 2);
    drawn.ifPresent(
        positions -> {
          assertThat(positions).hasSize(masks).isSorted().doesNotHaveDuplicates();
          assertThat(positions).allMatch(position -> position > 0 && position < length - 1);
          List<Integer> lengths = new ArrayList<>(runs(positions));
          Collections.sort(lengths);
          List<Integer> expected = new ArrayList<>(Collections.nCopies(spans, span));
          expected.set(0, masks - (spans - 1) * span);
          assertThat(lengths).isEqualTo(expected);
        });
  }

  @Property
  void geometricSpansMakeUpTheAmount(
      @ForAll @IntRange(min = 15, max = 60) int length,
      @ForAll @DoubleRange(min = 0.05, max = 0.5) double fraction,
      @ForAll long seed) {
    MaskingSettings settings =
        ANY_LENGTH
            .withAmount(new MaskingAmount.Fraction(fraction))
            .withSpans(SpanLength.spanBert());

    List<Integer> positions =
        new Masking(settings).draw(words(length), new SplittableRandom(seed)).orElseThrow();

    assertThat(positions).hasSize(settings.amount().of(length, length));
    assertThat(runs(positions)).allMatch(run -> run <= 10);
  }

  @Test
  void onlyWordsThatMayBeMaskedAre() {
    List<String> words = List.of("a", "red", ",", "blue", "and", "red", "cat", "sat", "red");
    MaskingSettings settings = ANY_LENGTH.withMaskable(MaskableWords.listed(Set.of("red", "blue")));

    assertThat(draw(settings.withAmount(new MaskingAmount.All()), words))
        .contains(List.of(1, 3, 5));
    assertThat(draw(settings.withAmount(new MaskingAmount.All()).withMaskEnds(true), words))
        .contains(List.of(1, 3, 5, 8));
    assertThat(draw(settings.withAmount(new MaskingAmount.Count(4)), words)).isEmpty();
    assertThat(draw(settings.withAmount(new MaskingAmount.All()), List.of("a", "cat", "sat")))
        .isEmpty();
    assertThat(
            draw(
                settings.withAmount(new MaskingAmount.Count(2)).withSpans(new SpanLength.Fixed(2)),
                words))
        .as("no two of them stand side by side")
        .isEmpty();
  }

  /** All C(6, 2) pairs; the bound is 5 standard errors. */
  @Test
  void everySetOfWordsIsEquallyLikely() {
    Masking masking = new Masking(ANY_LENGTH.withAmount(new MaskingAmount.Count(2)));
    SplittableRandom random = new SplittableRandom(1);
    int draws = 30_000;

    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      counts.merge(masking.draw(words(8), random).orElseThrow(), 1, Integer::sum);
    }

    assertThat(counts).hasSize(15);
    double error = Math.sqrt(1.0 / 15 * (14.0 / 15) / draws);
    assertThat(counts.values())
        .allSatisfy(
            count -> assertThat((double) count / draws).isCloseTo(1.0 / 15, within(5 * error)));
  }

  /** Were the cut span always placed last, it would never stand before the others. */
  @Test
  void theSpanThatIsCutStandsAnywhere() {
    Masking masking =
        new Masking(
            ANY_LENGTH.withAmount(new MaskingAmount.Count(5)).withSpans(new SpanLength.Fixed(2)));
    Set<List<Integer>> orders = new HashSet<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      orders.add(runs(masking.draw(words(20), random).orElseThrow()));
    }

    assertThat(orders)
        .containsExactlyInAnyOrder(List.of(1, 2, 2), List.of(2, 1, 2), List.of(2, 2, 1));
  }

  private static Optional<List<Integer>> draw(MaskingSettings settings, List<String> words) {
    return new Masking(settings).draw(words, new SplittableRandom(1));
  }

  private static List<String> words(int length) {
    return IntStream.range(0, length).mapToObj(i -> "w" + i).toList();
  }

  /** Returns the lengths of the runs of neighbouring positions. */
  private static List<Integer> runs(List<Integer> positions) {
    TreeSet<Integer> left = new TreeSet<>(positions);
    List<Integer> runs = new ArrayList<>();
    while (!left.isEmpty()) {
      int next = left.first();
      int length = 0;
      while (left.remove(next + length)) {
        length++;
      }
      runs.add(length);
    }
    return runs;
  }
}
