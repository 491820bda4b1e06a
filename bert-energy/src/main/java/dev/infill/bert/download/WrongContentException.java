package dev.infill.bert.download;

import java.io.IOException;

/** A server sends another content than that of the file: its size or checksum is another. */
public final class WrongContentException extends IOException {
  private static final long serialVersionUID = 1;

  WrongContentException(String message) {
    super(message);
  }
}
