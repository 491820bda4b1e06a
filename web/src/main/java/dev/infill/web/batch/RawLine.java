package dev.infill.web.batch;

/** A line of a file. */
final class RawLine {
  /** A text that can be filled is far shorter; a file without line ends must not fill memory. */
  static final int LONGEST = 1 << 20;

  private final long number;
  private final long offset;
  private final byte[] bytes;
  private final boolean isTooLong;

  /**
   * Creates a line.
   *
   * @param number its number in the file, from 1
   * @param offset the byte of the file at which it begins
   * @param bytes its bytes without its end; of one that is too long, the first {@value #LONGEST}
   * @param isTooLong whether it has more bytes than that
   */
  RawLine(long number, long offset, byte[] bytes, boolean isTooLong) {
    this.number = number;
    this.offset = offset;
    this.bytes = bytes;
    this.isTooLong = isTooLong;
  }

  long number() {
    return number;
  }

  long offset() {
    return offset;
  }

  /** Returns its bytes, not a copy of them. */
  byte[] bytes() {
    return bytes;
  }

  boolean isTooLong() {
    return isTooLong;
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
