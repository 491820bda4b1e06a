package dev.infill.bert.weights.source;

import java.nio.FloatBuffer;

/**
 * The buckets into which MPNet (Song et al. 2020) puts distances between positions: 16 for
 * positions before the one that asks and for itself, 16 for positions behind it. Distances below 8
 * have a bucket each; larger ones are cut at 8 · 2^(k/2), and all from 91 on have one bucket (T5;
 * Raffel et al. 2020).
 */
final class RelativeBuckets {
  /** The number of buckets. */
  static final int COUNT = 32;

  private static final int OF_A_SIDE = COUNT / 2;
  private static final int EXACT = OF_A_SIDE / 2;

  private RelativeBuckets() {}

  /**
   * Returns the bucket of a distance.
   *
   * @param distance the positions behind the one that asks; negative before it
   */
  static int of(int distance) {
    int apart = Math.abs(distance);
    int bucket = apart;
    if (apart >= EXACT) {
      // floor(log2((apart / 8)²)): in whole numbers nothing is rounded at the cuts.
      long ratio = (long) apart * apart / (EXACT * EXACT);
      int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(ratio);
      bucket = Math.min(OF_A_SIDE - 1, EXACT + octave);
    }
    return distance > 0 ? bucket + OF_A_SIDE : bucket;
  }

  /**
   * Returns a row for every possible distance, given the rows of buckets.
   *
   * @param ofBuckets [32, heads], row-major
   * @param positions P, the most positions of a text
   * @return [2 P − 1, heads]: row d + P − 1 belongs to distance d
   */
  static FloatBuffer byDistance(FloatBuffer ofBuckets, int positions) {
    int heads = ofBuckets.remaining() / COUNT;
    float[] rows = new float[(2 * positions - 1) * heads];
    for (int distance = 1 - positions; distance < positions; distance++) {
      ofBuckets.get(of(distance) * heads, rows, (distance + positions - 1) * heads, heads);
    }
    return FloatBuffer.wrap(rows);
  }
}
