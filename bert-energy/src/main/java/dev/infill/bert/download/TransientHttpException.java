package dev.infill.bert.download;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure that may pass: no answer, a broken connection, a server in trouble. */
public final class TransientHttpException extends IOException {
  private static final long serialVersionUID = 1;

  private final @Nullable Duration wait;

  TransientHttpException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.wait = null;
  }

  /** Creates the error of an answer. */
  TransientHttpException(HttpAnswer answer) {
    super("%s is in trouble (HTTP %d)".formatted(answer.address().getHost(), answer.status()));
    this.wait = answer.number("Retry-After").map(Duration::ofSeconds).orElse(null);
  }

  /** Returns how long the server asked to be left alone. */
  Optional<Duration> pause() {
    return Optional.ofNullable(wait);
  }
}
