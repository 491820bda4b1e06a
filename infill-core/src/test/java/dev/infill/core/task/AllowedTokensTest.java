package dev.infill.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.VocabularyChoice;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AllowedTokensTest {
  @Test
  void fullVocabularyHoldsEveryToken() {
    TinyLanguageModel model = new TinyLanguageModel();
    TokenSet full = model.vocabulary().select(VocabularyChoice.FULL);

    assertThat(
            new AllowedTokens(model)
                .select(BlankedText.parse("___"), VocabularyChoice.FULL, Map.of()))
        .containsExactly(new AllowedTokens.OfBlank(full, full));
    assertThat(full).isEqualTo(TokenSet.all(TinyLanguageModel.TOKENS.size()));
  }
}
