package dev.infill.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VocabularyTest {
  @Provide
  Arbitrary<List<String>> tokens() {
    return Arbitraries.of(
            "[PAD]",
            "[UNK]",
            "[unused0]",
            "[unused99]",
            "[MASK]",
            "a",
            "A",
            "##",
            "##a",
            "###",
            "[mask]",
            "é",
            "😀",
            "#",
            "[",
            "")
        .list()
        .uniqueElements()
        // One word at least, so that no choice is empty.
        .map(tokens -> Stream.concat(Stream.of("word"), tokens.stream()).toList());
  }

  @Property(seed = "4", tries = 200)
  void idsAndTokensAreInverse(@ForAll("tokens") List<String> tokens) {
    Vocabulary vocabulary = new Vocabulary(tokens);

    assertThat(vocabulary.size()).isEqualTo(tokens.size());
    for (int id = 0; id < tokens.size(); id++) {
      assertThat(vocabulary.token(id)).isEqualTo(tokens.get(id));
      assertThat(vocabulary.id(tokens.get(id))).hasValue(id);
    }
    assertThat(vocabulary.id("absent")).isEmpty();
  }

  @Property(seed = "5", tries = 200)
  void choicesHoldTheirClasses(@ForAll("tokens") List<String> tokens) {
    Vocabulary vocabulary = new Vocabulary(tokens);
    for (int id = 0; id < tokens.size(); id++) {
      TokenClass tokenClass = vocabulary.classOf(id);
      assertThat(holds(vocabulary, VocabularyChoice.WORDS, id))
          .isEqualTo(
              tokenClass == TokenClass.WORD && vocabulary.token(id).matches(".*[\\p{L}\\p{N}].*"));
      assertThat(holds(vocabulary, VocabularyChoice.PIECES, id))
          .isEqualTo(tokenClass != TokenClass.SPECIAL);
      assertThat(holds(vocabulary, VocabularyChoice.FULL, id)).isTrue();
    }
  }

  private static boolean holds(Vocabulary vocabulary, VocabularyChoice choice, int id) {
    return vocabulary.select(choice).indexOf(id) >= 0;
  }

  @ParameterizedTest
  @CsvSource({
    "[PAD], SPECIAL",
    "[UNK], SPECIAL",
    "[CLS], SPECIAL",
    "[SEP], SPECIAL",
    "[MASK], SPECIAL",
    "[unused993], SPECIAL",
    "[unused], WORD",
    "[mask], WORD",
    "[, WORD",
    "cat, WORD",
    "'.', WORD",
    "##s, CONTINUATION",
    "##, WORD",
    "###, CONTINUATION",
    "#s, WORD"
  })
  void classesFollowTheSpelling(String token, TokenClass expected) {
    assertThat(new Vocabulary(List.of(token)).classOf(0)).isEqualTo(expected);
  }

  @Test
  void rejectsDoublesAndEmptyChoices() {
    assertThatThrownBy(() -> new Vocabulary(List.of("a", "b", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("token 'a' stands at 0 and again at 2");
    assertThatThrownBy(() -> new Vocabulary(List.of("[PAD]")).select(VocabularyChoice.PIECES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void classesMayBeThoseOfATokenizer() {
    Vocabulary vocabulary =
        new Vocabulary(
            List.of("<s>", "cat", "##s", "\u0120"),
            List.of(
                TokenClass.SPECIAL, TokenClass.WORD, TokenClass.CONTINUATION, TokenClass.SPECIAL),
            OptionalInt.of(3));
    assertThat(vocabulary.select(VocabularyChoice.WORDS)).isEqualTo(TokenSet.of(1));
    assertThat(vocabulary.select(VocabularyChoice.PIECES)).isEqualTo(TokenSet.of(1, 2));
    assertThat(vocabulary.unknown()).hasValue(3);
    assertThat(new Vocabulary(List.of("a", "[UNK]")).unknown()).hasValue(1);
    assertThat(new Vocabulary(List.of("a", "b")).unknown()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"##s, WORD", "cat, CONTINUATION", "##, CONTINUATION"})
  void classesMustFitTheSpelling(String token, TokenClass tokenClass) {
    assertThatThrownBy(
            () -> new Vocabulary(List.of(token), List.of(tokenClass), OptionalInt.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(token + " as a " + tokenClass);
    assertThatThrownBy(() -> new Vocabulary(List.of(token), List.of(), OptionalInt.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Vocabulary words() {
    return new Vocabulary(
        List.of(
            "[CLS]", "[SEP]", "[MASK]", "play", ".", "½", "€", "##ing", "##,", "ing", "ation",
            "##at", "##ion", "##i", "##on"));
  }

  @Test
  void wordsHoldALetterOrANumberAndPiecesPunctuationAsWell() {
    Vocabulary vocabulary = words();

    assertThat(vocabulary.select(VocabularyChoice.WORDS)).isEqualTo(TokenSet.of(3, 5, 9, 10));
    assertThat(vocabulary.select(VocabularyChoice.PIECES).ids()).contains(4, 6, 8);
    assertThat(vocabulary.selectLater(VocabularyChoice.WORDS).ids())
        .contains(3, 5, 7, 9, 11)
        .doesNotContain(2, 4, 6, 8);
    assertThat(vocabulary.selectLater(VocabularyChoice.FULL)).isEqualTo(TokenSet.all(15));
  }

  @Test
  void whatGoesOnAWordIsNoOther() {
    Vocabulary vocabulary = words();

    assertThat(vocabulary.selectContinuing(VocabularyChoice.WORDS))
        .isEqualTo(TokenSet.of(7, 11, 12, 13, 14));
    assertThat(vocabulary.selectContinuing(VocabularyChoice.PIECES).indexOf(8)).isNotNegative();
    assertThat(vocabulary.selectContinuing(VocabularyChoice.FULL))
        .isEqualTo(TokenSet.of(0, 1, 2, 7, 8, 11, 12, 13, 14));
    assertThat(new Vocabulary(List.of("a", "b")).selectContinuing(VocabularyChoice.WORDS))
        .isEqualTo(TokenSet.of(0, 1));
    assertThat(vocabulary.continuation("ing")).hasValue(7);
    assertThat(vocabulary.continuation("play")).isEmpty();
  }

  @Test
  void lettersBehindABlankGoOnItsWord() {
    Vocabulary vocabulary = words();
    BlankedText text = BlankedText.parse("[MASK]ing [MASK]ation [MASK] ing [MASK]play ___.");
    TokenizedText read =
        new TokenizedText(
            new int[] {0, 2, 9, 2, 10, 2, 9, 2, 3, 2, 4, 1}, new int[] {1, 3, 5, 7, 9});

    TokenizedText joined = WordEnds.joined(vocabulary, text, read);

    // The vocabulary has ##at ##ion, and nothing that spells play.
    assertThat(joined.pieces()).containsExactly(0, 2, 7, 2, 11, 12, 2, 9, 2, 3, 2, 4, 1);
    assertThat(joined.blanks()).containsExactly(1, 3, 6, 8, 10);
  }

  @Test
  void textsOfSingleLettersHaveNoSpacesBetweenThem() {
    BlankedText text = BlankedText.parse("A___[MASK:2]C");
    BlankedText letters = new Vocabulary(List.of("[CLS]", "[MASK]", "A", "C", ".")).written(text);
    BlankedText filled = letters.withLengths(List.of(1, 2));
    assertThat(filled.text()).isEqualTo("A[MASK][MASK][MASK]C");
    assertThat(filled.fill(List.of("C", "A", "C")).text()).isEqualTo("ACACC");
    for (String word : List.of("the", "##A")) {
      assertThat(new Vocabulary(List.of("[CLS]", "A", word)).written(text)).isSameAs(text);
    }
  }
}
