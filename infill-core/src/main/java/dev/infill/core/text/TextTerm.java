package dev.infill.core.text;

import dev.infill.core.NumberRange;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * V: a function of a text, which is added to the energy of its fillings with a weight, exp((U + λ
 * V)/T) (Mireshghallah, Goyal &amp; Berg-Kirkpatrick 2022, "Mix and Match").
 *
 * <p>Thread-safe, and a function: the same text has the same value, whatever else is asked for with
 * it. Else chains do not sample what they say.
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
   * Returns what V is at least and at most, in nats; empty if that is not known. A list of fillings
   * can be certain only where it is.
   */
  default Optional<NumberRange> range() {
    return Optional.empty();
  }

  /**
   * Returns V that is known of each text by itself, wherever its blanks are.
   *
   * @param value V of one text, a finite number, in nats
   */
  static TextTerm of(ToDoubleFunction<String> value) {
    return texts -> texts.stream().map(filled -> value.applyAsDouble(filled.text())).toList();
  }

  /**
   * Returns V that is 1 where a text has a word, and 0 elsewhere.
   *
   * @param word the word or the words, as a whole: no letter, digit or mark may stand beside it. In
   *     capitals or not is the same
   * @throws IllegalArgumentException if it is blank
   */
  static TextTerm keyword(String word) {
    Keyword keyword = new Keyword(word);
    TextTerm term = of(text -> keyword.isIn(text) ? 1 : 0);
    return new TextTerm() {
      @Override
      public List<Double> values(List<FilledText> texts) {
        return term.values(texts);
      }

      @Override
      public Optional<NumberRange> range() {
        return Optional.of(new NumberRange(0, 1));
      }
    };
  }
}
