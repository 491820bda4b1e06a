package dev.infill.core.fill;

import dev.infill.core.diagnostics.Probability;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What can stand in one blank, whatever stands in the others: the marginal distribution of the
 * blank under π(θ) ∝ exp(U(θ)/T).
 *
 * @param blank which blank of the text, from 1
 * @param words the likeliest first: all that chains visited, or of a single blank all that it may
 *     hold; their probabilities sum to 1
 */
public record Marginal(int blank, List<Word> words) {
  /** Copies the list. */
  public Marginal {
    words = List.copyOf(words);
  }

  /**
   * What can stand in a blank.
   *
   * @param text a word or several, as in the filled text; a continuation with a leading {@code ##}
   * @param probability an estimate, or what is known exactly; without an upper bound where it is an
   *     estimate
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
   * @param likeliest how many these are
   */
  public double rest(int likeliest) {
    return words.stream().skip(likeliest).mapToDouble(Word::estimate).sum();
  }
}
