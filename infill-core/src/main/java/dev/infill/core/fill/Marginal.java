package dev.infill.core.fill;

import dev.infill.core.diagnostics.Probability;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The marginal distribution of one blank under the target of {@code fill} or {@code sample}.
 *
 * @param blank which blank of the text, from 1
 * @param words the words that were found there, the likeliest first
 */
public record Marginal(int blank, List<Word> words) {
  /** Copies the list. */
  public Marginal {
    words = List.copyOf(words);
  }

  /**
   * A word in a blank.
   *
   * @param text a word or several, as in the filled text; a continuation with a leading {@code ##}
   * @param probability its marginal probability, exact or an estimate without an upper bound
   */
  public record Word(String text, Probability probability) {
    /** Returns the probability, or its estimate, in [0, 1]. */
    public double estimate() {
      return probability.estimate().orElseThrow();
    }
  }

  /**
   * Returns a marginal, the likeliest words first.
   *
   * @param blank which blank of the text, from 1
   * @param probabilities by word
   */
  public static Marginal of(int blank, Map<String, Probability> probabilities) {
    return new Marginal(
        blank,
        probabilities.entrySet().stream()
            .map(word -> new Word(word.getKey(), word.getValue()))
            .sorted(
                Comparator.comparingDouble((Word word) -> -word.estimate())
                    .thenComparing(Word::text))
            .toList());
  }

  /**
   * Returns the probability of all words but the likeliest, in [0, 1].
   *
   * @param likeliest the number of words that are left out
   */
  public double rest(int likeliest) {
    return words.stream().skip(likeliest).mapToDouble(Word::estimate).sum();
  }
}
