package dev.infill.corpora.sampling;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.Sentence;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Says which part of a corpus a sentence belongs to. That depends on the seed and on the line that
 * the sentence begins on, and on nothing else: sentences of one line stay together. Shares are met
 * on average. Immutable and thread-safe.
 */
public final class CorpusSplit {
  private static final double ROUNDING = 1e-9;

  /** The step of {@link SplittableRandom}: from a seed n steps on, it goes on with number n. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private final List<CorpusPart> parts;
  private final long seed;

  /**
   * Creates a split.
   *
   * @param parts the parts; shares sum to 1, names differ by more than case
   * @param seed the seed; the same one splits the same corpus alike
   * @throws InvalidInputException for field {@code parts} if they are not as said
   */
  public CorpusSplit(List<CorpusPart> parts, long seed) {
    this.parts = List.copyOf(parts);
    this.seed = seed;
    double sum = this.parts.stream().mapToDouble(CorpusPart::share).sum();
    if (Math.abs(sum - 1) > ROUNDING) {
      throw new InvalidInputException(
          "parts", "the shares of the parts must sum to 1, not to " + (float) sum);
    }
    Set<String> names = new HashSet<>();
    for (CorpusPart part : this.parts) {
      // Some file systems take names that differ in case alone for one.
      if (!names.add(part.name().toLowerCase(Locale.ROOT))) {
        throw new InvalidInputException("parts", "two parts are called " + part.name());
      }
    }
  }

  /** Returns the parts, in the order in which they were given. */
  public List<CorpusPart> parts() {
    return parts;
  }

  /**
   * Returns the part of a sentence.
   *
   * @param sentence the sentence
   * @return the index of its part
   */
  public int part(Sentence sentence) {
    double drawn = new SplittableRandom(seed + sentence.line() * GOLDEN_GAMMA).nextDouble();
    double upTo = 0;
    for (int part = 0; part < parts.size() - 1; part++) {
      upTo += parts.get(part).share();
      if (drawn < upTo) {
        return part;
      }
    }
    return parts.size() - 1;
  }
}
