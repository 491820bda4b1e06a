package dev.infill.evaluation.bench;

import dev.infill.core.infill.InfillSettings;
import java.util.OptionalInt;

/**
 * How much of a dense job is run to know its time, which grows with the sequences through the model
 * and with nothing else: those of the whole job are known from the same draws made fast.
 *
 * @param steps how many steps, at least 1; empty if all are run
 */
public record DensePart(OptionalInt steps) {
  /**
   * Checks the number.
   *
   * @throws dev.infill.core.InvalidInputException if it is less than 1
   */
  public DensePart {
    if (steps.isPresent()) {
      Repetitions.requireCount("dense-steps", steps.getAsInt());
    }
  }

  /** Returns all of it. */
  public static DensePart whole() {
    return new DensePart(OptionalInt.empty());
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
  InfillSettings of(InfillSettings settings) {
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
