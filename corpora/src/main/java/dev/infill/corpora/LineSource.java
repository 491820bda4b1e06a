package dev.infill.corpora;

import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** The lines of a corpus in UTF-8, ended by LF or CR LF; holds no more than one of them. */
final class LineSource implements AutoCloseable {
  /** A line must be shorter. Sentences and paragraphs are by far; a file without lines is not. */
  static final int LINE_LIMIT_BYTES = 1_000_000;

  private static final char REPLACEMENT = '\uFFFD';

  private final CorpusInput input;
  private final RawLines lines;
  private long count;

  LineSource(CorpusInput input) {
    this.input = input;
    this.lines = new RawLines(input.stream(), 0, 1);
  }

  /** Returns how many lines have been read. */
  long count() {
    return count;
  }

  /**
   * Returns the next line, or empty at the end.
   *
   * @throws dev.infill.core.InvalidInputException if it is too long, not UTF-8 or not text; the
   *     source is of no use then
   */
  Optional<Line> next() {
    Optional<RawLine> line;
    try {
      line = lines.nextOrBlank();
    } catch (IOException e) {
      throw input.failure(e);
    }
    count += line.isPresent() ? 1 : 0;
    return line.map(read -> new Line(read.number(), text(read)));
  }

  private String text(RawLine line) {
    byte[] bytes = line.bytes();
    if (bytes.length >= LINE_LIMIT_BYTES) {
      throw input
          .errors()
          .at(
              line.number(),
              "the line has a megabyte or more; a corpus has a sentence, a paragraph or a JSON"
                  + " object a line");
    }
    for (int i = 0; i < bytes.length; i++) {
      if (isControl(bytes[i])) {
        throw input
            .errors()
            .at(
                line.number(),
                "is not text: there is the control character U+%04X at byte %,d of the file"
                    .formatted(bytes[i], line.position(i) + 1));
      }
    }
    int end = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
    String decoded = new String(bytes, 0, end, StandardCharsets.UTF_8);
    // The quick decoder replaces what it cannot read; the strict one says where that is.
    if (decoded.indexOf(REPLACEMENT) >= 0) {
      check(line, end);
    }
    return decoded;
  }

  /** Says whether a byte is a control character other than HT, LF, VT, FF and CR. */
  private static boolean isControl(byte b) {
    return b >= 0 && b < ' ' && (b < '\t' || b > '\r');
  }

  private void check(RawLine line, int end) {
    ByteBuffer encoded = ByteBuffer.wrap(line.bytes(), 0, end);
    CoderResult result =
        StandardCharsets.UTF_8.newDecoder().decode(encoded, CharBuffer.allocate(end), true);
    if (result.isError()) {
      int at = encoded.position();
      String wrong =
          HexFormat.ofDelimiter(" ")
              .withUpperCase()
              .formatHex(line.bytes(), at, at + result.length());
      throw input
          .errors()
          .at(
              line.number(),
              "is not UTF-8: %s at byte %,d of the file is no character; a corpus must be UTF-8"
                  .formatted(wrong, line.position(at) + 1));
    }
  }

  @Override
  public void close() {
    input.close();
  }
}
