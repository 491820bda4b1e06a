package dev.infill.corpora;

import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** The lines of a corpus in UTF-8, ended by LF or CR LF; holds no more than one of them. */
final class LineSource {
  /** A line must be shorter. Sentences and paragraphs are by far; a file without lines is not. */
  private static final int LINE_LIMIT_BYTES = 1_000_000;

  private static final char REPLACEMENT = '\uFFFD';

  private final CorpusInput input;
  private final RawLines lines;
  private long count;

  LineSource(CorpusInput input) {
    this.input = input;
    this.lines = new RawLines(input.stream(), 0, 1);
  }

  /**
   * A line of a file.
   *
   * @param number its number, counted from 1
   * @param text its text, without its end
   */
  record Line(long number, String text) {}

  /** Returns the number of lines that have been read. */
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
    FileErrors errors = input.errors();
    if (bytes.length >= LINE_LIMIT_BYTES) {
      throw errors.at(
          line.number(),
          "the line has a megabyte or more; a corpus has a sentence, a paragraph or a JSON object a"
              + " line");
    }
    for (int i = 0; i < bytes.length; i++) {
      if (isControl(bytes[i])) {
        throw errors.at(
            line.number(),
            "is not text: there is the control character U+%04X at byte %,d of the file"
                .formatted(bytes[i], line.position(i) + 1));
      }
    }
    int end = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
    String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
    // The quick decoder replaces what it cannot read; the strict one says where that is.
    return text.indexOf(REPLACEMENT) < 0 ? text : strict(line, end);
  }

  private String strict(RawLine line, int end) {
    byte[] bytes = line.bytes();
    ByteBuffer encoded = ByteBuffer.wrap(bytes, 0, end);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
    } catch (MalformedInputException e) {
      // The buffer stands where the decoder stopped.
      int at = encoded.position();
      String wrong =
          HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes, at, at + e.getInputLength());
      throw input
          .errors()
          .at(
              line.number(),
              "is not UTF-8: %s at byte %,d of the file is no character; a corpus must be UTF-8"
                  .formatted(wrong, line.position(at) + 1),
              e);
    } catch (CharacterCodingException e) {
      throw new IllegalStateException("Java has a character for all that UTF-8 encodes", e);
    }
  }

  /** Says whether a character is a control character other than HT, LF, VT, FF and CR. */
  static boolean isControl(int character) {
    return character >= 0 && character < ' ' && (character < '\t' || character > '\r');
  }
}
