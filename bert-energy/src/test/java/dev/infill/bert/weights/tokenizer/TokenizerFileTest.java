package dev.infill.bert.weights.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.bert.weights.SyntheticTokenizer;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tokens of each kind of tokenizer are good for, and files that are none. */
class TokenizerFileTest {
  private static String json(SyntheticTokenizer tokenizer) {
    return new String(tokenizer.json(), StandardCharsets.UTF_8);
  }

  private static void assertRefused(String json, int size, String... parts) {
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(
            () ->
                TokenizerFile.parse(json.getBytes(StandardCharsets.UTF_8), Optional.empty(), size))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "\u0120cat, cat, WORD",
    "\u0120., ., WORD",
    "., ##., CONTINUATION",
    "the, ##the, CONTINUATION",
    "\u0120the, the, WORD",
    "\u0120##, ##, WORD",
    "##, ####, CONTINUATION",
    "\u0120, \u0120, SPECIAL",
    "\u00c3, \u00c3, SPECIAL",
    "<s>, <s>, SPECIAL",
    "<mask>, <mask>, SPECIAL"
  })
  void tokensOfBytesAreSpelledAsWords(String token, String spelling, TokenClass expected)
      throws IOException {
    assertSpelled(SyntheticTokenizer.byteLevel(), token, spelling, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "\u0120cat, cat, WORD",
    "the, ##the, CONTINUATION",
    "'   ', '   ', SPECIAL",
    "[MASK], [MASK], SPECIAL",
    "[unused0], [unused0], SPECIAL"
  })
  void tokensOfModernBertAreSpelledAsWords(String token, String spelling, TokenClass expected)
      throws IOException {
    assertSpelled(SyntheticTokenizer.modernBytes(), token, spelling, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "\u2581cat, cat, WORD",
    "the, ##the, CONTINUATION",
    "\u2581, \u2581, SPECIAL",
    "\u2581\u2581, \u2581\u2581, SPECIAL",
    "<0xC3>, <0xC3>, SPECIAL",
    "<mask>, <mask>, SPECIAL"
  })
  void tokensOfMmBertAreSpelledAsWords(String token, String spelling, TokenClass expected)
      throws IOException {
    assertSpelled(SyntheticTokenizer.gemma(), token, spelling, expected);
  }

  /** What would read like the continuation of another word keeps its own spelling. */
  @Test
  void aWordThatReadsLikeAContinuationIsNone() throws IOException {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.byteLevel();
    tokenizer.addPiece("\u0120##x");
    assertSpelled(tokenizer, "\u0120##x", "\u0120##x", TokenClass.SPECIAL);
  }

  @ParameterizedTest
  @CsvSource({
    "\u2581cat, cat, WORD",
    "\u2581., ., WORD",
    "., ##., CONTINUATION",
    "the, ##the, CONTINUATION",
    "\u2581, \u2581, SPECIAL",
    "<unk>, <unk>, SPECIAL",
    "[MASK], [MASK], SPECIAL"
  })
  void tokensOfSentencePieceAreSpelledAsWords(String token, String spelling, TokenClass expected)
      throws IOException {
    assertSpelled(SyntheticTokenizer.unigram(), token, spelling, expected);
  }

  @ParameterizedTest
  @CsvSource({"cat, cat, WORD", "##s, ##s, CONTINUATION", "[CLS], [CLS], SPECIAL"})
  void wordPiecesAreSpelledAsTheyAre(String token, String spelling, TokenClass expected)
      throws IOException {
    assertSpelled(SyntheticTokenizer.wordPiece(), token, spelling, expected);
  }

  private static void assertSpelled(
      SyntheticTokenizer tokenizer, String token, String spelling, TokenClass expected)
      throws IOException {
    Vocabulary vocabulary = tokenizer.file().vocabulary();
    int id = tokenizer.id(token);
    assertThat(vocabulary.token(id)).isEqualTo(spelling);
    assertThat(vocabulary.id(spelling)).hasValue(id);
    assertThat(vocabulary.classOf(id)).isEqualTo(expected);
    // Of words, punctuation is no choice of its own.
    boolean written = spelling.codePoints().anyMatch(Character::isLetterOrDigit);
    assertThat(vocabulary.select(VocabularyChoice.WORDS).indexOf(id) >= 0)
        .isEqualTo(expected == TokenClass.WORD && written);
    assertThat(vocabulary.select(VocabularyChoice.PIECES).indexOf(id) >= 0)
        .isEqualTo(expected != TokenClass.SPECIAL);
  }

  @Test
  void whatIsUnknownIsThatOfTheModel() throws IOException {
    assertThat(SyntheticTokenizer.wordPiece().file().vocabulary().unknown()).hasValue(1);
    assertThat(SyntheticTokenizer.unigram().file().vocabulary().unknown()).hasValue(1);
    assertThat(SyntheticTokenizer.byteLevel().file().vocabulary().unknown()).isEmpty();
  }

  /** As files of 2020 do, whose models have no type. */
  @Test
  void theKindOfAModelIsSeenWhereItIsNotNamed() throws IOException {
    for (SyntheticTokenizer tokenizer :
        new SyntheticTokenizer[] {
          SyntheticTokenizer.wordPiece(),
          SyntheticTokenizer.byteLevel(),
          SyntheticTokenizer.unigram()
        }) {
      String json = json(tokenizer).replaceAll("\"type\":\"(WordPiece|BPE|Unigram)\",", "");
      Vocabulary vocabulary =
          TokenizerFile.parse(
                  json.getBytes(StandardCharsets.UTF_8), Optional.empty(), tokenizer.size())
              .vocabulary();
      assertThat(vocabulary.id("cat")).isPresent();
      assertThat(vocabulary.select(VocabularyChoice.PIECES).size())
          .isEqualTo(tokenizer.file().vocabulary().select(VocabularyChoice.PIECES).size());
    }
  }

  @Test
  void theMaskIsTheOneThatIsNamed() throws IOException {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
    tokenizer.addWord("<blank>", /* special= */ true);
    assertThat(
            TokenizerFile.parse(tokenizer.json(), Optional.of("<blank>"), tokenizer.size())
                .pieces()
                .mask())
        .isEqualTo(tokenizer.size() - 1);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(
            () -> TokenizerFile.parse(tokenizer.json(), Optional.of("<no>"), tokenizer.size()))
        .withMessageContaining("no mask token <no>");
    tokenizer.addWord("<mask>", /* special= */ true);
    assertRefused(json(tokenizer), tokenizer.size(), "several mask tokens");
  }

  @Test
  void tokensMustFitTheEmbeddings() throws IOException {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.unigram();
    int size = tokenizer.size();
    assertRefused(
        json(tokenizer),
        2 * size + 1,
        "holds %d tokens for %d word embeddings".formatted(size, 2 * size + 1));
    TokenizerFile padded =
        TokenizerFile.parse(
            json(tokenizer).getBytes(StandardCharsets.UTF_8), Optional.empty(), size + 2);
    assertThat(padded.pieces().tokens().subList(size, size + 2))
        .containsExactly("[unused%d]".formatted(size), "[unused%d]".formatted(size + 1));
    assertThat(padded.vocabulary().classOf(size)).isEqualTo(TokenClass.SPECIAL);
    assertThat(padded.vocabulary().classOf(size + 1)).isEqualTo(TokenClass.SPECIAL);
    assertRefused(
        json(tokenizer), size - 1, "the token ']' with the id " + (size - 1), "word embeddings");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "\"cat\":6|\"cat\":5|the id 5 to 'the' and to 'cat'",
        "\"cat\":6|\"cat\":-6|'cat' with the id -6",
        "\"cat\":6|\"cat\":\"6\"|'cat' with the id \"6\"; it should be an integer",
        "\"cat\":6|\"cat\":99999999999|'cat' with the id 99999999999; it should be",
        "\"type\":\"WordPiece\"|\"type\":\"WordLevel\"|WordLevel",
        "\"continuing_subword_prefix\":\"##\"|\"continuing_subword_prefix\":\"@@\"|prefix",
        "\"content\":\"[MASK]\"|\"content\":\"[mask]\"|the id 4",
        "\"added_tokens\":[|\"added_tokens\":7,\"decoder\":[|added_tokens 7; it should be a list"
      })
  void filesThatSayWhatCannotBeAreRefused(String from, String to, String told) {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
    assertThat(json(tokenizer)).contains(from);
    assertRefused(json(tokenizer).replace(from, to), tokenizer.size(), told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "\0\0\0{\"a\":1}",
        "[]",
        "{\"model\":{\"vocab\":[[",
        "{\"model\":{\"vocab\":{\"a\":",
        "{\"pre_tokenizer\":{\"type\":",
        "{\"added_tokens\":[{\"id\":1",
        "{\"added_tokens\":[{}]}",
        "{\"model\":7}",
        "{\"model\":{},\"model\":{}}"
      })
  void filesThatAreCutOffAreRefused(String json) {
    assertRefused(json, 100, "");
  }

  @Test
  void aDeepOrEndlessFileTakesNoMemory() {
    assertRefused("{\"decoder\":" + "[".repeat(10_000_000), 10, "no JSON");
    assertRefused("{\"pre_tokenizer\":" + "[".repeat(10_000_000), 10, "no JSON");
    assertRefused(
        "{\"model\":{\"vocab\":[" + "[\"a\",0],".repeat(2_000_000), 10, "more than 20640 values");
    assertRefused(
        "{\"added_tokens\":[" + "{\"id\":1,\"content\":\"a\"},".repeat(1_000_000),
        10,
        "more than 20640 values");
  }
}
