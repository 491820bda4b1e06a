package dev.infill.evaluation.paper;

import dev.infill.corpora.task.MaskingTask;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The draws of one sampler for one task. It holds no times, so that the same settings give the same
 * run again.
 *
 * @param task the task
 * @param sampler the label of the sampler, as in {@link SamplerSpec#label()}
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
    Map<ComparedAt, Diagnostics> diagnostics) {
  /** Copies the collections. */
  public TaskRun {
    snapshots = List.copyOf(snapshots);
    // In the order of the constants, so that a run is written the same way every time.
    steps = Collections.unmodifiableMap(new TreeMap<>(steps));
    diagnostics = Collections.unmodifiableMap(new TreeMap<>(diagnostics));
  }

  /**
   * Returns where the chains were when they are compared.
   *
   * @param comparison one that was run
   * @throws IllegalArgumentException if it was not
   */
  public Snapshot at(ComparedAt comparison) {
    int step = require(steps, comparison);
    return snapshots.stream()
        .filter(snapshot -> snapshot.step() == step)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no snapshot of step " + step));
  }

  /**
   * Returns how the chains moved until they are compared.
   *
   * @param comparison one that was run
   * @throws IllegalArgumentException if it was not
   */
  public Diagnostics diagnosticsAt(ComparedAt comparison) {
    return require(diagnostics, comparison);
  }

  /** Says whether it is that of a sampler on a task. */
  boolean isOf(MaskingTask other, SamplerSpec spec) {
    return task.id().equals(other.id()) && sampler.equals(spec.label());
  }

  /** Says whether another run is of the same sampler and task. */
  boolean isOfSame(TaskRun other) {
    return task.id().equals(other.task.id()) && sampler.equals(other.sampler);
  }

  /** Returns a run of the same sampler and task with other snapshots. */
  TaskRun with(List<Snapshot> others) {
    return new TaskRun(task, sampler, seed, others, steps, diagnostics);
  }

  /** Returns the model passes of the whole run. */
  public long modelPasses() {
    return snapshots.get(snapshots.size() - 1).modelPasses();
  }

  private <T> T require(Map<ComparedAt, T> values, ComparedAt comparison) {
    T value = values.get(comparison);
    if (value == null) {
      throw new IllegalArgumentException(sampler + " was not run for equal " + comparison);
    }
    return value;
  }

  /**
   * How the chains of one run moved, over the steps of one comparison; rates are means over chains
   * and steps.
   *
   * @param acceptanceRate the share of steps whose proposal was accepted, unchanged ones included
   * @param acceptedAndChangedRate the share of steps that moved the chain to another state
   * @param changedPerStep the mean number of blanks changed per step
   * @param effectiveSampleSize of U over all chains; empty where the sampler does not evaluate U
   * @param effectiveSampleSizeOfHammingDistance of the number of blanks in which a chain differs
   *     from the tokens most often seen, over all chains ({@link
   *     dev.infill.core.chain.HammingDistances}). Empty where there are too few steps, and in
   *     records that are older than this figure
   */
  public record Diagnostics(
      double acceptanceRate,
      double acceptedAndChangedRate,
      double changedPerStep,
      OptionalDouble effectiveSampleSize,
      OptionalDouble effectiveSampleSizeOfHammingDistance) {}
}
