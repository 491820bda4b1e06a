package dev.infill.evaluation.bench;

import dev.infill.core.task.InfillSettings;
import java.util.List;
import java.util.OptionalInt;

/**
 * Which dense jobs others are held against, and how much of them is run to know their time: that
 * grows with the sequences through the model and with nothing else, and those of the whole job are
 * known from the same draws made fast.
 *
 * @param stepSizes every α that is tried, at least one; the one with the largest effective sample
 *     size per second is the reference
 * @param steps how many steps of each are run, at least 1; empty if all are
 */
public record DenseReference(List<Double> stepSizes, OptionalInt steps) {
  private static final double PAPER_STEP_SIZE = 0.3;

  /**
   * Keeps one of equal step sizes.
   *
   * @throws dev.infill.core.InvalidInputException if there are less than 1 steps
   */
  public DenseReference {
    stepSizes = stepSizes.stream().distinct().toList();
    if (stepSizes.isEmpty()) {
      throw new IllegalArgumentException("a dense job needs a step size");
    }
    if (steps.isPresent()) {
      Repetitions.requireCount("dense-steps", steps.getAsInt());
    }
  }

  /** Returns the paper's step size, every step of which is run. */
  public static DenseReference paper() {
    return new DenseReference(List.of(PAPER_STEP_SIZE), OptionalInt.empty());
  }

  /** Returns how many steps of a job are run; empty if all are. */
  OptionalInt stepsOf(InfillSettings settings) {
    return steps.isPresent() && steps.getAsInt() < settings.steps() ? steps : OptionalInt.empty();
  }

  /**
   * Returns the settings of what is run of a job.
   *
   * @param settings those of the whole job
   */
  InfillSettings part(InfillSettings settings) {
    OptionalInt some = stepsOf(settings);
    // Burn-in changes no draw; a part with nothing after it would have no fillings to end with.
    return some.isPresent()
        ? settings.toBuilder().burnIn(0).steps(some.getAsInt()).build()
        : settings;
  }

  /**
   * Returns a whole job, given what was run of it.
   *
   * @param run what was run
   * @param fast the same draws, all of them, made fast
   * @param settings those of the whole job
   */
  JobRun whole(JobRun run, JobRun fast, InfillSettings settings) {
    OptionalInt some = stepsOf(settings);
    return some.isPresent() ? run.scaledTo(fast, some.getAsInt()) : run;
  }
}
