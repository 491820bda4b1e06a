package dev.infill.web.cli.option;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import dev.infill.core.TextEncoding;
import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Texts from a file or standard input, one a line, in UTF-8. Blank lines are passed over; they
 * count as lines all the same.
 */
public final class TextSource implements AutoCloseable {
  private static final String STANDARD_INPUT = "-";

  private final String name;
  private final RawLines lines;
  private int line;
  private boolean isRefused;

  private TextSource(String name, InputStream bytes) {
    this.name = name;
    this.lines = new RawLines(bytes, 0, 1);
  }

  /**
   * Opens a source.
   *
   * @param input a path, or {@code -} for standard input
   * @param standardInput what {@code -} stands for
   * @throws InvalidInputException if there is no such file, or it cannot be read
   */
  static TextSource open(String input, InputStream standardInput) {
    if (input.equals(STANDARD_INPUT)) {
      return new TextSource("standard input", standardInput);
    }
    Path path = Path.of(input);
    try {
      Optional<String> fault = RegularFile.fault(path);
      if (fault.isPresent()) {
        throw new InvalidInputException(
            "input", "%s %s; - stands for standard input".formatted(input, fault.get()));
      }
      return new TextSource(input, Files.newInputStream(path));
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("input", "there is no file " + input, e);
    } catch (IOException e) {
      throw new InvalidInputException("input", input + " cannot be read: " + e.getMessage(), e);
    }
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
