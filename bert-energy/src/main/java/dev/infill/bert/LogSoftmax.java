package dev.infill.bert;

/** Log-probabilities of some numbers that follow each other in an array of logits. */
final class LogSoftmax {
  private LogSoftmax() {}

  /**
   * Returns the log-probability of one of them, in nats, computed in float64.
   *
   * @param logits the array
   * @param from where they begin
   * @param size how many they are
   * @param index which one, from 0
   */
  static double at(float[] logits, int from, int size, int index) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = from; k < from + size; k++) {
      largest = Math.max(largest, logits[k]);
    }
    double sum = 0;
    for (int k = from; k < from + size; k++) {
      sum += Math.exp(logits[k] - largest);
    }
    return logits[from + index] - largest - Math.log(sum);
  }
}
