package dev.infill.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlankedTextTest {
  /** A text as it was put together: {@code parts.size()} is one more than there are blanks. */
  record Sample(List<String> parts, List<String> blanks, List<String> fills) {
    String text() {
      return interleaved(blanks);
    }

    String interleaved(List<String> between) {
      StringBuilder text = new StringBuilder(parts.get(0));
      for (int i = 0; i < between.size(); i++) {
        text.append(between.get(i)).append(parts.get(i + 1));
      }
      return text.toString();
    }
  }

  @Provide
  Arbitrary<Sample> samples() {
    Arbitrary<String> part =
        Arbitraries.of(" ", "\t", "\n", "a", "Bc", "😀", "é", ".", "]", "[", "__ ", "[MASK ", "##")
            .list()
            .ofMaxSize(5)
            // The letter keeps underscores of a part apart from those of a blank.
            .map(pieces -> "x" + String.join("", pieces) + "x");
    Arbitrary<String> blank = Arbitraries.of("[MASK]", "___", "______");
    Arbitrary<String> fill = Arbitraries.of("cat", "😀", ".", "##", "[MASK]", "é", "##s", "##😀");
    return Arbitraries.integers()
        .between(0, 4)
        .flatMap(
            count ->
                Combinators.combine(
                        part.list().ofSize(count + 1),
                        blank.list().ofSize(count),
                        fill.list().ofSize(count))
                    .as(Sample::new));
  }

  @Property(seed = "1", tries = 500)
  void blanksAreFoundWhereTheyWerePut(@ForAll("samples") Sample sample) {
    BlankedText parsed = BlankedText.parse(sample.text());

    assertThat(parsed.blanks())
        .extracting(span -> sample.text().substring(span.start(), span.end()))
        .isEqualTo(sample.blanks());
  }

  @Property(seed = "2", tries = 500)
  void fillsStandWhereTheirSpansSay(@ForAll("samples") Sample sample) {
    FilledText filled = BlankedText.parse(sample.text()).fill(sample.fills());

    List<String> shown =
        sample.fills().stream()
            .map(fill -> fill.equals("##") ? fill : fill.replaceFirst("^##", ""))
            .toList();
    assertThat(filled.fills())
        .extracting(span -> filled.text().substring(span.start(), span.end()))
        .isEqualTo(shown);
    // Every part ends in a letter: no white space before a blank is there to go, and a word that
    // would run into it gets a space.
    assertThat(filled.text())
        .isEqualTo(sample.interleaved(sample.fills().stream().map(this::afterLetter).toList()));
  }

  private String afterLetter(String fill) {
    boolean joins = fill.length() > 2 && fill.startsWith("##");
    return joins ? fill.substring(2) : (fill.matches("\\p{L}.*") ? " " : "") + fill;
  }

  @Property(seed = "3", tries = 200)
  void continuationTakesTheWhiteSpaceBeforeItAndNothingElse(
      @ForAll("samples") Sample sample, @ForAll("whiteSpace") List<String> gaps) {
    List<String> spaced =
        IntStream.range(0, sample.blanks().size())
            .mapToObj(i -> gaps.get(i) + sample.blanks().get(i))
            .toList();
    List<String> expected =
        IntStream.range(0, sample.fills().size())
            .mapToObj(
                i -> {
                  String fill = sample.fills().get(i);
                  boolean joins = fill.length() > 2 && fill.startsWith("##");
                  return joins || gaps.get(i).isEmpty() ? afterLetter(fill) : gaps.get(i) + fill;
                })
            .toList();

    assertThat(BlankedText.parse(sample.interleaved(spaced)).fill(sample.fills()).text())
        .isEqualTo(sample.interleaved(expected));
  }

  @Provide
  Arbitrary<List<String>> whiteSpace() {
    return Arbitraries.strings().withChars(" \t\n").ofMaxLength(3).list().ofSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "'a [MASK] b', 1",
    "'a ___ b', 1",
    "'a __ b', 0",
    "'a [mask] b', 1",
    "'[MASK][MASK]', 2",
    "'a <mask> b', 1",
    "'<MASK>', 1",
    "'[Mask:2] <mask:1-3>', 2",
    "'[mask: see 2] <mask', 0",
    "'_______', 1",
    "'___[MASK]___', 3",
    "'[MASK]ed', 1",
    "'', 0",
    "'[MASK', 0"
  })
  void countsBlanks(String text, int blanks) {
    assertThat(BlankedText.parse(text).blanks()).hasSize(blanks);
  }

  @Test
  void continuationsJoinEachOtherAndTheStartOfTheText() {
    FilledText filled =
        BlankedText.parse(" [MASK] [MASK]  ___!").fill(List.of("##un", "re", "##ing"));

    assertThat(filled.text()).isEqualTo("un reing!");
    assertThat(filled.fills())
        .containsExactly(new CharSpan(0, 2), new CharSpan(3, 5), new CharSpan(5, 8));
  }

  @Test
  void rejectsWhatDoesNotFit() {
    assertThatThrownBy(() -> BlankedText.parse("a ___").fill(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 fills for 1 blanks");
    assertThatThrownBy(() -> new BlankedText("abc", List.of(blank(2, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BlankedText("abc", List.of(blank(1, 2), blank(0, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CharSpan(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CharSpan(-1, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Blank blank(int start, int end) {
    return new Blank(start, end, BlankLength.ONE, false);
  }

  @ParameterizedTest
  @CsvSource({
    "[MASK], 1, 1, [MASK]",
    "[MASK:3], 3, 3, [MASK:3]",
    "[MASK:1-4], 1, 4, [MASK:1-4]",
    "[MASK:02-16], 2, 16, [MASK:02-16]",
    "[mask:2], 2, 2, [mask:2]",
    "<mask:1-4>, 1, 4, <mask:1-4>",
    "<Mask>, 1, 1, <Mask>",
    "___:1-4, 1, 4, ___:1-4",
    "______:2-2, 2, 2, ______:2-2",
    // A time, a score, and what nobody has meant as a length: blanks of one piece.
    "___:30, 1, 1, ___",
    "___:, 1, 1, ___",
    "___:1-4-5, 1, 1, ___",
  })
  void aBlankSaysHowManyPiecesItHolds(String written, int fewest, int most, String blank) {
    BlankedText parsed = BlankedText.parse("at " + written + " sharp");

    assertThat(parsed.lengths()).containsExactly(new BlankLength(fewest, most));
    assertThat(BlankSyntax.spans(parsed.text()))
        .containsExactly(new CharSpan(3, 3 + blank.length()));
    assertThat(parsed.mostPieces()).isEqualTo(most);
    assertThat(parsed.holdsSinglePieces()).isEqualTo(most == 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[MASK:0]",
        "[MASK:17]",
        "[MASK:3-2]",
        "[MASK:1-17]",
        "[MASK:]",
        "[MASK:-2]",
        "[MASK: 2]",
        "[MASK:1-2-3]",
        "[MASK:many]",
        "[MASK:999999999999]",
        "___:0-2",
        "___:2-1",
        "___:1-99"
      })
  void aLengthThatThereIsNotIsRefused(String blank) {
    assertThatThrownBy(() -> BlankedText.parse("the " + blank + " sat"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(blank)
        .hasMessageContaining("[MASK:1-4]");
  }

  @Test
  void lengthsBecomeAsManyBlanksOfOnePiece() {
    BlankedText text = BlankedText.parse("😀 [MASK:1-3], ___ and ______:2-4.");
    BlankedText places = text.withLengths(List.of(2, 1, 3));

    assertThat(places.text()).isEqualTo("😀 [MASK] [MASK], [MASK] and [MASK] [MASK] [MASK].");
    assertThat(places).isEqualTo(BlankedText.parse(places.text()));
    assertThat(places.fill(List.of("un", "##real", "a", "b", "c", "##d")).text())
        .isEqualTo("😀 unreal, a and b cd.");
    assertThatThrownBy(() -> text.withLengths(List.of(4, 1, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> text.withLengths(List.of(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'play[MASK] now', true, false",
    "'play___:1-2 now', true, false",
    "'now [MASK]ing', false, true",
    "'un___able', true, true",
    "'19___', true, false",
    "'play [MASK] ing', false, false",
    "'(\"[MASK]\")', false, false",
    "'well-[MASK].', false, false",
    // Words of these scripts are written without spaces.
    "'法国[MASK]都', false, false",
    "'これ[MASK]です', false, false",
    "[MASK], false, false"
  })
  void lettersRightBesideABlankAreOfItsWord(String text, boolean continues, boolean isContinued) {
    BlankedText parsed = BlankedText.parse(text);

    assertThat(parsed.continuesWord(0)).isEqualTo(continues);
    assertThat(parsed.isContinued(0)).isEqualTo(isContinued);
  }

  @Test
  void blanksBesideEachOtherAreNoLetters() {
    BlankedText parsed = BlankedText.parse("[MASK]___");

    assertThat(parsed.continuesWord(1)).isFalse();
    assertThat(parsed.isContinued(0)).isFalse();
    assertThat(parsed.fill(List.of("play", "on")).text()).isEqualTo("play on");
    assertThat(parsed.fill(List.of("play", "##ing")).text()).isEqualTo("playing");
    assertThat(parsed.fill(List.of("法", "国")).text()).isEqualTo("法国");
  }

  @Test
  void aPartHasItsBlanks() {
    BlankedText text = BlankedText.parse("the [MASK:2] sat on ___ mats");

    assertThat(text.within(new CharSpan(4, 23)))
        .isEqualTo(BlankedText.parse("[MASK:2] sat on ___"));
    assertThat(text.within(new CharSpan(13, 28))).isEqualTo(BlankedText.parse("sat on ___ mats"));
    assertThat(text.within(new CharSpan(0, 28))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "'the {mask} sat', '{mask}'",
    "'the [ MASK ] sat', '[ MASK ]'",
    "'the <extra_id_0> sat', '<extra_id_0>'",
    "'the [BLANK] sat', '[BLANK]'",
    "'the __ sat', __",
    "'the ... sat', ...",
    "'the cat_sat [1] (on) mats.', "
  })
  void whatIsMeantForABlankIsFound(String text, String meant) {
    assertThat(BlankSyntax.meant(text)).isEqualTo(java.util.Optional.ofNullable(meant));
  }

  /** What is tried in two places takes the square of its length: an hour for this one. */
  @Test
  @Timeout(60)
  void longWhiteSpaceBehindABracketIsReadOnce() {
    assertThat(BlankSyntax.meant("(" + " ".repeat(1_000_000) + "x")).isEmpty();
  }
}
