package dev.infill.corpora.sampling;

import dev.infill.corpora.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Draws sentences without replacement while they go by, every set of them equally likely. Each
 * sentence is given a random number, and those with the least ones are kept; so a smaller sample of
 * the same seed is part of a larger one. Holds the sample. Not thread-safe.
 */
public final class SentenceSampler {
  private static final Comparator<Drawn> BY_KEY =
      Comparator.comparingLong(Drawn::key).thenComparingLong(Drawn::index);

  private final int count;
  private final SplittableRandom random;
  private final PriorityQueue<Drawn> kept = new PriorityQueue<>(BY_KEY.reversed());
  private long seen;

  private record Drawn(long key, long index, Sentence sentence) {}

  /**
   * Creates a sampler that has seen nothing.
   *
   * @param count how many sentences to draw, at least 1
   * @param seed the seed; the same one draws the same sentences of the same corpus
   */
  public SentenceSampler(int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("a sample has at least 1 sentence, not " + count);
    }
    this.count = count;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Considers the next sentence.
   *
   * @param sentence the sentence
   */
  public void add(Sentence sentence) {
    Drawn drawn = new Drawn(random.nextLong(), seen, sentence);
    seen++;
    if (kept.size() < count) {
      kept.add(drawn);
    } else if (BY_KEY.compare(drawn, kept.element()) < 0) {
      kept.remove();
      kept.add(drawn);
    }
  }

  /** Returns how many sentences have gone by. */
  public long seen() {
    return seen;
  }

  /**
   * Returns the sample in the corpus's order: all sentences if there were no more than asked for.
   */
  public List<Sentence> sample() {
    return kept.stream()
        .sorted(Comparator.comparingLong(Drawn::index))
        .map(Drawn::sentence)
        .toList();
  }
}
