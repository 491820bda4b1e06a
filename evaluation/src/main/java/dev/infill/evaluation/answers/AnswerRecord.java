package dev.infill.evaluation.answers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.LineLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The folder of a comparison: {@code answers.jsonl} holds, in its first line, what the answers
 * depend on beside the methods, and then an {@link AnswerRun} a line, on the disk as soon as it is
 * made. A comparison that was killed goes on where it was, and methods can be added to it later.
 *
 * <p>One process at a time: the file is locked. Not thread-safe.
 */
public final class AnswerRecord implements AutoCloseable {
  private static final String FILE = "answers.jsonl";

  private final JsonMapper json = JsonMapper.builder().addModule(new Jdk8Module()).build();
  private final Path folder;
  private final LineLog log;
  private final List<AnswerRun> runs = new ArrayList<>();

  private AnswerRecord(Path folder, LineLog log) {
    this.folder = folder;
    this.log = log;
  }

  /**
   * Opens the folder of a comparison; makes it if it is not there.
   *
   * @param folder where
   * @param context what the answers depend on, such as the model and the seed: name → value
   * @throws InvalidInputException if the folder holds a comparison of another context, is used by
   *     another process, or its file is damaged
   * @throws UncheckedIOException if it cannot be read or written
   */
  public static AnswerRecord open(Path folder, Map<String, String> context) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is a file; give a folder");
    }
    try {
      DurableFolders.create(folder);
      LineLog log =
          LineLog.open(folder.resolve(FILE))
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "out", folder + " is in use by another run of Infill"));
      AnswerRecord record = new AnswerRecord(folder, log);
      try {
        AtomicFile.deleteUnfinished(folder);
        record.load(new TreeMap<>(context));
      } catch (IOException | RuntimeException e) {
        log.close();
        throw e;
      }
      return record;
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }

  private void load(Map<String, String> context) throws IOException {
    List<String> lines = log.before().text().lines().toList();
    if (lines.isEmpty()) {
      log.append(json.writeValueAsString(context));
      return;
    }
    Map<?, ?> recorded = read(lines, 0, Map.class);
    for (Map.Entry<String, String> entry : context.entrySet()) {
      Object other = recorded.get(entry.getKey());
      if (!entry.getValue().equals(other)) {
        throw new InvalidInputException(
            "out",
            "%s holds another comparison: its %s is %s and not %s; choose another --out, or give the same options"
                .formatted(folder, entry.getKey(), other, entry.getValue()));
      }
    }
    for (int line = 1; line < lines.size(); line++) {
      runs.add(read(lines, line, AnswerRun.class));
    }
  }

  private <T> T read(List<String> lines, int line, Class<T> type) {
    try {
      return json.readValue(lines.get(line), type);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          "out",
          "%s:%d: damaged: not a line that Infill wrote; choose another folder"
              .formatted(folder.resolve(FILE), line + 1),
          e);
    }
  }

  /** Returns what has been recorded, in the order in which it was made. */
  public List<AnswerRun> runs() {
    return List.copyOf(runs);
  }

  /**
   * Records a run; it is on the disk when this returns.
   *
   * @param run the run
   * @throws UncheckedIOException if it cannot be written
   */
  public void add(AnswerRun run) {
    try {
      log.append(json.writeValueAsString(run));
    } catch (IOException e) {
      throw failure(folder.resolve(FILE), e);
    }
    runs.add(run);
  }

  /**
   * Writes a file of the folder: all of it, or nothing.
   *
   * @param name its name
   * @param content its text
   * @throws UncheckedIOException if it cannot be written
   */
  public void write(String name, String content) {
    try {
      AtomicFile.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw failure(folder.resolve(name), e);
    }
  }

  private static UncheckedIOException failure(Path file, IOException failure) {
    return new UncheckedIOException(file + ": " + FailureReason.of(failure), failure);
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }
}
