package dev.infill.evaluation.experiment;

import dev.infill.core.DurableFolders;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.FirstDifference;
import dev.infill.corpora.file.LineLog;
import dev.infill.corpora.file.WholeLines;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ExperimentFiles.Header;
import dev.infill.evaluation.experiment.ExperimentFiles.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  private final LineLog results;

  private ExperimentRecord(ExperimentFiles files, Header header, LineLog results) {
    this.files = files;
    this.header = header;
    this.results = results;
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
      DurableFolders.create(folder);
      LineLog.requireRegular(files.plan());
      LineLog.requireRegular(files.timings());
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
      LineLog results =
          LineLog.open(files.results())
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "out", files.folder() + " is in use by another run of Infill"));
      ExperimentRecord record = new ExperimentRecord(files, header, results);
      try {
        AtomicFile.deleteUnfinished(folder);
        if (isNew) {
          AtomicFile.write(files.plan(), written);
        }
        record.load();
      } catch (IOException | RuntimeException e) {
        results.close();
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
    Optional<FirstDifference> difference =
        FirstDifference.of(Files.readString(files.plan()), header);
    if (difference.isPresent()) {
      throw new InvalidInputException(
          "out",
          "%s holds another experiment, which this one cannot continue: its %s:%d %s; choose another --out, or give the same options"
              .formatted(
                  files.folder(),
                  files.plan().getFileName(),
                  difference.get().line(),
                  difference.get().inWords()));
    }
  }

  private void load() throws IOException {
    for (TaskRun run : json.lines(results.before(), TaskRun.class)) {
      requireDue(run);
      runs.add(run);
    }
    if (Files.exists(files.timings())) {
      // A kill may have left part of a line here, too; the run it is of was not recorded.
      WholeLines timings = WholeLines.read(files.timings());
      if (timings.isCut()) {
        AtomicFile.write(files.timings(), timings.text());
      }
      json.lines(timings, Timing.class).forEach(timing -> timing.addTo(seconds));
    }
  }

  /** Makes sure that the next run of the file is one of the plan, and is not there already. */
  private void requireDue(TaskRun next) {
    boolean planned =
        header.plan().tasks().stream().anyMatch(task -> task.id().equals(next.task().id()))
            && header.plan().samplers().stream()
                .anyMatch(sampler -> sampler.label().equals(next.sampler()));
    if (!planned || holds(next.task(), next.sampler())) {
      throw new InvalidInputException(
          "out",
          "%s:%d is %s; delete that line, and the same command goes on with the others"
              .formatted(
                  results.before().file(),
                  runs.size() + 1,
                  planned ? "there twice" : "of another experiment"));
    }
  }

  /** Says whether a run was recorded. */
  boolean holds(MaskingTask task, SamplerSpec sampler) {
    return holds(task, sampler.label());
  }

  private boolean holds(MaskingTask task, String sampler) {
    return runs.stream()
        .anyMatch(run -> run.task().id().equals(task.id()) && run.sampler().equals(sampler));
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
      results.append(json.line(run));
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

  /**
   * Says that all runs are there: the results get their final name.
   *
   * @return the experiment
   */
  public RecordedExperiment complete() {
    if (!files.isComplete()) {
      try {
        DurableFolders.rename(files.partialResults(), files.completeResults());
      } catch (IOException e) {
        throw ExperimentFiles.failure(files.completeResults(), e);
      }
    }
    return new RecordedExperiment(header.plan(), header.context(), runs, secondsOfSamplers());
  }

  /** Returns what each sampler took, where that is known of all its runs. */
  private Map<String, Double> secondsOfSamplers() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (SamplerSpec sampler : header.plan().samplers()) {
      Map<String, Double> taken = seconds.getOrDefault(sampler.label(), Map.of());
      if (taken.size() == header.plan().tasks().size()) {
        sums.put(sampler.label(), taken.values().stream().mapToDouble(Double::doubleValue).sum());
      }
    }
    return sums;
  }

  @Override
  public void close() {
    try {
      results.close();
    } catch (IOException e) {
      throw ExperimentFiles.failure(files.folder(), e);
    }
  }
}
