package dev.infill.evaluation.paper;

import dev.infill.core.DurableFolders;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.run.RunFolder;
import dev.infill.evaluation.run.RunLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The folder of an experiment: what has been run so far, so that an experiment that was killed goes
 * on where it was.
 *
 * <ul>
 *   <li>{@code experiment.json}: the plan and where it comes from; another plan is refused.
 *   <li>{@code results.partial.jsonl}: one {@link TaskRun} a line, renamed {@code results.jsonl}
 *       when all are there.
 *   <li>{@code timings.jsonl}: what each run took; kept apart, as times are not reproducible.
 * </ul>
 *
 * <p>One process at a time. Not thread-safe.
 */
public final class ExperimentRecord implements AutoCloseable {
  private static final String PARTIAL = "results.partial.jsonl";
  private static final String COMPLETE = "results.jsonl";
  private static final String TIMINGS = "timings.jsonl";

  private final RunFolder folder;
  private final Manifest manifest;
  private final RunLog<TaskRun> results;
  private final RunLog<Timing> timings;

  /** The content of {@code experiment.json}. */
  private record Manifest(ExperimentPlan plan, Map<String, String> context) {}

  /** The time that a run took; a later time of the same run replaces it. */
  private record Timing(String task, String sampler, double seconds) {}

  private ExperimentRecord(RunFolder folder, Manifest manifest) {
    this.folder = folder;
    this.manifest = manifest;
    this.results = RunLog.open(folder, manifest, isComplete() ? COMPLETE : PARTIAL, TaskRun.class);
    try {
      requireDue();
      this.timings = results.beside(TIMINGS, Timing.class);
    } catch (RuntimeException e) {
      results.close();
      throw e;
    }
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
    return new ExperimentRecord(folder(folder), new Manifest(plan, context));
  }

  private static RunFolder folder(Path path) {
    return new RunFolder(
        path, "experiment.json", new RunFolder.Words("experiment", "out", "options"));
  }

  /**
   * Makes sure that there is nothing in the way of a folder.
   *
   * @param path the folder of an experiment
   * @throws InvalidInputException if there is a file of that name
   */
  public static void checkFolder(Path path) {
    folder(path).check();
  }

  private boolean isComplete() {
    return Files.exists(folder.path().resolve(COMPLETE));
  }

  /** Makes sure that every run of the file is one of the plan, and is there once. */
  private void requireDue() {
    List<TaskRun> runs = results.made();
    for (int k = 0; k < runs.size(); k++) {
      TaskRun next = runs.get(k);
      boolean planned =
          manifest.plan().tasks().stream().anyMatch(task -> task.id().equals(next.task().id()))
              && manifest.plan().samplers().stream()
                  .anyMatch(sampler -> sampler.label().equals(next.sampler()));
      if (!planned || runs.subList(0, k).stream().anyMatch(next::isOfSame)) {
        throw folder.refused(
            "%s:%d is %s; delete that line, and the same command goes on with the others"
                .formatted(
                    folder.path().resolve(isComplete() ? COMPLETE : PARTIAL),
                    k + 1,
                    planned ? "there twice" : "of another experiment"));
      }
    }
  }

  /** Says whether a run was recorded. */
  boolean holds(MaskingTask task, SamplerSpec sampler) {
    return results.made().stream().anyMatch(run -> run.isOf(task, sampler));
  }

  /**
   * Records a run; it is on the disk when this returns.
   *
   * @param run the run
   * @param seconds what it took
   */
  void add(TaskRun run, double seconds) {
    timings.add(new Timing(run.task().id(), run.sampler(), seconds));
    results.add(run);
  }

  /** Returns the runs, in the order in which they were made. */
  public List<TaskRun> runs() {
    return results.made();
  }

  /**
   * Says that all runs are there: the results get their final name.
   *
   * @return the experiment
   */
  public RecordedExperiment complete() {
    if (!isComplete()) {
      try {
        DurableFolders.rename(folder.path().resolve(PARTIAL), folder.path().resolve(COMPLETE));
      } catch (IOException e) {
        throw folder.failure(e);
      }
    }
    return new RecordedExperiment(
        manifest.plan(), manifest.context(), results.made(), secondsOfSamplers());
  }

  /** Returns what each sampler took, where that is known of all its runs. */
  private Map<String, Double> secondsOfSamplers() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (SamplerSpec sampler : manifest.plan().samplers()) {
      Map<String, Double> ofTasks = new LinkedHashMap<>();
      timings.made().stream()
          .filter(timing -> timing.sampler().equals(sampler.label()))
          .forEach(timing -> ofTasks.put(timing.task(), timing.seconds()));
      if (ofTasks.size() == manifest.plan().tasks().size()) {
        sums.put(sampler.label(), ofTasks.values().stream().mapToDouble(taken -> taken).sum());
      }
    }
    return sums;
  }

  @Override
  public void close() {
    try (timings) {
      results.close();
    }
  }
}
