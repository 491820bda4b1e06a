package dev.infill.bert.weights.source;

/**
 * Distances between positions as MPNet (Song et al. 2020) shares them out: 16 buckets for what
 * stands before or at the position that asks, 16 for what stands behind it. Distances below 8 have
 * one each; those from 8 on are cut at 8 · 2^(k/2), and all from 91 on are one (T5; Raffel et al.
 * 2020).
 */
final class RelativeBuckets {
  /** How many there are. */
  static final int COUNT = 32;

  private static final int OF_A_SIDE = COUNT / 2;
  private static final int EXACT = OF_A_SIDE / 2;

  private RelativeBuckets() {}

  /**
   * Returns the bucket of a distance.
   *
   * @param distance how many positions it stands behind what asks; negative before it
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
   * Returns the rows of all distances that there can be, of the rows of buckets.
   *
   * @param ofBuckets [32, heads], row-major
   * @param positions P, the most positions of a text
   * @return [2 P − 1, heads]: row d + P − 1 is that of distance d
   */
  static float[] byDistance(float[] ofBuckets, int positions) {
    int heads = ofBuckets.length / COUNT;
    float[] rows = new float[(2 * positions - 1) * heads];
    for (int distance = 1 - positions; distance < positions; distance++) {
      System.arraycopy(
          ofBuckets, of(distance) * heads, rows, (distance + positions - 1) * heads, heads);
    }
    return rows;
  }
}
