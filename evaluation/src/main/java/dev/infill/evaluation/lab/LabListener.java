package dev.infill.evaluation.lab;

/** Is notified of an experiment's progress and figures; called from one thread. */
@FunctionalInterface
public interface LabListener {
  /** A listener that does nothing. */
  LabListener NONE = (part, done, total) -> {};

  /**
   * Reports progress.
   *
   * @param part what is being done
   * @param done how much of the experiment is done, 0 ≤ done ≤ total
   * @param total how much there is, at least 1
   */
  void onProgress(String part, long done, long total);

  /**
   * Reports a line of {@link LabResult#table} as soon as it is known, so that nothing is lost if
   * the experiment is broken off; the heading comes first. Does nothing by default.
   *
   * @param line comma-separated values, with the end of the line
   */
  default void onLine(String line) {}
}
