package dev.infill.bert.hub;

import org.jspecify.annotations.Nullable;

/**
 * A model could not be downloaded for a reason that is not its user's: the network, the hub, or the
 * disk. The message is one line that says what to do about it.
 */
public final class HubException extends RuntimeException {
  HubException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Interrupts the thread, and returns what is thrown for it. */
  static HubException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new HubException(
        "interrupted while downloading a model; what is there is kept, and the next download"
            + " goes on from there",
        cause);
  }
}
