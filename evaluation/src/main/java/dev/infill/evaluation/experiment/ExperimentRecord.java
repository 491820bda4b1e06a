package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ExperimentFiles.Header;
import dev.infill.evaluation.experiment.ExperimentFiles.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The folder of an experiment: what has been run so far, so that an experiment that was killed goes
 * on where it was.
 *
 * <ul>
 *   <li>{@code experiment.json}: the plan and where it comes from; another plan is refused.
 *   <li>{@code results.partial.jsonl}: one {@link TaskRun} a line, appended and forced to the disk
 *       as soon as it is made. What a kill left of a line is cut off. When all are there it is
 *       renamed {@code results.jsonl}.
 *   <li>{@code timings.jsonl}: what each run took; kept apart, as times are not reproducible.
 * </ul>
 *
 * <p>One process at a time: the file that is appended to is locked. Not thread-safe.
 */
public final class ExperimentRecord implements AutoCloseable {
  private final ExperimentJson json = new ExperimentJson();
  private final ExperimentFiles files;
  private final Header header;
  private final List<TaskRun> runs = new ArrayList<>();
  private final Map<String, Map<String, Double>> seconds = new LinkedHashMap<>();
  private final FileChannel channel;

  private ExperimentRecord(ExperimentFiles files, Header header, FileChannel channel) {
    this.files = files;
    this.header = header;
    this.channel = channel;
  }

  /**
   * Opens the folder of an experiment; makes it if it is not there.
   *
   * @param folder where
   * @param plan what is run
   * @param context what else the results depend on, such as the model: name → value
   * @throws InvalidInputException if the folder holds another experiment, is used by another
   *     process, or a file in it is damaged
   * @throws UncheckedIOException if it cannot be read or written
   */
  public static ExperimentRecord open(
      Path folder, ExperimentPlan plan, Map<String, String> context) {
    Header header = new Header(plan, context);
    String written = new ExperimentJson().pretty(header);
    checkFolder(folder);
    ExperimentFiles files = new ExperimentFiles(folder);
    try {
      Files.createDirectories(folder);
      boolean isNew = !Files.exists(files.plan());
      if (isNew
          && (holdsSomething(files.completeResults()) || holdsSomething(files.partialResults()))) {
        throw new InvalidInputException(
            "out",
            "%s holds results without an %s; choose another folder"
                .formatted(folder, files.plan().getFileName()));
      }
      if (!isNew) {
        checkSame(files, written);
      }
      FileChannel channel =
          FileChannel.open(
              files.results(),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      ExperimentRecord record = new ExperimentRecord(files, header, channel);
      try {
        record.lock();
        if (isNew) {
          AtomicFile.write(files.plan(), written);
        }
        record.load();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return record;
    } catch (IOException e) {
      throw ExperimentFiles.failure(folder, e);
    }
  }

  /**
   * Makes sure that there is nothing in the way of a folder.
   *
   * @param folder the folder of an experiment
   * @throws InvalidInputException if there is a file of that name
   */
  public static void checkFolder(Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is a file; give a folder");
    }
  }

  private static boolean holdsSomething(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  private static void checkSame(ExperimentFiles files, String header) throws IOException {
    String existing = Files.readString(files.plan());
    if (existing.equals(header)) {
      return;
    }
    String[] before = existing.split("\n", -1);
    String[] now = header.split("\n", -1);
    int line = 0;
    while (line < Math.min(before.length, now.length) && before[line].equals(now[line])) {
      line++;
    }
    throw new InvalidInputException(
        "out",
        "%s holds another experiment, which this one cannot continue: its %s says %s where it would be %s; choose another --out, or give the same options"
            .formatted(
                files.folder(),
                files.plan().getFileName() + ":" + (line + 1),
                quoted(before, line),
                quoted(now, line)));
  }

  private static String quoted(String[] lines, int line) {
    return line < lines.length ? "'" + lines[line].strip() + "'" : "nothing";
  }

  private void lock() throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new InvalidInputException(
          "out", files.folder() + " is in use by another run of Infill");
    }
  }

  private void load() throws IOException {
    WholeLines results = WholeLines.read(files.results());
    channel.truncate(results.bytes());
    channel.position(results.bytes());
    runs.addAll(results.parse(json, TaskRun.class));
    if (Files.exists(files.timings())) {
      // A kill may have left part of a line here, too; the run it is of was not recorded.
      WholeLines timings = WholeLines.read(files.timings());
      if (timings.isCut()) {
        AtomicFile.write(files.timings(), timings.text());
      }
      timings.parse(json, Timing.class).forEach(timing -> timing.addTo(seconds));
    }
  }

  /** Says whether a run was recorded. */
  boolean holds(MaskingTask task, SamplerSpec sampler) {
    return runs.stream()
        .anyMatch(
            run -> run.task().id().equals(task.id()) && run.sampler().equals(sampler.label()));
  }

  /**
   * Records a run; it is on the disk when this returns.
   *
   * @param run the run
   * @param seconds what it took
   */
  void add(TaskRun run, double seconds) {
    Timing timing = new Timing(run.task().id(), run.sampler(), seconds);
    try {
      Files.writeString(
          files.timings(),
          json.line(timing) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      ByteBuffer line = ByteBuffer.wrap((json.line(run) + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    } catch (IOException e) {
      throw ExperimentFiles.failure(files.partialResults(), e);
    }
    runs.add(run);
    timing.addTo(this.seconds);
  }

  /** Returns the runs, in the order in which they were made. */
  public List<TaskRun> runs() {
    return List.copyOf(runs);
  }

  /** Returns what is recorded by now. */
  public RecordedExperiment recorded() {
    return new RecordedExperiment(files.folder(), header.plan(), header.context(), runs, seconds);
  }

  /** Says that all runs are there: the results get their final name. */
  public void complete() {
    if (files.isComplete()) {
      return;
    }
    try {
      Files.move(files.partialResults(), files.completeResults(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw ExperimentFiles.failure(files.completeResults(), e);
    }
  }

  /**
   * Writes a file of the folder: all of it, or nothing.
   *
   * @param name its name
   * @param content its text
   */
  public void write(String name, String content) {
    Path file = files.folder().resolve(name);
    try {
      AtomicFile.write(file, content);
    } catch (IOException e) {
      throw ExperimentFiles.failure(file, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw ExperimentFiles.failure(files.folder(), e);
    }
  }
}
