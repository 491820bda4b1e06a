package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.FailureReason;
import dev.infill.corpora.task.MaskingTask;
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
  private static final String PLAN = "experiment.json";
  private static final String PARTIAL = "results.partial.jsonl";
  private static final String COMPLETE = "results.jsonl";
  private static final String TIMINGS = "timings.jsonl";

  private final ExperimentJson json = new ExperimentJson();
  private final Path folder;
  private final List<TaskRun> runs = new ArrayList<>();
  private final Map<String, Map<String, Double>> seconds = new LinkedHashMap<>();
  private final FileChannel channel;

  private ExperimentRecord(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** What {@code experiment.json} holds. */
  private record Header(ExperimentPlan plan, Map<String, String> context) {}

  /** What a line of {@code timings.jsonl} holds. */
  private record Timing(String task, String sampler, double seconds) {}

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
    ExperimentJson json = new ExperimentJson();
    String header = json.pretty(new Header(plan, context));
    checkFolder(folder);
    try {
      Files.createDirectories(folder);
      boolean isNew = !Files.exists(folder.resolve(PLAN));
      if (isNew && (holdsSomething(folder, COMPLETE) || holdsSomething(folder, PARTIAL))) {
        throw new InvalidInputException(
            "out", folder + " holds results without an " + PLAN + "; choose another folder");
      }
      if (!isNew) {
        checkSame(folder, header);
      }
      FileChannel channel =
          FileChannel.open(
              folder.resolve(Files.exists(folder.resolve(COMPLETE)) ? COMPLETE : PARTIAL),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      ExperimentRecord record = new ExperimentRecord(folder, channel);
      try {
        record.lock();
        if (isNew) {
          replace(folder.resolve(PLAN), header);
        }
        record.load();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return record;
    } catch (IOException e) {
      throw failure(folder, e);
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

  private static boolean holdsSomething(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    return Files.exists(file) && Files.size(file) > 0;
  }

  private static UncheckedIOException failure(Path file, IOException failure) {
    return new UncheckedIOException(
        new IOException(file + ": " + FailureReason.of(failure), failure));
  }

  private static void checkSame(Path folder, String header) throws IOException {
    String existing = Files.readString(folder.resolve(PLAN));
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
            .formatted(folder, PLAN + ":" + (line + 1), quoted(before, line), quoted(now, line)));
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
      throw new InvalidInputException("out", folder + " is in use by another run of Infill");
    }
  }

  private void load() throws IOException {
    Path results = folder.resolve(isComplete() ? COMPLETE : PARTIAL);
    byte[] bytes = Files.readAllBytes(results);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    channel.truncate(end);
    channel.position(end);
    int line = 0;
    for (String text : lines(new String(bytes, 0, end, StandardCharsets.UTF_8))) {
      line++;
      runs.add(parse(results, line, text, TaskRun.class));
    }
    loadTimings();
  }

  private void loadTimings() throws IOException {
    Path timings = folder.resolve(TIMINGS);
    if (!Files.exists(timings)) {
      return;
    }
    String content = Files.readString(timings);
    // A kill may have left part of a line here, too; the run it is of was not recorded.
    String whole = content.substring(0, content.lastIndexOf('\n') + 1);
    if (whole.length() < content.length()) {
      replace(timings, whole);
    }
    int line = 0;
    for (String text : lines(whole)) {
      line++;
      time(parse(timings, line, text, Timing.class));
    }
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  private <T> T parse(Path file, int line, String text, Class<T> type) {
    try {
      return json.read(text, type);
    } catch (IOException e) {
      throw new InvalidInputException(
          "out",
          "%s:%d: damaged: not a line that Infill wrote; delete the folder to start again"
              .formatted(file, line),
          e);
    }
  }

  private boolean isComplete() {
    return Files.exists(folder.resolve(COMPLETE));
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
          folder.resolve(TIMINGS),
          json.line(timing) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      ByteBuffer line = ByteBuffer.wrap((json.line(run) + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    } catch (IOException e) {
      throw failure(folder.resolve(PARTIAL), e);
    }
    runs.add(run);
    time(timing);
  }

  private void time(Timing timing) {
    seconds
        .computeIfAbsent(timing.sampler(), sampler -> new LinkedHashMap<>())
        .put(timing.task(), timing.seconds());
  }

  /** Returns the runs, in the order in which they were made. */
  public List<TaskRun> runs() {
    return List.copyOf(runs);
  }

  /** Returns how many seconds the recorded runs of each sampler took in all. */
  public Map<String, Double> seconds() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (TaskRun run : runs) {
      Double taken = seconds.getOrDefault(run.sampler(), Map.of()).get(run.task().id());
      if (taken != null) {
        sums.merge(run.sampler(), taken, Double::sum);
      }
    }
    return sums;
  }

  /** Says that all runs are there: the results get their final name. */
  public void complete() {
    if (isComplete()) {
      return;
    }
    try {
      Files.move(folder.resolve(PARTIAL), folder.resolve(COMPLETE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure(folder.resolve(COMPLETE), e);
    }
  }

  /**
   * Writes a file of the folder: all of it, or nothing.
   *
   * @param name its name
   * @param content its text
   */
  public void write(String name, String content) {
    try {
      replace(folder.resolve(name), content);
    } catch (IOException e) {
      throw failure(folder.resolve(name), e);
    }
  }

  private static void replace(Path file, String content) throws IOException {
    try (AtomicFile replacement = AtomicFile.create(file)) {
      replacement.stream().write(content.getBytes(StandardCharsets.UTF_8));
      replacement.commit();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failure(folder, e);
    }
  }
}
