package dev.infill.web.batch;

import dev.infill.core.Checksum;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The SHA-256 of a complete part, in a file beside it that {@code sha256sum -c} reads.
 *
 * @param results the file of the part's results
 */
record PartChecksum(Path results) {
  private Path file() {
    return results.resolveSibling(results.getFileName() + ".sha256");
  }

  /**
   * Writes the checksum. It has to be there before the results have their name.
   *
   * @param sha256 the SHA-256 of the results
   */
  void write(String sha256) throws IOException {
    AtomicFile.write(file(), line(sha256));
  }

  /**
   * Makes sure that the results are as they were written.
   *
   * @throws InvalidInputException if they are not, or nobody can tell
   */
  void check() throws IOException {
    if (!Files.exists(file())) {
      throw refusal("its checksum, %s, is missing".formatted(file().getFileName()));
    }
    if (!Files.readString(file()).equals(line(Checksum.SHA256.of(results)))) {
      throw refusal(
          "it is not as it was written: its SHA-256 is not that in " + file().getFileName());
    }
  }

  /** Returns the error that the results are not those that were written. */
  InvalidInputException refusal(String reason) {
    return new InvalidInputException(
        "output",
        "%s cannot be relied on: %s; delete it, and the same command fills it again"
            .formatted(results, reason));
  }

  private String line(String sha256) {
    return "%s  %s\n".formatted(sha256, results.getFileName());
  }
}
