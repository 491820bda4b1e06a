package dev.infill.web.batch;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a stream that are not blank, in order. Blank ones count as lines all the same. Holds
 * no more than a buffer and one line. Not thread-safe.
 */
final class RawLines implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream stream;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private long offset;
  private long number;

  /**
   * Reads from the beginning of a line.
   *
   * @param stream what is read; closed with this
   * @param offset the byte of the file that the stream begins with
   * @param number the number of the line that it begins with
   */
  RawLines(InputStream stream, long offset, long number) {
    this.stream = stream;
    this.offset = offset;
    this.number = number - 1;
  }

  /**
   * Returns the next line that is not blank, or empty at the end.
   *
   * @throws IOException if the file cannot be read
   */
  Optional<RawLine> next() throws IOException {
    while (position < limit || fill()) {
      RawLine line = line();
      if (!line.isBlank()) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /** Returns how many bytes were read, counted from the beginning of the file. */
  long offset() {
    return offset;
  }

  private RawLine line() throws IOException {
    long begin = offset;
    number++;
    ByteArrayOutputStream collected = new ByteArrayOutputStream();
    boolean isTooLong = false;
    boolean isOver = false;
    while (!isOver && (position < limit || fill())) {
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      int room = RawLine.LONGEST - collected.size();
      collected.write(buffer, position, Math.min(room, end - position));
      isTooLong |= end - position > room;
      isOver = end < limit;
      int next = isOver ? end + 1 : end;
      offset += next - position;
      position = next;
    }
    byte[] bytes = collected.toByteArray();
    return new RawLine(number, begin, begin == 0 ? withoutByteOrderMark(bytes) : bytes, isTooLong);
  }

  private static byte[] withoutByteOrderMark(byte[] bytes) {
    int length = BYTE_ORDER_MARK.length;
    return bytes.length >= length && Arrays.equals(bytes, 0, length, BYTE_ORDER_MARK, 0, length)
        ? Arrays.copyOfRange(bytes, length, bytes.length)
        : bytes;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, stream.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
