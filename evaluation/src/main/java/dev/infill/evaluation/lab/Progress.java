package dev.infill.evaluation.lab;

/** Counts what is done of an experiment, and tells a listener. Not thread-safe. */
final class Progress {
  private final LabListener listener;
  private final long total;
  private long done;

  /**
   * Begins to count.
   *
   * @param total how much there is to do, at least 1
   */
  Progress(LabListener listener, long total) {
    this.listener = listener;
    this.total = total;
  }

  /** Begins a table, each line of which the listener is told as well. */
  LabTable table(String... columns) {
    return new LabTable(listener, columns);
  }

  /** Tells that a step of a part begins. */
  void next(String part) {
    listener.onProgress(part, done, total);
    done++;
  }
}
