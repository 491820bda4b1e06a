package dev.infill.web.batch;

import dev.infill.core.Checksum;
import dev.infill.corpora.file.RawLine;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The SHA-256 of lines, each with its length before it. */
final class LinesDigest {
  private final MessageDigest digest = Checksum.SHA256.digest();

  void add(RawLine line) {
    add(digest, line);
  }

  /** Adds a line to a digest of the caller's. */
  static void add(MessageDigest digest, RawLine line) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, line.bytes().length));
    digest.update(line.bytes());
  }

  /** Returns the digest, and begins a new one. */
  String take() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
