package dev.infill.corpora.statistics;

import dev.infill.corpora.Sentence;
import java.util.Arrays;

/**
 * Gathers the statistics of sentences as they go by. Holds up to 24 MiB, however many there are.
 * Not thread-safe.
 */
public final class StatisticsCollector {
  private final DistinctWords distinct = new DistinctWords();
  private long[] sentencesByLength = new long[64];
  private long sentences;
  private long words;

  /**
   * Counts a sentence.
   *
   * @param sentence the sentence
   */
  public void add(Sentence sentence) {
    sentence.words().forEach(distinct::add);
    int length = sentence.words().size();
    if (length >= sentencesByLength.length) {
      sentencesByLength = Arrays.copyOf(sentencesByLength, 2 * length);
    }
    sentencesByLength[length]++;
    sentences++;
    words += length;
  }

  /**
   * Returns the figures so far.
   *
   * @throws IllegalStateException if there was no sentence
   */
  public CorpusStatistics statistics() {
    if (sentences == 0) {
      throw new IllegalStateException("there was no sentence");
    }
    return new CorpusStatistics(
        sentences, words, distinct.count(), new SentenceLengths(sentencesByLength));
  }
}
