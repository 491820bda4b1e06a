package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskingTask;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which samplers are run on which tasks. Immutable.
 *
 * @param tasks the tasks, at least one, with different ids
 * @param samplers the samplers, at least one, with different labels
 * @param comparisons what is equal when they are compared; at least {@code STEPS}. With {@code
 *     PASSES} every chain goes on until all chains of the run have cost steps × blanks model passes
 *     each: what that many steps of a sampler cost that evaluates every blank once in a step.
 * @param kept how many samples of highest U are kept of each run, at least 1
 * @param seed the seed of everything; the chains of a task have the same streams, and so the same
 *     starts, under every sampler
 */
public record ExperimentPlan(
    List<MaskingTask> tasks,
    List<SamplerSpec> samplers,
    List<ComparedAt> comparisons,
    int kept,
    long seed) {
  /**
   * Copies the lists and checks them.
   *
   * @throws InvalidInputException if one is empty, or holds the same thing twice
   */
  public ExperimentPlan {
    tasks = List.copyOf(tasks);
    samplers = List.copyOf(samplers);
    comparisons = List.copyOf(comparisons);
    different("tasks", tasks.stream().map(MaskingTask::id).toList());
    different("samplers", samplers.stream().map(SamplerSpec::label).toList());
    if (samplers.stream().map(sampler -> sampler.settings().energy()).distinct().count() > 1) {
      throw new InvalidInputException(
          "samplers", "the samplers differ in their energy, so that their U cannot be compared");
    }
    if (!comparisons.contains(ComparedAt.STEPS)) {
      throw new IllegalArgumentException("the comparison at equal steps is always made");
    }
    if (kept < 1) {
      throw new InvalidInputException("kept", "kept must be at least 1, not " + kept);
    }
  }

  private static void different(String field, List<String> names) {
    if (names.isEmpty()) {
      throw new InvalidInputException(field, "an experiment needs " + field);
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new InvalidInputException(field, "'%s' is there twice".formatted(name));
      }
    }
  }

  /** Returns the seed of the chains of a task. */
  long seed(MaskingTask task) {
    return 31 * seed + task.id().hashCode();
  }
}
