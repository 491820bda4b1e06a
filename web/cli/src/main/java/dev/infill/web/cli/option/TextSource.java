package dev.infill.web.cli.option;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TextEncoding;
import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import dev.infill.web.cli.console.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Texts from a file or standard input, one a line, in UTF-8. Blank lines are passed over; they
 * count as lines all the same.
 */
public final class TextSource implements AutoCloseable {
  private final String name;
  private final RawLines lines;
  private int line;
  private boolean isRefused;

  /** Reads a file from its beginning; it is closed with this. */
  TextSource(InputFile file) {
    this.name = file.name();
    this.lines = new RawLines(file.bytes(), 0, 1);
  }

  /**
   * Returns the next text, or empty at the end.
   *
   * @throws InvalidInputException if the line is not UTF-8 or longer than {@value RawLine#LONGEST}
   *     bytes, and the next call goes on behind it; or if the source is in UTF-16, and has no more
   */
  Optional<String> next() {
    Optional<RawLine> read = nextLine();
    while (read.isPresent()) {
      String text = decode(read.get());
      if (!text.isBlank()) {
        return Optional.of(text);
      }
      read = nextLine();
    }
    return Optional.empty();
  }

  /** Returns where the last text stood, such as {@code texts.txt:3}. */
  public String location() {
    return name + ":" + line;
  }

  /** Returns the number of the line that the last text stood on, from 1. */
  public int line() {
    return line;
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be closed: " + FailureReason.of(e), e);
    }
  }

  private Optional<RawLine> nextLine() {
    try {
      Optional<RawLine> next = isRefused ? Optional.empty() : lines.nextOrBlank();
      line = next.map(read -> Math.toIntExact(read.number())).orElse(line);
      Optional<String> wide = next.flatMap(RawLine::wideEncoding);
      if (wide.isPresent()) {
        isRefused = true;
        throw new InvalidInputException("input", TextEncoding.refusal(name, wide.get()));
      }
      return next;
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static String decode(RawLine encoded) {
    if (encoded.isTooLong()) {
      throw new InvalidInputException(
          "input", "the line is longer than %,d bytes".formatted(RawLine.LONGEST));
    }
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(encoded.bytes())).toString();
      return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    } catch (CharacterCodingException e) {
      throw new InvalidInputException("input", "the line is not UTF-8", e);
    }
  }
}
