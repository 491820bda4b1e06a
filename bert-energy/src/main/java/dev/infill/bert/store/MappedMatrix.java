package dev.infill.bert.store;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A matrix whose file is mapped into memory, even when the file is deleted. The memory is released
 * when nothing refers to it.
 *
 * @param numbers its numbers, row after row; read-only
 * @param width the number of columns
 */
public record MappedMatrix(FloatBuffer numbers, int width) {
  /**
   * Returns some of its rows, read-only.
   *
   * @param rows their numbers, from 0
   */
  public List<FloatBuffer> rows(int[] rows) {
    return IntStream.of(rows)
        .mapToObj(row -> numbers.slice(Math.multiplyExact(row, width), width))
        .toList();
  }
}
