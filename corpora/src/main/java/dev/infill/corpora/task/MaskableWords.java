package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which words of a sentence may become blanks. */
@FunctionalInterface
public interface MaskableWords {
  /** All words, punctuation marks among them. */
  MaskableWords ANY = words -> where(words.size(), i -> true);

  /** The words with at least one letter or digit: no punctuation marks. */
  MaskableWords WITH_LETTER_OR_DIGIT =
      words ->
          where(words.size(), i -> words.get(i).codePoints().anyMatch(Character::isLetterOrDigit));

  /**
   * Returns the positions of the words that may be masked, in a fresh set.
   *
   * @param words all words of a sentence
   */
  BitSet among(List<String> words);

  /**
   * Returns the words of a list, wherever they stand, in upper or lower case.
   *
   * @param list the words, at least one
   * @throws InvalidInputException for field {@code words} if there is none, or one is empty or
   *     holds white space
   */
  static MaskableWords listed(Set<String> list) {
    if (list.isEmpty()) {
      throw new InvalidInputException("words", "the list of words to mask is empty");
    }
    for (String word : list) {
      if (word.isEmpty() || MaskingTask.holdsWhiteSpace(word)) {
        throw new InvalidInputException(
            "words", "'" + word + "' in the list of words to mask is not one word");
      }
    }
    Set<String> lowerCased =
        list.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    return words ->
        where(words.size(), i -> lowerCased.contains(words.get(i).toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the words that both this and another choice allow.
   *
   * @param other another choice, asked only where this one allows a word
   */
  default MaskableWords and(MaskableWords other) {
    return words -> {
      BitSet both = among(words);
      if (!both.isEmpty()) {
        both.and(other.among(words));
      }
      return both;
    };
  }

  /**
   * Returns the positions for which a condition holds.
   *
   * @param size the number of words
   * @param condition says whether the word at a position may be masked
   */
  static BitSet where(int size, IntPredicate condition) {
    return IntStream.range(0, size).filter(condition).collect(BitSet::new, BitSet::set, BitSet::or);
  }
}
