package dev.infill.bert.runtime;

/**
 * How graphs are run.
 *
 * @param cuda whether on a CUDA device, else on the processor
 * @param tf32 whether a CUDA device may round factors of float32 products to TF32
 * @param threads the threads of one run, at least 1
 */
record Execution(boolean cuda, boolean tf32, int threads) {
  /**
   * Returns how graphs of a precision are run.
   *
   * @param device {@code CPU}, or else a CUDA device
   */
  static Execution on(Device device, Precision precision, int threads) {
    return new Execution(device != Device.CPU, precision == Precision.TF32, threads);
  }
}
