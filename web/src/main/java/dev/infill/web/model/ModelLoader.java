package dev.infill.web.model;

import dev.infill.core.text.MaskedLanguageModel;

/** Opens models. */
@FunctionalInterface
public interface ModelLoader {
  /**
   * Opens a model, compiling it first if need be.
   *
   * @param request which model
   * @param listener is told of progress
   * @return the model, its caller's to close
   * @throws dev.infill.core.InvalidInputException if there is no such model, or it is damaged
   */
  MaskedLanguageModel load(ModelRequest request, LoadingListener listener);
}
