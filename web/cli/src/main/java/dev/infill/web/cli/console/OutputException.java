package dev.infill.web.cli.console;

import java.io.IOException;
import java.util.Locale;

/** Standard output cannot be written to. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutputException(IOException cause) {
    super("cannot write to standard output: " + cause.getMessage(), cause);
  }

  /** Says whether the reader has gone away, as {@code head} does when it has enough. */
  public boolean isBrokenPipe() {
    return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
  }
}
