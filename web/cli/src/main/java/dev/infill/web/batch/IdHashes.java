package dev.infill.web.batch;

import dev.infill.corpora.task.SeededHash;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * 64-bit hashes of all ids of an input, 8 bytes each: what it takes to see that none is there twice
 * without keeping them. Equal hashes are looked into; different ones belong to different ids.
 */
final class IdHashes {
  private static final String PURPOSE = "batch-id";

  private final SeededHash hash = new SeededHash(0);
  private long[] hashes = new long[1024];
  private int size;

  void add(String id) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.multiplyExact(2, size));
    }
    hashes[size++] = of(id);
  }

  long of(String id) {
    return hash.of(PURPOSE, id);
  }

  /** Returns the smallest hash that several ids have; sorts the hashes. */
  OptionalLong repeated() {
    Arrays.parallelSort(hashes, 0, size);
    for (int k = 1; k < size; k++) {
      if (hashes[k] == hashes[k - 1]) {
        return OptionalLong.of(hashes[k]);
      }
    }
    return OptionalLong.empty();
  }
}
