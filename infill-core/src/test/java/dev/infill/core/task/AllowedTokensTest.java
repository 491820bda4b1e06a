package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedTokensTest {
  @Test
  void fullVocabularyHoldsEveryToken() {
    TinyLanguageModel model = new TinyLanguageModel();
    TokenSet full = model.vocabulary().select(VocabularyChoice.FULL);

    assertThat(
            new AllowedTokens(model, VocabularyChoice.FULL)
                .select(BlankedText.parse("___"), Map.of()))
        .containsExactly(new AllowedTokens.OfBlank(full, full, List.of()));
    assertThat(full).isEqualTo(TokenSet.all(TinyLanguageModel.TOKENS.size()));
  }

  private static List<String> held(
      String text, VocabularyChoice choice, BlankConstraint constraint) {
    TinyLanguageModel model = new TinyLanguageModel();
    return new AllowedTokens(model, choice)
        .select(BlankedText.parse(text), Map.of(1, constraint))
        .get(0)
        .first()
        .ids()
        .mapToObj(model.vocabulary()::token)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "*at,     cat sat mat",
    "*A*t,    cat sat mat",
    "r*n,     ran",
    "c*at,    cat",
    "ca*at,   ''",
    "*a*a*,   ''",
    "*o*,     dog on",
    "**n,     ran on",
    "the*,    the",
  })
  void aPatternAllowsWhatMatches(String pattern, String words) {
    List<String> expected = words.isEmpty() ? List.of() : List.of(words.split(" "));

    if (expected.isEmpty()) {
      assertThatThrownBy(
              () -> held("___ on", VocabularyChoice.WORDS, BlankConstraint.allow(pattern)))
          .hasMessageContaining("matches no word");
    } else {
      assertThat(held("___ on", VocabularyChoice.WORDS, BlankConstraint.allow(pattern)))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(held("___ on", VocabularyChoice.WORDS, BlankConstraint.forbid(pattern)))
          .containsExactlyInAnyOrderElementsOf(
              Stream.of("the", "cat", "dog", "sat", "ran", "on", "mat")
                  .filter(word -> !expected.contains(word))
                  .toList());
    }
  }

  @Test
  void aPatternStandsBesideWordsAndChoosesAmongTheVocabulary() {
    assertThat(held("___ on", VocabularyChoice.WORDS, BlankConstraint.allow("d*", "ran", "dog")))
        .containsExactlyInAnyOrder("dog", "ran");
    assertThat(held("___ on", VocabularyChoice.PIECES, BlankConstraint.allow("*s*")))
        .containsExactlyInAnyOrder("sat", "##s");
    assertThat(held("cat___", VocabularyChoice.WORDS, BlankConstraint.allow("i*g")))
        .containsExactly("##ing");
  }
}
