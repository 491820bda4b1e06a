package dev.infill.web.service;

import dev.infill.core.infill.Infiller;
import dev.infill.core.text.MaskedLanguageModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The model of a service, which is opened after the service has begun to listen. Thread-safe. */
final class ServedModel {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final int jobs;
  private final AtomicReference<@Nullable MaskedLanguageModel> model = new AtomicReference<>();
  private volatile boolean closing;

  /**
   * Creates the model of a service, which is not open yet.
   *
   * @param jobs how many jobs use it at the same time
   */
  ServedModel(int jobs) {
    this.jobs = jobs;
  }

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
      throw ProblemException.closing();
    }
    MaskedLanguageModel opened = model.get();
    if (opened == null) {
      throw ProblemException.passing(503, RETRY, "the model is still being opened");
    }
    return opened;
  }

  /**
   * Returns what fills texts.
   *
   * @param opened the model, or the same as a job watches it
   */
  Infiller infiller(MaskedLanguageModel opened) {
    return new Infiller(opened, jobs);
  }
}
