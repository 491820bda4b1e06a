package dev.infill.core.chain;

import java.util.List;
import java.util.OptionalDouble;

/** Is notified of a job's progress, from one thread at a time. */
@FunctionalInterface
public interface ProgressListener {
  /** A listener that does nothing. */
  ProgressListener NONE = (phase, done, total) -> {};

  /** A phase of a job. */
  enum Phase {
    /** Moving the chains; counted in steps. */
    SAMPLING,
    /** Evaluating U of the states found, in states, or of a text, in blanks or pieces. */
    SCORING
  }

  /**
   * Reports progress.
   *
   * @param phase the phase
   * @param done the part that is done, 0 ≤ done ≤ total
   * @param total the expected end of the phase
   */
  void onProgress(Phase phase, long done, long total);

  /**
   * Reports a step that all chains have made, before its progress. A run may make and report a few
   * steps more than it keeps.
   *
   * @param step the number of the step, from 1
   * @param stepSize α of this step; empty for kernels without one
   * @param visits a visit of each chain
   */
  default void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {}
}
