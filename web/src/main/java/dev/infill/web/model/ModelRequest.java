package dev.infill.web.model;

import dev.infill.core.InvalidInputException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which model is wanted, and how it is run.
 *
 * @param model the name of a model, or the path of a folder that holds one
 * @param device what it runs on
 * @param threads how many threads the model uses, at least 1
 * @param cache the folder that keeps compiled models; the loader's own choice if empty
 */
public record ModelRequest(String model, Device device, int threads, Optional<Path> cache) {
  /** The model that is used unless another is named. */
  public static final String DEFAULT_MODEL = "bert-base-uncased";

  /** Checks the range of the threads. */
  public ModelRequest {
    if (threads < 1) {
      throw new InvalidInputException("threads", "threads must be at least 1, not " + threads);
    }
  }
}
