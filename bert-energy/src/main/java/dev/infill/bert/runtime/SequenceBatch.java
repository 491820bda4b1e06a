package dev.infill.bert.runtime;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Sequences of one length, and the positions at which the model is asked.
 *
 * <p>All sequences are equally long, so there is no padding and none can change a result. The
 * arrays are taken over and must not be changed.
 *
 * @param sequences N, at least 1
 * @param length T, the pieces of each sequence
 * @param inputIds N × T piece ids, row-major
 * @param positionsPerSequence P, at least 1
 * @param positions N × P positions in 0 … T − 1, row-major
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on to ONNX Runtime; nobody compares batches.
public record SequenceBatch(
    int sequences, int length, long[] inputIds, int positionsPerSequence, long[] positions) {
  /**
   * Checks the arrays.
   *
   * @throws IllegalArgumentException if one has another shape
   */
  public SequenceBatch {
    if (inputIds.length != sequences * length
        || positions.length != sequences * positionsPerSequence) {
      throw new IllegalArgumentException(
          "%d ids and %d positions for %d sequences of %d pieces"
              .formatted(inputIds.length, positions.length, sequences, length));
    }
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
}
