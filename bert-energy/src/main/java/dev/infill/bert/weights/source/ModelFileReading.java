package dev.infill.bert.weights.source;

import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Reads the files of a model so that an error is one line with the file's name. */
record ModelFileReading(String model) {
  /** Reads something of a file. */
  @FunctionalInterface
  interface Reader<T> {
    T read() throws IOException;
  }

  /**
   * Reads something of a file.
   *
   * @throws InvalidInputException for field {@code model} if the file is damaged, is not what it
   *     should be, or cannot be read
   */
  <T> T of(String file, Reader<T> reader) throws IOException {
    try {
      return reader.read();
    } catch (MalformedFileException e) {
      throw invalid(file, String.valueOf(e.getMessage()), e);
    } catch (FileSystemException e) {
      throw invalid(file, "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private InvalidInputException invalid(String file, String what, IOException cause) {
    return new InvalidInputException(
        "model", "model %s: %s %s".formatted(model, file, what), cause);
  }
}
