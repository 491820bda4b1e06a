package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownPiecesTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  private final KnownPieces known = new KnownPieces(model::tokenize, model.vocabulary());

  @Test
  void acceptsWhatTheModelKnows() {
    assertThat(known.test(List.of("the", "cat", "sat", "."))).isTrue();
  }

  @Test
  void refusesUnknownPieces() {
    assertThat(known.test(List.of("the", "zebra", "sat", "."))).isFalse();
  }

  /** BERT's tokenizer takes [UNK] in a text for brackets and letters. */
  @Test
  void refusesWordsThatTheCorpusDidNotKeep() {
    KnownPieces lenient =
        new KnownPieces(
            text -> model.tokenize(new BlankedText("the", List.of())), model.vocabulary());

    assertThat(lenient.test(List.of("the", "zebra"))).isTrue();
    assertThat(lenient.test(List.of("the", "[UNK]"))).isFalse();
    assertThat(lenient.test(List.of("the", "[unk]"))).isFalse();
  }

  @Test
  void refusesWhatIsTooLongForTheModel() {
    assertThat(known.test(Collections.nCopies(14, "cat"))).isTrue();
    assertThat(known.test(Collections.nCopies(15, "cat"))).isFalse();
  }
}
