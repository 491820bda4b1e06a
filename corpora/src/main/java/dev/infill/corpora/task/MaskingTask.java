package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankSyntax;
import dev.infill.core.text.BlankedText;
import java.util.ArrayList;
import java.util.List;

/**
 * A sentence some of whose words are to be filled in. Immutable.
 *
 * @param id names the task within its set, such as {@code tbc:1234}
 * @param corpus the corpus it was drawn from, such as {@code tbc}; empty if that is not known
 * @param words all words of the original sentence; a blank's may be empty where the original has
 *     none
 * @param positions which words are blanks, counted from 0, ascending; at least one
 */
public record MaskingTask(String id, String corpus, List<String> words, List<Integer> positions) {
  /**
   * Copies the lists and checks them.
   *
   * @throws InvalidInputException if the id is blank, there is no blank, a position is not in the
   *     sentence or not above the one before it, a word holds white space, or a word that stays is
   *     empty or reads like a blank
   */
  public MaskingTask {
    words = List.copyOf(words);
    positions = List.copyOf(positions);
    if (id.isBlank()) {
      throw new InvalidInputException("id", "a task needs an id");
    }
    int next = 0;
    for (int position : positions) {
      if (position < next || position >= words.size()) {
        throw new InvalidInputException(
            "positions",
            "task %s: blanks at words %s of a sentence of %d; they must ascend from 0 to %d"
                .formatted(id, positions, words.size(), words.size() - 1));
      }
      next = position + 1;
    }
    if (positions.isEmpty()) {
      throw new InvalidInputException("positions", "task " + id + " has no blank");
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (holdsWhiteSpace(word) || (word.isEmpty() && !positions.contains(i))) {
        throw new InvalidInputException(
            "words", "task %s: word %d, '%s', is not one word".formatted(id, i, word));
      }
    }
    String masked = maskedText(words, positions);
    if (BlankSyntax.spans(masked).size() != positions.size()) {
      throw new InvalidInputException(
          "words", "task " + id + ": a word that is not a blank reads like one: " + masked);
    }
  }

  /** Returns the original sentence, single spaces between its words. */
  public String text() {
    return String.join(" ", words);
  }

  /** Returns the sentence with {@code [MASK]} for each blank, single spaces between its words. */
  public String masked() {
    return maskedText(words, positions);
  }

  /** Returns the words that were taken out, in order. */
  public List<String> answers() {
    return positions.stream().map(words::get).toList();
  }

  static boolean holdsWhiteSpace(String word) {
    return word.codePoints().anyMatch(Character::isWhitespace);
  }

  private static String maskedText(List<String> words, List<Integer> positions) {
    List<String> masked = new ArrayList<>(words);
    positions.forEach(position -> masked.set(position, BlankedText.MASK));
    return String.join(" ", masked);
  }
}
