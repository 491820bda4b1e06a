package dev.infill.bert.runtime;

/**
 * Sequences of one length, and the positions at which the model is asked.
 *
 * <p>All sequences are equally long, so there is no padding and none can change a result.
 */
public final class SequenceBatch {
  private final int sequences;
  private final int length;
  private final long[] inputIds;
  private final int positionsPerSequence;
  private final long[] positions;

  /**
   * Creates a batch; the arrays are taken over and must not be changed afterwards.
   *
   * @param sequences N, at least 1
   * @param length T, the pieces of each sequence
   * @param inputIds N × T piece ids, row-major
   * @param positionsPerSequence P, at least 1
   * @param positions N × P positions in 0 … T − 1, row-major
   * @throws IllegalArgumentException if an array has another shape
   */
  public SequenceBatch(
      int sequences, int length, long[] inputIds, int positionsPerSequence, long[] positions) {
    if (inputIds.length != sequences * length
        || positions.length != sequences * positionsPerSequence) {
      throw new IllegalArgumentException(
          inputIds.length
              + " ids and "
              + positions.length
              + " positions for "
              + sequences
              + " sequences of "
              + length
              + " pieces");
    }
    this.sequences = sequences;
    this.length = length;
    this.inputIds = inputIds;
    this.positionsPerSequence = positionsPerSequence;
    this.positions = positions;
  }

  int sequences() {
    return sequences;
  }

  int length() {
    return length;
  }

  long[] inputIds() {
    return inputIds;
  }

  int positionsPerSequence() {
    return positionsPerSequence;
  }

  long[] positions() {
    return positions;
  }
}
