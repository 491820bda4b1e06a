package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.TypeConversionException;

/**
 * What a word counts, as {@code --keyword rain=2} gives it.
 *
 * @param word a word or several
 * @param weight a finite number
 */
record WordWeight(String word, double weight) {
  WordWeight {
    if (word.isEmpty() || !Double.isFinite(weight)) {
      throw new IllegalArgumentException(word + "=" + weight);
    }
  }

  static WordWeight parse(String option, String value) {
    int end = value.lastIndexOf('=');
    try {
      return new WordWeight(
          value.substring(0, Math.max(0, end)).strip(),
          CommandOption.decimal(value.substring(end + 1)));
    } catch (TypeConversionException | IllegalArgumentException e) {
      throw new InvalidInputException(
          option,
          "expected a word and a number that it counts, such as rain=2; not '" + value + "'",
          e);
    }
  }

  /** Returns the numbers by word; those of a word that was given twice are added up. */
  static SortedMap<String, Double> byWord(List<WordWeight> given) {
    SortedMap<String, Double> weights = new TreeMap<>();
    given.forEach(of -> weights.merge(of.word, of.weight, Double::sum));
    return weights;
  }
}
