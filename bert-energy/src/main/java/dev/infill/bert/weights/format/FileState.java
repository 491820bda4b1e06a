package dev.infill.bert.weights.format;

import dev.infill.core.Checksum;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What changes when files do, in words.
 *
 * <p>The size and the time of modification do not tell: a program can write other bytes and set the
 * time back. The operating system keeps the time of the last change of whatever kind, which no
 * program sets, and which file it is. Where it does not, or not to parts of a second, the content
 * is read.
 */
public final class FileState {
  /** Two changes that are nearer to each other can have the same time. */
  private static final Duration TICK = Duration.ofMillis(20);

  private static final String ABSENT = "absent";

  private FileState() {}

  /**
   * Returns the state of several files, each with its name.
   *
   * @throws IOException if one cannot be read
   */
  public static String of(Iterable<Path> files) throws IOException {
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

  /**
   * Returns the contents of several files, each with its name: the same wherever and whenever the
   * files were written.
   *
   * @throws IOException if one cannot be read
   */
  public static String contents(Iterable<Path> files) throws IOException {
    StringBuilder contents = new StringBuilder();
    for (Path file : files) {
      contents.append(file.getFileName()).append(": ").append(content(file)).append(", ");
    }
    return contents.toString();
  }

  private static String content(Path file) throws IOException {
    if (!Files.exists(file)) {
      return ABSENT;
    }
    Optional<String> fault = RegularFile.fault(file);
    return fault.isPresent() ? fault.get() : Checksum.SHA256 + " " + Checksum.SHA256.of(file);
  }

  /** Returns what the operating system tells of a file; empty if that is not enough. */
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
        // A change that follows from now on has another time.
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
