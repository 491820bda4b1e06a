package dev.infill.core.chain;

/** Is told how far a job is; called from one thread at a time. */
@FunctionalInterface
public interface ProgressListener {
  /** A listener that does nothing. */
  ProgressListener NONE = (phase, done, total) -> {};

  /** What a job is doing. */
  enum Phase {
    /** Moving the chains; counted in steps. */
    SAMPLING,
    /** Evaluating U at the distinct states of a kernel that does not evaluate it; in states. */
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
}
