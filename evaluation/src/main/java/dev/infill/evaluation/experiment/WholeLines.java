package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole lines of a file that is appended to. What a kill left of a last line is not one, nor is
 * what another process has written of it by now.
 *
 * @param file the file
 * @param text the lines, each with its end
 * @param bytes how many bytes of the file they are
 * @param isCut whether part of a line follows them
 */
record WholeLines(Path file, String text, int bytes, boolean isCut) {
  static WholeLines read(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    return new WholeLines(
        file, new String(all, 0, end, StandardCharsets.UTF_8), end, end < all.length);
  }

  /**
   * Reads a value from each line.
   *
   * @throws InvalidInputException if a line holds no such value
   */
  <T> List<T> parse(ExperimentJson json, Class<T> type) {
    List<T> values = new ArrayList<>();
    for (String line : text.lines().toList()) {
      try {
        values.add(json.read(line, type));
      } catch (IOException e) {
        throw new InvalidInputException(
            "out",
            "%s:%d: damaged: not a line that Infill wrote; run the experiment in another folder"
                .formatted(file, values.size() + 1),
            e);
      }
    }
    return values;
  }
}
