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
  /**
   * Returns the positions of the words that may be masked, in a fresh set.
   *
   * @param words all words of a sentence
   */
  BitSet among(List<String> words);

  /**
   * Returns the words that both this and another choice allow.
   *
   * @param other another choice
   */
  default MaskableWords and(MaskableWords other) {
    return new Both(this, other);
  }

  /** All words, punctuation marks among them. */
  record Any() implements MaskableWords {
    @Override
    public BitSet among(List<String> words) {
      return where(words.size(), i -> true);
    }
  }

  /** The words with at least one letter or digit: no punctuation marks. */
  record WithLetterOrDigit() implements MaskableWords {
    @Override
    public BitSet among(List<String> words) {
      return where(words.size(), i -> holdsLetterOrDigit(words.get(i)));
    }
  }

  /**
   * The words of a list, wherever they stand, in upper or lower case.
   *
   * @param list the words, at least one; lower-cased
   */
  record Listed(Set<String> list) implements MaskableWords {
    /**
     * Checks and lower-cases the words.
     *
     * @throws InvalidInputException for field {@code words} if there is none, or one is empty or
     *     holds white space
     */
    public Listed {
      if (list.isEmpty()) {
        throw new InvalidInputException("words", "the list of words to mask is empty");
      }
      for (String word : list) {
        if (word.isEmpty() || MaskingTask.holdsWhiteSpace(word)) {
          throw new InvalidInputException(
              "words", "'" + word + "' in the list of words to mask is not one word");
        }
      }
      list = list.stream().map(Listed::lowerCased).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public BitSet among(List<String> words) {
      return where(words.size(), i -> list.contains(lowerCased(words.get(i))));
    }

    private static String lowerCased(String word) {
      return word.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Words that two choices allow.
   *
   * @param first one choice
   * @param second asked only where the first allows a word
   */
  record Both(MaskableWords first, MaskableWords second) implements MaskableWords {
    @Override
    public BitSet among(List<String> words) {
      BitSet both = first.among(words);
      if (!both.isEmpty()) {
        both.and(second.among(words));
      }
      return both;
    }
  }

  /** Says whether a word is more than punctuation. */
  private static boolean holdsLetterOrDigit(String word) {
    return word.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  private static BitSet where(int size, IntPredicate condition) {
    return IntStream.range(0, size).filter(condition).collect(BitSet::new, BitSet::set, BitSet::or);
  }
}
