package dev.infill.corpora;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** The lines of a corpus in UTF-8, ended by LF or CR LF; holds no more than one of them. */
final class LineSource implements AutoCloseable {
  /** A line must be shorter. Sentences and paragraphs are by far; a file without lines is not. */
  static final int LINE_LIMIT_BYTES = 1_000_000;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final char REPLACEMENT = '\uFFFD';

  private final CorpusInput input;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int limit;
  private byte[] line = new byte[BUFFER_BYTES];
  private int length;
  private long number;
  private long lineOffset;

  LineSource(CorpusInput input) {
    this.input = input;
  }

  /** Returns how many lines have been read. */
  long count() {
    return number;
  }

  /**
   * Returns the next line, or empty at the end.
   *
   * @throws dev.infill.core.InvalidInputException if it is too long, not UTF-8 or not text; the
   *     source is of no use then
   */
  Optional<Line> next() {
    lineOffset += number == 0 ? 0 : length + 1;
    length = 0;
    boolean complete = false;
    boolean atEnd = false;
    while (!complete && !atEnd) {
      if (next == limit) {
        limit = Math.max(0, input.read(buffer, 0, buffer.length));
        next = 0;
        atEnd = limit == 0;
      }
      int end = next;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      append(end);
      complete = end < limit;
      next = complete ? end + 1 : end;
    }
    if (!complete && length == 0) {
      return Optional.empty();
    }
    number++;
    return Optional.of(new Line(number, text()));
  }

  private void append(int end) {
    int added = end - next;
    if (length + added >= LINE_LIMIT_BYTES) {
      throw input
          .errors()
          .at(
              number + 1,
              "the line has a megabyte or more; a corpus has a sentence, a paragraph or a JSON"
                  + " object a line");
    }
    if (length + added > line.length) {
      line = Arrays.copyOf(line, Math.min(LINE_LIMIT_BYTES, 2 * (length + added)));
    }
    System.arraycopy(buffer, next, line, length, added);
    length += added;
  }

  private String text() {
    for (int i = 0; i < length; i++) {
      if (isControl(line[i])) {
        throw input
            .errors()
            .at(
                number,
                "is not text: there is the control character U+%04X at byte %,d of the file"
                    .formatted(line[i], lineOffset + i + 1));
      }
    }
    boolean marked =
        number == 1
            && length >= BYTE_ORDER_MARK.length
            && Arrays.equals(line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, 3);
    int start = marked ? BYTE_ORDER_MARK.length : 0;
    int end = length > start && line[length - 1] == '\r' ? length - 1 : length;
    String decoded = new String(line, start, end - start, StandardCharsets.UTF_8);
    // The quick decoder replaces what it cannot read; the strict one says where that is.
    if (decoded.indexOf(REPLACEMENT) >= 0) {
      check(start, end);
    }
    return decoded;
  }

  /** Says whether a byte is a control character other than HT, LF, VT, FF and CR. */
  private static boolean isControl(byte b) {
    return b >= 0 && b < ' ' && (b < '\t' || b > '\r');
  }

  private void check(int start, int end) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer encoded = ByteBuffer.wrap(line, start, end - start);
    CoderResult result = decoder.decode(encoded, CharBuffer.allocate(end - start), true);
    if (result.isError()) {
      int at = encoded.position();
      String wrong =
          HexFormat.ofDelimiter(" ").withUpperCase().formatHex(line, at, at + result.length());
      throw input
          .errors()
          .at(
              number,
              "is not UTF-8: %s at byte %,d of the file is no character; a corpus must be UTF-8"
                  .formatted(wrong, lineOffset + at + 1));
    }
  }

  @Override
  public void close() {
    input.close();
  }
}
