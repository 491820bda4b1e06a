package dev.infill.bert;

import dev.infill.bert.runtime.Precision;
import java.nio.file.Path;

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
}
