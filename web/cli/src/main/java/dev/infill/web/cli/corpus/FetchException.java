package dev.infill.web.cli.corpus;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A corpus could not be fetched. The message is one line that says what to do about it. */
final class FetchException extends IOException {
  private static final long serialVersionUID = 1;

  FetchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
