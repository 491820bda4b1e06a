package dev.infill.bert.weights.source;

import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Reads the files of a model. A failure is one line with the names of the model and the file. */
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
      throw new InvalidInputException("model", line(file, String.valueOf(e.getMessage())), e);
    } catch (FileSystemException e) {
      String what = "cannot be read (" + e.getClass().getSimpleName() + ")";
      throw new InvalidInputException("model", line(file, what), e);
    }
  }

  /** Returns the failure of a file that is not what it should be; the text continues its name. */
  InvalidInputException refusal(String file, String what) {
    return new InvalidInputException("model", line(file, what));
  }

  private String line(String file, String what) {
    return "model %s: %s %s".formatted(model, file, what);
  }
}
