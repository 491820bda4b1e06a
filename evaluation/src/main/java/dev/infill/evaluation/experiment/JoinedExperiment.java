package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskingTask;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a report is about: the runs of one experiment, or of several that are alike, on the tasks
 * that every sampler has a result on. Immutable.
 *
 * @param plan these tasks and samplers, and the comparisons that all experiments have in common
 * @param runs one of each sampler on each task: task by task, in the order of the plan
 * @param seconds what the runs of a sampler took in all; without samplers for which it is not known
 * @param plannedTasks all tasks of all experiments, also those without results: none of their
 *     sentences is to be a reference
 * @param context what else the results depend on, see {@link ExperimentContext}; where experiments
 *     differ, the values of all
 * @param folders where the experiments are, by the names of their folders; where two have the same,
 *     as they were given
 * @param leftOut what the experiments hold and the report does not, in words; empty if nothing
 */
public record JoinedExperiment(
    ExperimentPlan plan,
    List<TaskRun> runs,
    Map<String, Double> seconds,
    List<MaskingTask> plannedTasks,
    Map<String, String> context,
    List<String> folders,
    List<String> leftOut) {
  /** Copies the collections. */
  public JoinedExperiment {
    runs = List.copyOf(runs);
    seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    plannedTasks = List.copyOf(plannedTasks);
    context = Collections.unmodifiableMap(new TreeMap<>(context));
    folders = List.copyOf(folders);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Joins experiments, all samplers in the order of the experiments.
   *
   * @param experiments at least one
   * @throws InvalidInputException as {@link #of(List, List)} does
   */
  public static JoinedExperiment of(List<RecordedExperiment> experiments) {
    return of(experiments, labels(experiments));
  }

  /**
   * Joins experiments.
   *
   * @param experiments at least one
   * @param samplers the labels of the samplers to compare, each in one of the experiments at least;
   *     the first is the one that differences are taken to
   * @throws InvalidInputException if the experiments differ in what has to be equal (how many
   *     samples are kept, chains, steps, energy, vocabulary, seed, the hashes of model and corpora,
   *     tasks of the same id), a label is there twice or stands for different runs, or no task has
   *     a result of every sampler
   * @throws IllegalArgumentException if there is no experiment, or none with a sampler of a label
   */
  public static JoinedExperiment of(List<RecordedExperiment> experiments, List<String> samplers) {
    return new ExperimentJoin(experiments).join(samplers);
  }

  /** Returns the labels of the samplers of experiments, each once, in order. */
  public static List<String> labels(List<RecordedExperiment> experiments) {
    return experiments.stream()
        .flatMap(experiment -> experiment.plan().samplers().stream())
        .map(SamplerSpec::label)
        .distinct()
        .toList();
  }

  /**
   * Makes sure that a corpus is the one that the experiments were made with.
   *
   * @param corpus the corpus
   * @throws InvalidInputException if it is another, or cannot be read
   */
  public void requireCorpus(ReferenceCorpus corpus) {
    String recorded = context.get(ExperimentContext.sha256(corpus));
    String actual = corpus.sha256();
    if (!actual.equals(recorded)) {
      throw new InvalidInputException(
          corpus.name(),
          "%s is not the %s corpus of the experiment: its SHA-256 is %s, not %s"
              .formatted(corpus.file(), corpus.name(), actual, recorded));
    }
  }
}
