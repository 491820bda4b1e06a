package dev.infill.core.chain;

import java.util.List;
import java.util.OptionalDouble;

/** Is notified of a job's progress; called from one thread at a time. */
@FunctionalInterface
public interface ProgressListener {
  /** A listener that does nothing. */
  ProgressListener NONE = (phase, done, total) -> {};

  /** What a job is doing. */
  enum Phase {
    /** Moving the chains; counted in steps. */
    SAMPLING,
    /**
     * Evaluating U: at the distinct states of a kernel that does not, and at the candidates, in
     * states; of a text that is scored, in blanks or pieces.
     */
    SCORING
  }

  /**
   * Reports progress.
   *
   * @param phase what is being done
   * @param done how much of it is done, 0 ≤ done ≤ total
   * @param total how much there is
   */
  void onProgress(Phase phase, long done, long total);

  /**
   * Reports a step that all chains have made, before the progress of it is reported. A run may make
   * a few steps more than it keeps; they are reported as well.
   *
   * @param step which, from 1
   * @param stepSize α of this step; empty for kernels without one
   * @param visits where each chain was after it
   */
  default void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {}
}
