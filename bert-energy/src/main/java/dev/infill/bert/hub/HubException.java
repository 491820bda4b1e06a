package dev.infill.bert.hub;

import org.jspecify.annotations.Nullable;

/**
 * The network, the hub or the disk keeps a model from being downloaded. The message is one line
 * that names the next step.
 */
public final class HubException extends RuntimeException {
  HubException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Interrupts the thread again, and returns the exception for it. */
  static HubException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new HubException(
        "interrupted while downloading a model; the part that came is kept, and the next download"
            + " continues it",
        cause);
  }
}
