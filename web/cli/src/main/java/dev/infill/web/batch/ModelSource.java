package dev.infill.web.batch;

import dev.infill.core.text.MaskedLanguageModel;
import java.io.Serializable;

/** Opens the model of a job in the process of a worker, which may be on another machine. */
@FunctionalInterface
public interface ModelSource extends Serializable {
  /**
   * Opens the model.
   *
   * @return the model, which its caller closes
   */
  MaskedLanguageModel open();
}
