package dev.infill.corpora.statistics;

import java.util.Arrays;

/**
 * How many words sentences have. Immutable.
 *
 * <p>Quantiles are exact: the smallest length that at least so large a share of the sentences does
 * not exceed.
 */
public final class SentenceLengths {
  private final long[] sentences;
  private final long total;

  /**
   * Takes the counts.
   *
   * @param sentences at i, how many sentences have i words
   */
  SentenceLengths(long[] sentences) {
    this.sentences = sentences.clone();
    this.total = Arrays.stream(sentences).sum();
    if (total == 0) {
      throw new IllegalArgumentException("no sentences have no lengths");
    }
  }

  /** Returns the mean number of words. */
  public double mean() {
    double words = 0;
    for (int length = 0; length < sentences.length; length++) {
      words += (double) length * sentences[length];
    }
    return words / total;
  }

  /**
   * Returns a quantile.
   *
   * @param share from 0, for the shortest sentence, to 1, for the longest
   */
  public int quantile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is from 0 to 1, not " + share);
    }
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long below = 0;
    int length = -1;
    while (below < rank) {
      length++;
      below += sentences[length];
    }
    return length;
  }
}
