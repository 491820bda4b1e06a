package dev.infill.web.cli.console;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that a command reads, or standard input.
 *
 * @param name what messages call it
 * @param bytes what is in it; whoever opened it closes it
 */
public record InputFile(String name, InputStream bytes) {
  private static final String STANDARD_INPUT = "-";

  /**
   * Opens a file.
   *
   * @param option the name of the option that named it, without the dashes
   * @param file a path, or {@code -} for standard input
   * @param console whose standard input that is
   * @throws InvalidInputException if there is no such file, or it cannot be read
   */
  public static InputFile open(String option, String file, Console console) {
    if (file.equals(STANDARD_INPUT)) {
      return new InputFile("standard input", console.in());
    }
    Path path = Path.of(file);
    try {
      Optional<String> fault = RegularFile.fault(path);
      if (fault.isPresent()) {
        throw new InvalidInputException(
            option, "%s %s; - stands for standard input".formatted(file, fault.get()));
      }
      return new InputFile(file, Files.newInputStream(path));
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(option, "there is no file " + file, e);
    } catch (IOException e) {
      throw new InvalidInputException(
          option, "%s cannot be read: %s".formatted(file, FailureReason.of(e)), e);
    }
  }
}
