package dev.infill.bert.weights;

import dev.infill.core.Checksum;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The files that a model is read from, and their state.
 *
 * <p>Size and time of modification do not tell the state: a program can write other bytes and set
 * the time back. The operating system keeps the time of the last change of any kind, which no
 * program can set, and the number of the file. Where it does not keep them, or only whole seconds,
 * the state is a checksum of the content.
 *
 * @param location where the model is
 * @param state words that change whenever a file does
 * @param files all files that are read, whether they exist or not
 */
public record SourceFiles(String location, String state, List<Path> files) {
  /** Two changes within this time can have the same time stamp. */
  private static final Duration TICK = Duration.ofMillis(20);

  private static final String ABSENT = "absent";

  /** Copies the list. */
  public SourceFiles {
    files = List.copyOf(files);
  }

  /**
   * Takes some files as they are now.
   *
   * @param location where the model is
   * @param files all files that are read, whether they exist or not
   * @throws IOException if a file's attributes cannot be read
   */
  public static SourceFiles of(String location, List<Path> files) throws IOException {
    return new SourceFiles(location, state(files), files);
  }

  /**
   * Says whether no file has changed since.
   *
   * @throws IOException if a file's attributes cannot be read
   */
  public boolean areUnchanged() throws IOException {
    return state(files).equals(state);
  }

  /**
   * Returns the names and checksums of the files, which do not depend on where and when the files
   * were written.
   *
   * @throws IOException if a file cannot be read
   */
  public String contents() throws IOException {
    StringBuilder contents = new StringBuilder();
    for (Path file : files) {
      contents.append(file.getFileName()).append(": ").append(content(file)).append(", ");
    }
    return contents.toString();
  }

  private static String state(List<Path> files) throws IOException {
    StringBuilder states = new StringBuilder();
    for (Path file : files) {
      Optional<String> attributes = attributes(file);
      states
          .append(file.getFileName())
          .append(": ")
          .append(attributes.isPresent() ? attributes.get() : content(file))
          .append(", ");
    }
    return states.toString();
  }

  private static String content(Path file) throws IOException {
    if (!Files.exists(file)) {
      return ABSENT;
    }
    Optional<String> fault = RegularFile.fault(file);
    return fault.isPresent() ? fault.get() : Checksum.SHA256 + " " + Checksum.SHA256.of(file);
  }

  /** Returns what the operating system knows about a file, or empty if that is not enough. */
  private static Optional<String> attributes(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.of(ABSENT);
    }
    Map<String, Object> attributes;
    try {
      attributes = Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,dev,ino");
      Instant changed = ((FileTime) Objects.requireNonNull(attributes.get("ctime"))).toInstant();
      Duration since = Duration.between(changed, Instant.now());
      if (changed.equals(changed.truncatedTo(ChronoUnit.SECONDS)) || since.isNegative()) {
        return Optional.empty();
      }
      if (since.compareTo(TICK) < 0) {
        // Any later change then has another time.
        Thread.sleep(TICK.minus(since).toMillis() + 1);
        return attributes(file);
      }
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    return Optional.of(
        "%s bytes of %s, changed %s, file %s of %s"
            .formatted(
                attributes.get("size"),
                attributes.get("lastModifiedTime"),
                attributes.get("ctime"),
                attributes.get("ino"),
                attributes.get("dev")));
  }
}
