package dev.infill.evaluation.bench;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Infiller;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One time that a job was done.
 *
 * @param seconds from the text to its fillings
 * @param firstSeconds until all chains had made a step, from when on an interrupt prints fillings
 * @param effectiveSampleSize of U over all chains; empty where there are too few steps
 * @param passesAsked sequences through the model that the chains asked for
 * @param passesRun how many of them the model was run for
 * @param passesInFull how many they would have asked for densely
 * @param part what was run of it, where that was not all: the seconds are scaled to {@code
 *     passesInFull}, and the effective sample size and the passes are those of a fast job of the
 *     same draws
 */
public record JobRun(
    double seconds,
    OptionalDouble firstSeconds,
    OptionalDouble effectiveSampleSize,
    long passesAsked,
    long passesRun,
    long passesInFull,
    Optional<Part> part) {
  /**
   * What was run of a dense job.
   *
   * @param steps how many steps, its first ones
   * @param seconds how long they took, from the text to fillings
   * @param passesRun for how many sequences the model was run
   */
  public record Part(int steps, double seconds, long passesRun) {}

  /**
   * Does a job.
   *
   * @param progress is notified of every step
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled so
   */
  static JobRun of(
      MaskedLanguageModel model, String text, InfillSettings settings, ProgressListener progress) {
    FirstStep first = new FirstStep(progress);
    Diagnostics diagnostics =
        new Infiller(model).infill(text, settings, first, new Cancellation()).diagnostics();
    return new JobRun(
        first.secondsSinceBegin(),
        first.seconds,
        diagnostics.effectiveSampleSize(),
        diagnostics.modelPasses() + diagnostics.hits(),
        diagnostics.modelPasses(),
        diagnostics.passesInFull(),
        Optional.empty());
  }

  /**
   * Returns the whole dense job that this is a part of.
   *
   * @param fast the same draws, all of them, made fast
   * @param steps how many steps this one was
   */
  JobRun scaledTo(JobRun fast, int steps) {
    return new JobRun(
        seconds * fast.passesInFull / passesRun,
        firstSeconds,
        fast.effectiveSampleSize,
        fast.passesInFull,
        fast.passesInFull,
        fast.passesInFull,
        Optional.of(new Part(steps, seconds, passesRun)));
  }

  /** Takes the time until a job's chains have all made a step. */
  private static final class FirstStep implements ProgressListener {
    private final ProgressListener listener;
    private final long began = System.nanoTime();
    private OptionalDouble seconds = OptionalDouble.empty();

    FirstStep(ProgressListener listener) {
      this.listener = listener;
    }

    double secondsSinceBegin() {
      return (System.nanoTime() - began) / 1e9;
    }

    @Override
    public void onProgress(Phase phase, long done, long total) {
      if (seconds.isEmpty() && done > 0) {
        seconds = OptionalDouble.of(secondsSinceBegin());
      }
      if (phase == Phase.SAMPLING) {
        listener.onProgress(phase, done, total);
      }
    }
  }
}
