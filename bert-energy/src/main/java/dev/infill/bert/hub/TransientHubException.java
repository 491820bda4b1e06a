package dev.infill.bert.hub;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Something that may go well the next time: no answer, or a server in trouble. */
final class TransientHubException extends IOException {
  private static final long serialVersionUID = 1;

  private final @Nullable Duration wait;

  TransientHubException(String message, @Nullable Duration wait, @Nullable Throwable cause) {
    super(message, cause);
    this.wait = wait;
  }

  /** Returns how long the server asked to be left alone. */
  Optional<Duration> pause() {
    return Optional.ofNullable(wait);
  }
}
