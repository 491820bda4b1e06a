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
    assertThat(PAPER.amount()).isEqualTo(new MaskingAmount.Fraction(0.25));
    assertThat(PAPER.spans()).isEmpty();
    assertThat(PAPER.maskable()).isEqualTo(MaskableWords.ANY);
    assertThat(PAPER.maskEnds()).isFalse();
  }

  /** Halves are rounded up, in decimal: 0.29 · 50 is less than 14.5 as doubles. */
  @ParameterizedTest
  @CsvSource({
    "0.25, 15, 4", "0.25, 16, 4", "0.25, 17, 4", "0.25, 18, 5", "0.25, 19, 5", "0.25, 21, 5",
    "0.25, 22, 6", "0.25, 25, 6", "0.01, 15, 1", "0.29, 50, 15", "1, 7, 7", "0.25, 1, 1"
  })
  void aFractionIsRoundedHalfUpAndAtLeastOne(double fraction, int words, int expected) {
    assertThat(new MaskingAmount.Fraction(fraction).of(words, 3)).isEqualTo(expected);
  }

  @Test
  void aCountIsTheSameForEverySentence() {
    assertThat(new MaskingAmount.Count(3).of(40, 2)).isEqualTo(3);
  }

  @Test
  void allIsAllThatMayBeMaskedAndAtLeastOne() {
    assertThat(new MaskingAmount.All().of(40, 7)).isEqualTo(7);
    assertThat(new MaskingAmount.All().of(40, 0)).isEqualTo(1);
  }

  @Test
  void punctuationCanBeLeftOut() {
    List<String> words = List.of("``", "it", "'s", "7", "o'clock", "--", "Ä", "...", "@-@", "漢");

    assertThat(MaskableWords.WITH_LETTER_OR_DIGIT.among(words)).isEqualTo(bits(1, 2, 3, 4, 6, 9));
    assertThat(MaskableWords.ANY.among(words)).isEqualTo(bits(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  }

  @Test
  void aListMasksItsWordsWhereverTheyStand() {
    MaskableWords list = MaskableWords.listed(Set.of("Red", "cat"));

    assertThat(list.among(List.of("RED", "a", "cat", "cats", "red"))).isEqualTo(bits(0, 2, 4));
  }

  @Test
  void choicesOfWordsCanBeCombined() {
    MaskableWords both =
        MaskableWords.listed(Set.of("red", "--")).and(MaskableWords.WITH_LETTER_OR_DIGIT);

    assertThat(both.among(List.of("red", "--", "cat"))).isEqualTo(bits(0));
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    refused("fraction", () -> new MaskingAmount.Fraction(0));
    refused("fraction", () -> new MaskingAmount.Fraction(1.01));
    refused("fraction", () -> new MaskingAmount.Fraction(Double.NaN));
    refused("masks", () -> new MaskingAmount.Count(0));
    refused("spans", () -> new SpanLength.Fixed(0));
    refused("spans", () -> new SpanLength.Fixed(1001));
    refused("spans", () -> new SpanLength.Geometric(0, 10));
    refused("spans", () -> new SpanLength.Geometric(Double.MIN_VALUE, 10));
    refused("spans", () -> new SpanLength.Geometric(1.5, 10));
    refused("spans", () -> new SpanLength.Geometric(0.2, 0));
    refused("words", () -> MaskableWords.listed(Set.of()));
    refused("words", () -> MaskableWords.listed(Set.of("two words")));
    refused("words", () -> MaskableWords.listed(Set.of("")));
    refused("min-words", () -> PAPER.withLengths(0, 3));
    refused("max-words", () -> PAPER.withLengths(5, 4));
    refused("max-words", () -> PAPER.withLengths(5, 1001));
    refused(
        "spans", () -> PAPER.withAmount(new MaskingAmount.All()).withSpans(SpanLength.spanBert()));
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
