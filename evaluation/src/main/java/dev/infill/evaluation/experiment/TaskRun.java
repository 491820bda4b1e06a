package dev.infill.evaluation.experiment;

import dev.infill.corpora.task.MaskingTask;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one sampler drew for one task. Holds no times, so that the same settings give the same run
 * again.
 *
 * @param task the task
 * @param sampler the label of the sampler, as in {@code SamplerSpec}
 * @param seed the seed of the chains' streams
 * @param snapshots where the chains were, by ascending step; the first is the start
 * @param steps for each comparison, at which step it takes the chains; one of the snapshots
 * @param diagnostics for each comparison, how the chains moved up to that step
 */
public record TaskRun(
    MaskingTask task,
    String sampler,
    long seed,
    List<Snapshot> snapshots,
    Map<ComparedAt, Integer> steps,
    Map<ComparedAt, RunDiagnostics> diagnostics) {
  /** Copies the collections. */
  public TaskRun {
    snapshots = List.copyOf(snapshots);
    steps = Map.copyOf(new TreeMap<>(steps));
    diagnostics = Map.copyOf(new TreeMap<>(diagnostics));
  }

  /**
   * Returns where the chains were when they are compared.
   *
   * @param comparison one that was run
   * @throws IllegalArgumentException if it was not
   */
  public Snapshot at(ComparedAt comparison) {
    Integer step = steps.get(comparison);
    return snapshots.stream()
        .filter(snapshot -> Integer.valueOf(snapshot.step()).equals(step))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(sampler + " was not run for equal " + comparison));
  }
}
