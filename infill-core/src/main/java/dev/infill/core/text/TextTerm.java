package dev.infill.core.text;

import dev.infill.core.NumberRange;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * V: a function of a text, which is added to the energy of its fillings with a weight, exp((U + λ
 * V)/T) (Mireshghallah, Goyal &amp; Berg-Kirkpatrick 2022, "Mix and Match").
 *
 * <p>Thread-safe. The same text must always have the same value, or chains do not sample their
 * target.
 */
@FunctionalInterface
public interface TextTerm {
  /**
   * Returns V of texts, in nats.
   *
   * @param texts at least one; {@code fills} has one span for each blank, with all of its pieces
   * @return a finite number for each text, in order
   * @throws dev.infill.core.InvalidInputException if a text has no value, in a line for its author
   */
  List<Double> values(List<FilledText> texts);

  /**
   * Returns the least and the largest V, in nats; empty if they are not known. A list of fillings
   * can be certain only where they are.
   */
  default Optional<NumberRange> range() {
    return Optional.empty();
  }

  /**
   * Returns V that depends on the text alone, not on its blanks.
   *
   * @param value V of one text, a finite number, in nats
   */
  static TextTerm of(ToDoubleFunction<String> value) {
    return texts -> texts.stream().map(filled -> value.applyAsDouble(filled.text())).toList();
  }

  /**
   * Returns V that is 1 where a text has a word, and 0 elsewhere.
   *
   * @param word the word or the words, as a whole: no letter, digit or mark may stand beside it.
   *     Case does not count
   * @throws IllegalArgumentException if it is blank
   */
  static TextTerm keyword(String word) {
    return new Keyword(word);
  }
}
