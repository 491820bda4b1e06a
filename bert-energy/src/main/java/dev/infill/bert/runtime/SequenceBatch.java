package dev.infill.bert.runtime;

import java.util.List;
import java.util.stream.LongStream;

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

  /**
   * Returns the sequences of several batches as one, in order.
   *
   * @param batches at least one, all of the same T and P
   * @throws IllegalArgumentException if T or P differ
   */
  public static SequenceBatch joined(List<SequenceBatch> batches) {
    SequenceBatch first = batches.get(0);
    if (!batches.stream().allMatch(first::hasShapeOf)) {
      throw new IllegalArgumentException("batches of different shapes cannot be joined");
    }
    return new SequenceBatch(
        batches.stream().mapToInt(SequenceBatch::sequences).sum(),
        first.length,
        batches.stream().flatMapToLong(batch -> LongStream.of(batch.inputIds)).toArray(),
        first.positionsPerSequence,
        batches.stream().flatMapToLong(batch -> LongStream.of(batch.positions)).toArray());
  }

  /**
   * Says whether another batch has the same T and P.
   *
   * @param other another batch
   */
  public boolean hasShapeOf(SequenceBatch other) {
    return length == other.length && positionsPerSequence == other.positionsPerSequence;
  }

  /** Returns N, the number of sequences. */
  public int sequences() {
    return sequences;
  }

  /** Returns T, the pieces of each sequence. */
  public int length() {
    return length;
  }

  long[] inputIds() {
    return inputIds;
  }

  /** Returns P, the positions at which each sequence is asked. */
  public int positionsPerSequence() {
    return positionsPerSequence;
  }

  long[] positions() {
    return positions;
  }
}
