package dev.infill.corpora.file;

import dev.infill.core.TextEncoding;
import java.util.Optional;

/**
 * A line of a file.
 *
 * @param number its number in the file, from 1
 * @param offset the byte of the file at which it begins, from 0
 * @param mark the length of the byte order mark before its own bytes, in bytes
 * @param bytes its bytes, not a copy, without line feed and byte order mark; the first {@value
 *     #LONGEST} of a line that is too long
 * @param isTooLong whether it has more than {@value #LONGEST} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Read once and dropped; nobody compares lines.
public record RawLine(long number, long offset, int mark, byte[] bytes, boolean isTooLong) {
  /** A file without line ends must not fill memory. */
  public static final int LONGEST = 1 << 20;

  /**
   * Returns the place of one of its bytes in the file, from 0.
   *
   * @param index which of its bytes, from 0
   */
  public long position(int index) {
    return offset + mark + index;
  }

  /**
   * Returns the encoding of the file if this is its first line and tells that it is not UTF-8.
   *
   * @return {@code UTF-16} or {@code UTF-32}; empty otherwise
   */
  public Optional<String> wideEncoding() {
    return offset == 0 ? TextEncoding.wide(bytes) : Optional.empty();
  }

  /** Says whether it holds nothing but spaces, tabs and carriage returns. */
  boolean isBlank() {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
