package dev.infill.web.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.LineLog;
import dev.infill.evaluation.run.RunFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a job: its results, and what it takes to go on with a job that was killed.
 *
 * <ul>
 *   <li>{@code job.json}: all that decides the results; a job of another one is refused.
 *   <li>{@code part-00000.jsonl}, …: the results of complete parts, in the order of the input.
 *   <li>{@code part-00000.jsonl.sha256}, …: their checksums.
 *   <li>{@code part-00000.jsonl.partial}: those of a part that is being filled, each with its seal.
 *   <li>{@code summary.json}: what all of them come to, written last.
 * </ul>
 *
 * @param path where it is
 */
public record BatchFolder(Path path) {
  private static final String FIELD = "output";
  private static final String JOB = "job.json";
  private static final String SUMMARY = "summary.json";
  private static final String PARTIAL = ".partial";

  /** Names that begin with a dot belong to no result. */
  private static final String HIDDEN = ".";

  private static final Pattern OWN =
      Pattern.compile("\\.lock|job\\.json|summary\\.json|\\.?part-\\d{5,}\\.jsonl.*");

  /**
   * Makes sure that a job can have the folder.
   *
   * @throws InvalidInputException if it is a file, or holds something else
   * @throws UncheckedIOException if it cannot be read
   */
  public void check() {
    if (!Files.exists(path)) {
      return;
    }
    folder().check();
    entries().filter(entry -> OWN.matcher(name(entry)).matches()).forEach(LineLog::requireRegular);
    if (!Files.exists(job()) && entries().anyMatch(entry -> !name(entry).startsWith(HIDDEN))) {
      throw new InvalidInputException(
          FIELD,
          "%s is not empty and holds no %s of this command; give a new folder"
              .formatted(path, JOB));
    }
  }

  private Stream<Path> entries() {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.toList().stream();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static String name(Path entry) {
    return entry.getFileName().toString();
  }

  /**
   * Returns the seed of the job that was begun here; empty if none was.
   *
   * @throws InvalidInputException if {@code job.json} is damaged
   */
  public OptionalLong seed() {
    if (!Files.exists(job())) {
      return OptionalLong.empty();
    }
    try {
      JsonNode seed = JsonMapper.builder().build().readTree(job().toFile()).at("/settings/seed");
      if (!seed.isIntegralNumber()) {
        throw new InvalidInputException(
            FIELD, job() + " is damaged: it names no seed; give a new folder");
      }
      return OptionalLong.of(seed.longValue());
    } catch (IOException e) {
      throw new InvalidInputException(FIELD, job() + " is damaged; give a new folder", e);
    }
  }

  /**
   * Begins a job here, or goes on with it.
   *
   * @param description all that decides its results, as JSON
   * @return held until the job ends, so that no other process has the folder
   * @throws InvalidInputException if another process has it, or another job was begun here
   * @throws UncheckedIOException if it cannot be read or written
   */
  public Closeable begin(String description) {
    check();
    LineLog lock = folder().begin(description, ".lock");
    try {
      try {
        tidy();
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
      return lock;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private RunFolder folder() {
    return new RunFolder(path, JOB, new RunFolder.Words("job", FIELD, "input, model and options"));
  }

  /** Deletes what kills have left under names that nobody will ask for again. */
  private void tidy() throws IOException {
    for (Path entry : entries().toList()) {
      String name = name(entry);
      if (name.endsWith(PARTIAL)
          && (name.startsWith(HIDDEN) || Files.exists(path.resolve(name.replace(PARTIAL, ""))))) {
        Files.deleteIfExists(entry);
      }
    }
  }

  /** Says whether all texts of a part have their results. */
  public boolean isComplete(BatchPart part) {
    return Files.exists(results(part));
  }

  /**
   * Makes sure that complete parts are as they were written.
   *
   * @param parts the parts to look at
   * @throws InvalidInputException if one was changed, or has no checksum any more
   * @throws UncheckedIOException if the folder cannot be read
   */
  public void requireUnchanged(List<BatchPart> parts) {
    try {
      for (BatchPart part : parts) {
        if (isComplete(part)) {
          new PartChecksum(results(part)).check();
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /**
   * Returns how many texts of a part have sound results by now.
   *
   * @param input the input
   * @param part which part
   */
  int texts(Path input, BatchPart part) throws IOException {
    Path file = path.resolve(part.fileName() + PARTIAL);
    if (!isComplete(part) && Files.exists(file)) {
      try (PartInput due = PartInput.open(input, part)) {
        return PartLog.sound(file, description(), part, due);
      } catch (NoSuchFileException e) {
        // It was completed in between.
      }
    }
    return isComplete(part) ? part.texts() : 0;
  }

  /** Returns the file of a part's results. */
  Path results(BatchPart part) {
    return path.resolve(part.fileName());
  }

  /**
   * Opens the results of a part that is not complete. If another worker has them, one that was
   * given up and does not know it, this one begins again under a name of its own.
   */
  PartLog open(BatchPart part) throws IOException {
    Optional<LineLog> shared = LineLog.open(path.resolve(part.fileName() + PARTIAL));
    Path own = path.resolve(HIDDEN + part.fileName() + "." + UUID.randomUUID() + PARTIAL);
    LineLog lines =
        shared.isPresent()
            ? shared.get()
            : LineLog.open(own)
                .orElseThrow(() -> new IOException(own + " is locked by nobody known"));
    return new PartLog(results(part), lines, description(), part);
  }

  /** Returns what the job is, as JSON; empty if none was begun here. */
  private String description() throws IOException {
    return Files.exists(job()) ? Files.readString(job()) : "";
  }

  /** Says whether the summary was written: the job has ended. */
  public boolean hasSummary() {
    return Files.exists(path.resolve(SUMMARY));
  }

  /**
   * Writes the summary: the job has ended.
   *
   * @param summary its JSON
   * @throws UncheckedIOException if it cannot be written
   */
  public void end(String summary) {
    try {
      AtomicFile.write(path.resolve(SUMMARY), summary);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private Path job() {
    return path.resolve(JOB);
  }

  /** Returns the error that a file of the folder cannot be read or written. */
  UncheckedIOException failure(IOException e) {
    return folder().failure(e);
  }
}
