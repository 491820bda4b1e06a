package dev.infill.corpora.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The whole lines of a file that is appended to. What a kill left of a last line is not one, nor is
 * what another process has written of it by now.
 *
 * @param file the file
 * @param text the lines, each with its end
 * @param bytes how many bytes of the file they are
 * @param isCut whether part of a line follows them
 */
public record WholeLines(Path file, String text, int bytes, boolean isCut) {
  /**
   * Reads the lines.
   *
   * @param file a file in UTF-8
   * @throws IOException if it cannot be read
   */
  public static WholeLines read(Path file) throws IOException {
    return of(file, Files.readAllBytes(file));
  }

  static WholeLines of(Path file, byte[] all) {
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    return new WholeLines(
        file, new String(all, 0, end, StandardCharsets.UTF_8), end, end < all.length);
  }
}
