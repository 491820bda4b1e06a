package dev.infill.corpora.file;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a stream, in order, ended by line feeds. Holds no more than a buffer and one line.
 * Not thread-safe.
 */
public final class RawLines implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream stream;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean isCut;
  private long offset;
  private long number;

  /**
   * Reads from the beginning of a line.
   *
   * @param stream what is read; closed with this
   * @param offset the byte of the file that the stream begins with
   * @param number the number of the line that it begins with
   */
  public RawLines(InputStream stream, long offset, long number) {
    this.stream = stream;
    this.offset = offset;
    this.number = number - 1;
  }

  /**
   * Returns the next line that is not blank, or empty at the end. Blank ones count as lines all the
   * same.
   *
   * @throws IOException if the stream cannot be read
   */
  public Optional<RawLine> next() throws IOException {
    Optional<RawLine> line = nextOrBlank();
    while (line.isPresent() && line.get().isBlank()) {
      line = nextOrBlank();
    }
    return line;
  }

  /**
   * Returns the next line, or empty at the end. A line that is too long is cut; the next call
   * passes over its rest.
   *
   * @throws IOException if the stream cannot be read
   */
  public Optional<RawLine> nextOrBlank() throws IOException {
    while (isCut && has()) {
      isCut = !skip(lineEnd());
    }
    if (!has()) {
      return Optional.empty();
    }
    long begin = offset;
    number++;
    line.reset();
    boolean isOver = false;
    while (!isOver && !isCut && has()) {
      int end = lineEnd();
      int room = RawLine.LONGEST - line.size();
      isCut = end - position > room;
      int taken = isCut ? position + room : end;
      line.write(buffer, position, taken - position);
      isOver = skip(taken);
    }
    byte[] bytes = line.toByteArray();
    int length = BYTE_ORDER_MARK.length;
    boolean isMarked =
        begin == 0
            && bytes.length >= length
            && Arrays.equals(bytes, 0, length, BYTE_ORDER_MARK, 0, length);
    return Optional.of(
        isMarked
            ? new RawLine(
                number, begin, length, Arrays.copyOfRange(bytes, length, bytes.length), isCut)
            : new RawLine(number, begin, 0, bytes, isCut));
  }

  /** Returns how many bytes were read, counted from the beginning of the file. */
  public long offset() {
    return offset;
  }

  /** Returns the end of the line, or of the buffer if that comes first. */
  private int lineEnd() {
    int end = position;
    while (end < limit && buffer[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Goes to a place of the buffer, and past a line feed there. Says whether there was one. */
  private boolean skip(int to) {
    boolean isOver = to < limit && buffer[to] == '\n';
    int next = isOver ? to + 1 : to;
    offset += next - position;
    position = next;
    return isOver;
  }

  /** Says whether there is more, and reads it if it is not in the buffer. */
  private boolean has() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, stream.read(buffer, 0, buffer.length));
    }
    return position < limit;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
