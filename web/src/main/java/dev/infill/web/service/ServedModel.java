package dev.infill.web.service;

import dev.infill.core.text.MaskedLanguageModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The model of a service, which is opened after the service has begun to listen. Thread-safe. */
final class ServedModel {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final AtomicReference<@Nullable MaskedLanguageModel> model = new AtomicReference<>();
  private volatile boolean closing;

  void open(MaskedLanguageModel opened) {
    model.set(opened);
  }

  void close() {
    closing = true;
  }

  /** Says whether requests are answered. */
  boolean isReady() {
    return model.get() != null && !closing;
  }

  /**
   * Returns the model.
   *
   * @throws ProblemException if it is not open yet
   */
  MaskedLanguageModel require() {
    if (closing) {
      throw ProblemException.passing(503, RETRY, "the service is being closed");
    }
    MaskedLanguageModel opened = model.get();
    if (opened == null) {
      throw ProblemException.passing(503, RETRY, "the model is still being opened");
    }
    return opened;
  }
}
