package dev.infill.bert;

import dev.infill.bert.runtime.Precision;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** Models of tests, opened as a user's folders and files are. */
final class TestModels {
  private TestModels() {}

  static BertModel open(Path model, Path cache, Precision precision) {
    return BertModel.open(
        BertModelOptions.defaults()
            .withModel(model.toString())
            .withCache(cache)
            .withPrecision(precision)
            .withThreads(1));
  }

  /** Allows all tokens in every blank. */
  static List<TokenSet> all(BertModel model, TokenizedText text) {
    return Collections.nCopies(text.blankCount(), TokenSet.all(model.vocabulary().size()));
  }
}
