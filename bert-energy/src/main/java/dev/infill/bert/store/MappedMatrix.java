package dev.infill.bert.store;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A matrix that stays in its file and is mapped into memory, also when the file is deleted. Its
 * memory is let go when nothing refers to it.
 *
 * @param numbers its numbers, row after row; read-only
 * @param width how many a row has
 */
public record MappedMatrix(FloatBuffer numbers, int width) {
  /**
   * Returns some of its rows, read-only.
   *
   * @param rows which, from 0
   */
  public List<FloatBuffer> rows(int[] rows) {
    return IntStream.of(rows)
        .mapToObj(row -> numbers.slice(Math.multiplyExact(row, width), width))
        .toList();
  }
}
