package dev.infill.web.cli.option;

import dev.infill.bert.BertModelOptions;
import dev.infill.core.text.MaskedLanguageModel;

/** Opens the models that commands use. */
@FunctionalInterface
public interface ModelLoader {
  /**
   * Opens a model.
   *
   * @param options which model, how it runs, and who is notified of progress
   * @return the model, its caller's to close
   * @throws dev.infill.core.InvalidInputException if there is no such model, or it is damaged
   */
  MaskedLanguageModel open(BertModelOptions options);
}
