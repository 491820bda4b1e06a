package dev.infill.bert.runtime;

/**
 * How graphs are run.
 *
 * @param device {@code CPU} or {@code CUDA}
 * @param precision the precision of products and graphs
 * @param threads the threads of one run, at least 1
 */
record Execution(Device device, Precision precision, int threads) {
  Execution {
    if (threads < 1) {
      throw new IllegalArgumentException("a model pass needs at least 1 thread, not " + threads);
    }
  }
}
