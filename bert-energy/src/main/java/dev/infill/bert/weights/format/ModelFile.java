package dev.infill.bert.weights.format;

import dev.infill.core.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A file of a model, which anyone may have written. Failures continue the file's name. */
public final class ModelFile {
  private static final String POINTER = "version https://git-lfs.github.com/spec/";

  /** By its specification, a pointer of Git LFS has fewer bytes. */
  private static final int POINTER_BYTES = 1024;

  private ModelFile() {}

  /**
   * Opens a file to read it.
   *
   * @throws MalformedFileException if it is missing, no regular file, or a pointer of Git LFS
   */
  public static FileChannel open(Path file) throws IOException {
    requireContent(file);
    return FileChannel.open(file);
  }

  /**
   * Reads a file whole.
   *
   * @param most its largest length
   * @throws MalformedFileException as above, or if it is larger
   */
  public static byte[] bytes(Path file, long most) throws IOException {
    requireContent(file);
    long size = Files.size(file);
    if (size > most) {
      throw new MalformedFileException(
          "has %,d bytes, more than the %,d that are read".formatted(size, most));
    }
    return Files.readAllBytes(file);
  }

  /**
   * Checks that a file is a regular file with its content, not a pointer to it.
   *
   * @throws MalformedFileException as above
   */
  public static void requireContent(Path file) throws IOException {
    Optional<String> fault = RegularFile.fault(file);
    if (fault.isPresent()) {
      throw new MalformedFileException(fault.get());
    }
    try {
      if (Files.size(file) < POINTER_BYTES && isPointer(file)) {
        throw new MalformedFileException(
            "is a pointer of Git LFS, whose content was not fetched: run git lfs pull in its"
                + " folder, or download the file itself");
      }
    } catch (NoSuchFileException e) {
      throw new MalformedFileException("is missing", e);
    }
  }

  private static boolean isPointer(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      return new String(bytes.readNBytes(POINTER.length()), StandardCharsets.ISO_8859_1)
          .equals(POINTER);
    }
  }
}
