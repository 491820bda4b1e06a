package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignTextTest {
  private static final List<String> TOKENS =
      List.of(
          "[CLS]", "[SEP]", "[UNK]", "[MASK]", "##,", "the", "old", "man", "ran", "home", "der",
          "alt", "##er", "mann", "l", "##ief", ".", ",", "с", "##т", "##ар", "и", "1984", "国");

  private static TokenizedText text(Vocabulary vocabulary, String pieces) {
    return new TokenizedText(
        Stream.of(("[CLS] " + pieces + " [SEP]").split(" ", -1))
            .mapToInt(piece -> vocabulary.id(piece).orElseThrow())
            .toArray(),
        new int[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Three of five words are cut.
        "der alt ##er mann l ##ief alt ##er . | 3 of its 5 words are not whole words of the model",
        "[UNK] [UNK] the old . | 2 of its 4 words are unknown to the model",
        "с ##т ##ар и с ##т и . | hardly a word in Cyrillic letters",
        "国 国 国 , 国 . | hardly a word in Han letters",
        // Two rare names, one unknown sign, one foreign word, figures, few words.
        "the alt ##er man ran l ##ief . |",
        "the old man [UNK] ran home . |",
        "the old man с ##т ran . |",
        "the old 1984 1984 1984 1984 . |",
        "alt ##er l ##ief alt ##er |",
        "the old man ran home . |",
        // Punctuation that tokenizers write as a continuation.
        "the ##, old ##, man ##, ran ##, home ##, |"
      })
  void foreignTextsAreTold(String pieces, String reason) {
    Vocabulary vocabulary = new Vocabulary(TOKENS);

    var notice = ForeignText.notice(vocabulary, text(vocabulary, pieces));

    if (reason == null) {
      assertThat(notice).isEmpty();
    } else {
      assertThat(notice.orElseThrow())
          .startsWith("The text may be of another language than the model: ")
          .contains(reason);
    }
  }

  @Test
  void aModelOfTheScriptAndOneOfManyLanguagesSayNothing() {
    Vocabulary russian =
        new Vocabulary(
            Stream.concat(
                    TOKENS.stream(),
                    IntStream.range(0, 150).mapToObj(i -> "сл" + (char) ('а' + i % 32) + i))
                .toList());
    Vocabulary large =
        new Vocabulary(
            Stream.concat(TOKENS.stream(), IntStream.range(0, 60_000).mapToObj(i -> "w" + i))
                .toList());

    assertThat(ForeignText.notice(russian, text(russian, "с ##т ##ар и с ##т и ."))).isEmpty();
    assertThat(ForeignText.notice(large, text(large, "der alt ##er mann l ##ief alt ##er .")))
        .isEmpty();
  }
}
