package dev.infill.core.task;

import java.util.List;
import java.util.stream.Stream;

/**
 * The words that one blank may or may not hold. A word is a token as the vocabulary spells it, or a
 * word that the model's tokenizer turns into one token ("Given" into "given" for an uncased model).
 * A pattern stands for all words that match it: {@code *} is any characters or none, as in {@code
 * *ing}. A pattern has another character beside {@code *}, and ignores case.
 *
 * @param allowed only these words, whatever the vocabulary choice says; empty for all. A blank of
 *     several pieces takes words and phrases of its length, and no pattern
 * @param forbidden none of these words
 */
public record BlankConstraint(List<String> allowed, List<String> forbidden) {
  /** The number that stands for every blank; a blank's own constraint is added. */
  public static final int EVERY_BLANK = -1;

  /** No constraint. */
  public static final BlankConstraint NONE = new BlankConstraint(List.of(), List.of());

  /**
   * Returns the constraint to hold one of these words.
   *
   * @param words words that fit the blank
   */
  public static BlankConstraint allow(String... words) {
    return new BlankConstraint(List.of(words), List.of());
  }

  /**
   * Returns the constraint to hold none of these words.
   *
   * @param words each one word piece of the model
   */
  public static BlankConstraint forbid(String... words) {
    return new BlankConstraint(List.of(), List.of(words));
  }

  /** Returns this constraint with the words of another one added. */
  BlankConstraint and(BlankConstraint other) {
    return new BlankConstraint(both(allowed, other.allowed), both(forbidden, other.forbidden));
  }

  private static List<String> both(List<String> words, List<String> others) {
    return Stream.concat(words.stream(), others.stream()).toList();
  }

  /** Copies the lists. */
  public BlankConstraint {
    allowed = List.copyOf(allowed);
    forbidden = List.copyOf(forbidden);
  }
}
