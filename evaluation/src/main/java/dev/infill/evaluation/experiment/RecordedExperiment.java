package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.WholeLines;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ExperimentFiles.Header;
import dev.infill.evaluation.experiment.ExperimentFiles.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the folder of an experiment held when it was looked at; the experiment need not be finished.
 * Immutable.
 *
 * @param folder where it is, as it was given
 * @param plan what is run
 * @param context what else the results depend on; see {@link ExperimentContext}
 * @param runs those that are made, in that order
 * @param seconds what runs took, by the label of the sampler and the id of the task
 */
public record RecordedExperiment(
    Path folder,
    ExperimentPlan plan,
    Map<String, String> context,
    List<TaskRun> runs,
    Map<String, Map<String, Double>> seconds) {
  /** Copies the collections. */
  public RecordedExperiment {
    context = Map.copyOf(context);
    runs = List.copyOf(runs);
    Map<String, Map<String, Double>> copied = new LinkedHashMap<>();
    seconds.forEach((sampler, times) -> copied.put(sampler, Map.copyOf(times)));
    seconds = Map.copyOf(copied);
  }

  /**
   * Says whether a folder is that of an experiment.
   *
   * @param folder a path
   */
  public static boolean isIn(Path folder) {
    return Files.exists(new ExperimentFiles(folder).plan());
  }

  /**
   * Reads a folder that an {@link ExperimentRecord} has written, or is writing at this moment.
   * Nothing in it is changed.
   *
   * @param folder the folder
   * @throws InvalidInputException if there is no experiment in it, or a file in it is damaged
   * @throws UncheckedIOException if it cannot be read
   */
  public static RecordedExperiment read(Path folder) {
    ExperimentFiles files = new ExperimentFiles(folder);
    if (!isIn(folder)) {
      throw new InvalidInputException(
          "dir",
          "%s holds no experiment: there is no %s in it"
              .formatted(folder, files.plan().getFileName()));
    }
    ExperimentJson json = new ExperimentJson();
    try {
      Header header = header(files.plan(), json);
      List<TaskRun> runs = read(files.results(), json, TaskRun.class);
      Map<String, Map<String, Double>> seconds = new LinkedHashMap<>();
      // After the results, which are written later: no run is without its time.
      read(files.timings(), json, Timing.class).forEach(timing -> timing.addTo(seconds));
      return new RecordedExperiment(folder, header.plan(), header.context(), runs, seconds);
    } catch (IOException e) {
      throw ExperimentFiles.failure(folder, e);
    }
  }

  private static Header header(Path file, ExperimentJson json) throws IOException {
    String text = Files.readString(file);
    try {
      return json.read(text, Header.class);
    } catch (IOException e) {
      throw new InvalidInputException("dir", file + ": damaged: not a plan that Infill wrote", e);
    }
  }

  private static <T> List<T> read(Path file, ExperimentJson json, Class<T> type)
      throws IOException {
    return Files.exists(file) ? json.lines(WholeLines.read(file), type) : List.of();
  }

  /** Returns the sampler of a label, if it takes part. */
  Optional<SamplerSpec> sampler(String label) {
    return plan.samplers().stream().filter(sampler -> sampler.label().equals(label)).findFirst();
  }

  /** Returns the run of a sampler on a task, if it is made. */
  Optional<TaskRun> run(MaskingTask task, String sampler) {
    return runs.stream()
        .filter(run -> run.task().equals(task) && run.sampler().equals(sampler))
        .findFirst();
  }

  /** Returns what a run took, if that is known. */
  OptionalDouble seconds(MaskingTask task, String sampler) {
    Double taken = seconds.getOrDefault(sampler, Map.of()).get(task.id());
    return taken == null ? OptionalDouble.empty() : OptionalDouble.of(taken);
  }
}
