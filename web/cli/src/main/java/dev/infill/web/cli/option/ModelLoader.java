package dev.infill.web.cli.option;

import dev.infill.bert.BertModelOptions;
import dev.infill.core.text.MaskedLanguageModel;

/** Opens the models that commands use. */
@FunctionalInterface
public interface ModelLoader {
  /**
   * Opens a model.
   *
   * @param options which model, how it runs, and the listener of its progress
   * @return the model, which its caller closes
   * @throws dev.infill.core.InvalidInputException if there is no such model, or it is damaged
   */
  MaskedLanguageModel open(BertModelOptions options);
}
