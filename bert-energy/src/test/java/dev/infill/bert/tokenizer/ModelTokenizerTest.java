package dev.infill.bert.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.bert.weights.SyntheticTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts cut by models' own tokenizers, each kind of them. */
class ModelTokenizerTest {
  private static SyntheticTokenizer tokenizer(String kind) {
    return switch (kind) {
      case "WordPiece" -> SyntheticTokenizer.wordPiece();
      case "BPE" -> SyntheticTokenizer.byteLevel();
      case "ModernBERT" -> SyntheticTokenizer.modernBytes();
      case "EuroBERT" -> SyntheticTokenizer.llamaBytes();
      case "mmBERT" -> SyntheticTokenizer.gemma();
      default -> SyntheticTokenizer.unigram();
    };
  }

  /** Pieces as this project spells them, and the blanks that were found. */
  private static String pieces(String kind, String text) throws IOException {
    TokenizerFile file = tokenizer(kind).file();
    try (PieceTokenizer tokenizer = PieceTokenizer.of(file, 32)) {
      TokenizedText cut = tokenizer.tokenize(BlankedText.parse(text));
      assertThat(cut.blankCount()).isEqualTo(BlankedText.parse(text).blanks().size());
      for (int position : cut.blanks()) {
        assertThat(cut.piece(position)).isEqualTo(file.pieces().mask());
      }
      return Arrays.stream(cut.pieces())
          .mapToObj(file.vocabulary()::token)
          .collect(Collectors.joining(" "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WordPiece|The cats ___ on, the [MASK].|[CLS] the cat ##s [MASK] on , the [MASK] . [SEP]",
        "WordPiece|unseen|[CLS] [UNK] [SEP]",
        "WordPiece|''|[CLS] [SEP]",
        "BPE|the cat ___ on the [MASK].|<s> ##the cat <mask> on the <mask> ##. </s>",
        "BPE|[MASK][MASK] sat|<s> <mask> <mask> sat </s>",
        "BPE|the   [MASK]|<s> ##the \u0120 \u0120 <mask> </s>",
        "BPE|''|<s> </s>",
        "ModernBERT|the cat ___ on the [MASK].|[CLS] ##the cat [MASK] on the [MASK] ##. [SEP]",
        "ModernBERT|[MASK][MASK] sat|[CLS] [MASK] [MASK] sat [SEP]",
        "ModernBERT|the [MASK]the cat[MASK]|[CLS] ##the [MASK] ##the cat [MASK] [SEP]",
        "ModernBERT|''|[CLS] [SEP]",
        "EuroBERT|the cat ___|'<|begin_of_text|> ##the cat <mask> <|end_of_text|>'",
        "EuroBERT|''|'<|begin_of_text|> <|end_of_text|>'",
        "mmBERT|the cat ___ on the [MASK].|<bos> ##the cat <mask> on the <mask> ##. <eos>",
        "mmBERT|[MASK][MASK] sat|<bos> <mask> <mask> sat <eos>",
        "mmBERT|the  caté|<bos> ##the \u2581 cat <0xC3> <0xA9> <eos>",
        "mmBERT|''|<bos> <eos>",
        "unigram|The cats ___ on, the [MASK].|[CLS] the cat ##s [MASK] on ##, the [MASK] ##. [SEP]",
        "unigram|the zzz|[CLS] the \u2581 <unk> [SEP]",
        "unigram|''|[CLS] [SEP]"
      })
  void textsAreCutAsTheirModelsReadThem(String kind, String text, String expected)
      throws IOException {
    assertThat(pieces(kind, text)).isEqualTo(expected);
  }

  /** A text cannot end the sentence that the model reads, nor add a blank that is not listed. */
  @ParameterizedTest
  @CsvSource({
    "WordPiece, [CLS] the [SEP] [PAD]",
    "BPE, <s> the </s> <pad>",
    "mmBERT, <eos> the <bos> <pad>",
    "ModernBERT, [SEP] the [CLS] [PAD] [UNK] [unused0]",
    "unigram, [SEP] the [CLS] <pad> <unk>"
  })
  void specialTokensThatAUserWritesAreText(String kind, String text) throws IOException {
    TokenizerFile file = tokenizer(kind).file();
    try (PieceTokenizer tokenizer = PieceTokenizer.of(file, 64)) {
      int[] pieces = tokenizer.tokenize(BlankedText.parse(text + " ___")).pieces();
      assertThat(Arrays.stream(pieces).filter(id -> id == file.pieces().mask())).hasSize(1);
      assertThat(Arrays.stream(pieces).filter(id -> id == pieces[0])).hasSize(1);
      assertThat(Arrays.stream(pieces).filter(id -> id == pieces[pieces.length - 1])).hasSize(1);
      assertThat(Arrays.stream(pieces).filter(id -> id == 0 && id != pieces[0])).isEmpty();
    }
  }

  /** Words that were added to a tokenizer are found as they are written, and have their ids. */
  @ParameterizedTest
  @ValueSource(strings = {"WordPiece", "BPE", "ModernBERT", "EuroBERT", "mmBERT", "unigram"})
  void wordsThatWereAddedAreFound(String kind) throws IOException {
    SyntheticTokenizer tokenizer = tokenizer(kind);
    tokenizer.addWord("<special>", /* special= */ true);
    tokenizer.addWord("NewWord", /* special= */ false);
    TokenizerFile file = tokenizer.file();
    assertThat(file.vocabulary().id("NewWord")).hasValue(tokenizer.size() - 1);
    assertThat(file.vocabulary().classOf(tokenizer.size() - 1))
        .isEqualTo(Vocabulary.TokenClass.WORD);
    try (PieceTokenizer pieces = PieceTokenizer.of(file, 32)) {
      int[] ids = pieces.tokenize(BlankedText.parse("the NewWord ___")).pieces();
      assertThat(ids).contains(tokenizer.size() - 1, file.pieces().mask());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"WordPiece", "BPE", "ModernBERT", "EuroBERT", "mmBERT", "unigram"})
  void moreThanTheModelReadsIsRefused(String kind) throws IOException {
    try (PieceTokenizer tokenizer = PieceTokenizer.of(tokenizer(kind).file(), 4)) {
      assertThat(tokenizer.tokenize(BlankedText.parse("the ___")).length()).isEqualTo(4);
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(() -> tokenizer.tokenize(BlankedText.parse("the cat ___")))
          .withMessageContaining("has 5 word pieces, ")
          .withMessageContaining(" included; the model reads at most 4");
    }
  }

  /** Before the native library is given them: what it does with them is another one's doing. */
  @Test
  void moreCharsThanPiecesCanHaveAreRefused() throws IOException {
    try (PieceTokenizer tokenizer = PieceTokenizer.of(tokenizer("WordPiece").file(), 4)) {
      assertThat(tokenizer.tokenize(BlankedText.parse("z".repeat(800))).length()).isEqualTo(3);
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(() -> tokenizer.tokenize(BlankedText.parse("z".repeat(801))))
          .satisfies(e -> assertThat(e.field()).isEqualTo("text"))
          .withMessage(
              "the text has 801 characters; the model reads at most 4 word pieces, for which 800"
                  + " characters are cut");
    }
  }

  @Test
  void aTokenizerThatPutsNothingAroundATextIsRefused() throws IOException {
    String json =
        new String(SyntheticTokenizer.byteLevel().json(), StandardCharsets.UTF_8)
            .replaceAll("\"post_processor\":\\{[^}]*\\}", "\"post_processor\":null");
    assertNotUsable(json, SyntheticTokenizer.byteLevel().size(), "puts 0 special tokens");
  }

  @Test
  void whatTheNativeTokenizerCannotReadIsOneLine() throws IOException {
    String json =
        new String(SyntheticTokenizer.unigram().json(), StandardCharsets.UTF_8)
            .replace(
                "\"add_prefix_space\":true",
                "\"add_prefix_space\":false,\"prepend_scheme\":\"always\"");
    assertNotUsable(json, SyntheticTokenizer.unigram().size(), "cannot be used");
  }

  private static void assertNotUsable(String json, int size, String told) throws IOException {
    TokenizerFile file =
        TokenizerFile.parse(json.getBytes(StandardCharsets.UTF_8), Optional.empty(), size);
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> PieceTokenizer.of(file, 8).close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(
            e -> assertThat(e.getMessage()).contains("tokenizer.json", told).doesNotContain("\n"));
  }
}
