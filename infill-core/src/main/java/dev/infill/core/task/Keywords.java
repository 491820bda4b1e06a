package dev.infill.core.task;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.WeightedTerm;
import java.util.List;
import java.util.Map;

/** The terms of {@link Settings#KEYWORD}. */
final class Keywords {
  /** The most keywords: every filling is searched for each. */
  private static final int MOST = 100;

  private static final int MOST_CHARACTERS = 100;

  /**
   * The largest weight in nats: the sum of all, divided by the least temperature, does not
   * overflow.
   */
  private static final double MOST_WEIGHT = 1e6;

  private Keywords() {}

  /**
   * Returns a term for each keyword.
   *
   * @param weights by word
   * @throws InvalidInputException if there are too many, or one is no word or no number
   */
  static List<WeightedTerm> terms(Map<String, Double> weights) {
    if (weights.size() > MOST) {
      throw new InvalidInputException(
          Settings.KEYWORD.name(),
          "there may be %d keywords, not %d".formatted(MOST, weights.size()));
    }
    return weights.entrySet().stream()
        .map(keyword -> term(keyword.getKey().strip(), keyword.getValue()))
        .toList();
  }

  private static WeightedTerm term(String word, double weight) {
    if (word.isEmpty() || word.length() > MOST_CHARACTERS || !(Math.abs(weight) <= MOST_WEIGHT)) {
      throw new InvalidInputException(
          Settings.KEYWORD.name(),
          "a keyword is a word of up to 100 characters, and counts a number from -1e6 to 1e6; not '%s', %s"
              .formatted(Excerpt.of(word), weight));
    }
    return new WeightedTerm("keyword " + word, weight, TextTerm.keyword(word));
  }
}
