package dev.infill.corpora.file;

import dev.infill.core.TextEncoding;
import java.util.Optional;

/**
 * A line of a file.
 *
 * @param number its number in the file, from 1
 * @param offset the byte of the file at which it begins, from 0
 * @param mark how many bytes of a byte order mark come before its own
 * @param bytes its bytes, not a copy of them, without line feed and byte order mark; of a line that
 *     is too long, the first {@value #LONGEST}
 * @param isTooLong whether it has more than {@value #LONGEST} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Read once and dropped; nobody compares lines.
public record RawLine(long number, long offset, int mark, byte[] bytes, boolean isTooLong) {
  /** A line that means anything is far shorter; a file without line ends must not fill memory. */
  public static final int LONGEST = 1 << 20;

  /**
   * Returns the byte of the file, from 0, that one of its bytes is.
   *
   * @param index which of its bytes
   */
  public long position(int index) {
    return offset + mark + index;
  }

  /**
   * Returns the encoding of the file where this is its first line and tells that it is not UTF-8.
   *
   * @return {@code UTF-16} or {@code UTF-32}; empty if nothing tells so
   */
  public Optional<String> wideEncoding() {
    return offset == 0 ? TextEncoding.wide(bytes) : Optional.empty();
  }

  /** Says whether there is nothing in it. */
  boolean isBlank() {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
