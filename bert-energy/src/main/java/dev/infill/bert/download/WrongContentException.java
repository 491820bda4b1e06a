package dev.infill.bert.download;

import java.io.IOException;

/** What a server sends is not the file that was asked for: another size, or another checksum. */
public final class WrongContentException extends IOException {
  private static final long serialVersionUID = 1;

  WrongContentException(String message) {
    super(message);
  }
}
