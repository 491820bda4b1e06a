package dev.infill.evaluation.paper;

import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.metrics.ReferenceIndex;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything a report needs. Immutable.
 *
 * @param samplers the labels of the samplers, in the order of the tables; the first is the one that
 *     differences are taken to
 * @param runs one of each sampler on each task; tasks are reported in the order of their first run
 * @param comparisons what is equal when samplers are compared: {@code STEPS}, and {@code PASSES} if
 *     it was run
 * @param kept how many samples of highest U of each run are measured
 * @param tbc the sentences of TBC that are not tasks
 * @param wiki the sentences of WikiText-103 that are not tasks
 * @param settings what to print of the protocol, the model, versions, seed and commands
 * @param samplerDescriptions one of each sampler
 * @param seconds wall time by sampler; may be empty
 * @param version the version of Infill, for the signatures of the metrics
 */
public record ExperimentData(
    List<String> samplers,
    List<TaskRun> runs,
    List<ComparedAt> comparisons,
    int kept,
    ReferenceIndex tbc,
    ReferenceIndex wiki,
    List<Setting> settings,
    List<SamplerDescription> samplerDescriptions,
    Map<String, Double> seconds,
    String version) {
  /** With fewer tasks than these an experiment is a trial. */
  public static final int FEWEST_TASKS = 10;

  /**
   * Copies the collections and checks that they fit together.
   *
   * @throws IllegalArgumentException if there is no run or comparison, a run is missing or was not
   *     made for every comparison, or a sampler is not described
   */
  public ExperimentData {
    samplers = List.copyOf(samplers);
    runs = List.copyOf(runs);
    comparisons = List.copyOf(comparisons);
    settings = List.copyOf(settings);
    samplerDescriptions = List.copyOf(samplerDescriptions);
    seconds = Map.copyOf(new TreeMap<>(seconds));
    if (runs.isEmpty() || comparisons.isEmpty()) {
      throw new IllegalArgumentException(
          "%d runs, %d comparisons; at least 1 of each".formatted(runs.size(), comparisons.size()));
    }
    for (String sampler : samplers) {
      if (samplerDescriptions.stream().noneMatch(about -> about.label().equals(sampler))) {
        throw new IllegalArgumentException(sampler + " is not described");
      }
    }
    for (MaskingTask task : tasks(runs)) {
      for (String sampler : samplers) {
        comparisons.forEach(find(runs, task, sampler)::at);
      }
    }
  }

  /**
   * Says whether the tasks are too few to judge claims: their bootstrap intervals would be too
   * narrow. A trial is compared with nothing that was published.
   */
  public boolean isTrial() {
    return tasks().size() < FEWEST_TASKS;
  }

  /** Returns the tasks, in the order of their first runs. */
  public List<MaskingTask> tasks() {
    return tasks(runs);
  }

  /**
   * Returns the runs of a sampler, in the order of the tasks.
   *
   * @param sampler its label
   */
  public List<TaskRun> runsOf(String sampler) {
    return tasks().stream().map(task -> run(task, sampler)).toList();
  }

  /**
   * Returns the run of a sampler on a task.
   *
   * @param task one of the tasks
   * @param sampler one of the samplers
   */
  public TaskRun run(MaskingTask task, String sampler) {
    return find(runs, task, sampler);
  }

  private static TaskRun find(List<TaskRun> runs, MaskingTask task, String sampler) {
    return runs.stream()
        .filter(run -> run.task().equals(task) && run.sampler().equals(sampler))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no run of " + sampler + " on " + task.id()));
  }

  /**
   * Returns how a sampler samples.
   *
   * @param sampler one of the samplers
   */
  public SamplerDescription description(String sampler) {
    return samplerDescriptions.stream()
        .filter(about -> about.label().equals(sampler))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(sampler + " is not described"));
  }

  private static List<MaskingTask> tasks(List<TaskRun> runs) {
    return runs.stream().map(TaskRun::task).distinct().toList();
  }
}
