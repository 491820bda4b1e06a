package dev.infill.corpora.file;

/** A line of a file. */
public final class RawLine {
  /** A line that means anything is far shorter; a file without line ends must not fill memory. */
  public static final int LONGEST = 1 << 20;

  private final long number;
  private final long offset;
  private final int mark;
  private final byte[] bytes;
  private final boolean isTooLong;

  RawLine(long number, long offset, int mark, byte[] bytes, boolean isTooLong) {
    this.number = number;
    this.offset = offset;
    this.mark = mark;
    this.bytes = bytes;
    this.isTooLong = isTooLong;
  }

  /** Returns its number in the file, from 1. */
  public long number() {
    return number;
  }

  /** Returns the byte of the file at which it begins, from 0. */
  public long offset() {
    return offset;
  }

  /**
   * Returns its bytes, not a copy of them, without line feed and byte order mark; of a line that is
   * too long, the first {@value #LONGEST}.
   */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Returns the byte of the file, from 0, that one of its bytes is.
   *
   * @param index which of its bytes
   */
  public long position(int index) {
    return offset + mark + index;
  }

  /** Says whether it has more than {@value #LONGEST} bytes. */
  public boolean isTooLong() {
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
