package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingSettingsTest {
  private static final MaskingSettings PAPER = MaskingSettings.paper();

  @Test
  void thePaperMasksAQuarterOfSentencesOf15To25Words() {
    assertThat(PAPER.minWords()).isEqualTo(15);
    assertThat(PAPER.maxWords()).isEqualTo(25);
    assertThat(PAPER.amount()).isEqualTo(MaskingAmount.fraction(0.25));
    assertThat(PAPER.unit()).isEqualTo(MaskingUnit.words());
    assertThat(PAPER.maskable()).isEqualTo(MaskableWords.any());
    assertThat(PAPER.maskEnds()).isFalse();
  }

  /** Halves are rounded up, in decimal: 0.29 · 50 is less than 14.5 as doubles. */
  @ParameterizedTest
  @CsvSource({
    "0.25, 15, 4", "0.25, 16, 4", "0.25, 17, 4", "0.25, 18, 5", "0.25, 19, 5", "0.25, 21, 5",
    "0.25, 22, 6", "0.25, 25, 6", "0.01, 15, 1", "0.29, 50, 15", "1, 7, 7", "0.25, 1, 1"
  })
  void aFractionIsRoundedHalfUpAndAtLeastOne(double fraction, int words, int expected) {
    assertThat(MaskingAmount.fraction(fraction).of(words, 3)).isEqualTo(expected);
  }

  @Test
  void aCountIsTheSameForEverySentence() {
    assertThat(MaskingAmount.count(3).of(40, 2)).isEqualTo(3);
  }

  @Test
  void allIsAllThatMayBeMaskedAndAtLeastOne() {
    assertThat(MaskingAmount.all().of(40, 7)).isEqualTo(7);
    assertThat(MaskingAmount.all().of(40, 0)).isEqualTo(1);
  }

  @Test
  void punctuationCanBeLeftOut() {
    List<String> words = List.of("``", "it", "'s", "7", "o'clock", "--", "Ä", "...", "@-@", "漢");

    assertThat(MaskableWords.withLetterOrDigit().among(words)).isEqualTo(bits(1, 2, 3, 4, 6, 9));
    assertThat(MaskableWords.any().among(words)).isEqualTo(bits(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  }

  @Test
  void aListMasksItsWordsWhereverTheyStand() {
    MaskableWords list = MaskableWords.listed(Set.of("Red", "cat"));

    assertThat(list.among(List.of("RED", "a", "cat", "cats", "red"))).isEqualTo(bits(0, 2, 4));
  }

  @Test
  void choicesOfWordsCanBeCombined() {
    MaskableWords both =
        MaskableWords.listed(Set.of("red", "--")).and(MaskableWords.withLetterOrDigit());

    assertThat(both.among(List.of("red", "--", "cat"))).isEqualTo(bits(0));
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    refused("fraction", () -> MaskingAmount.fraction(0));
    refused("fraction", () -> MaskingAmount.fraction(1.01));
    refused("fraction", () -> MaskingAmount.fraction(Double.NaN));
    refused("masks", () -> MaskingAmount.count(0));
    refused("spans", () -> SpanLength.fixed(0));
    refused("spans", () -> SpanLength.fixed(1001));
    refused("spans", () -> SpanLength.geometric(0, 10));
    refused("spans", () -> SpanLength.geometric(Double.MIN_VALUE, 10));
    refused("spans", () -> SpanLength.geometric(1.5, 10));
    refused("spans", () -> SpanLength.geometric(0.2, 0));
    refused("words", () -> MaskableWords.listed(Set.of()));
    refused("words", () -> MaskableWords.listed(Set.of("two words")));
    refused("words", () -> MaskableWords.listed(Set.of("")));
    refused("min-words", () -> PAPER.withLengths(0, 3));
    refused("max-words", () -> PAPER.withLengths(5, 4));
    refused("max-words", () -> PAPER.withLengths(5, 1001));
    refused(
        "spans",
        () ->
            PAPER
                .withAmount(MaskingAmount.all())
                .withUnit(MaskingUnit.spans(SpanLength.spanBert())));
  }

  private static void refused(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  private static BitSet bits(int... positions) {
    BitSet bits = new BitSet();
    for (int position : positions) {
      bits.set(position);
    }
    return bits;
  }
}
