package dev.infill.core.task;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which words one blank may or may not hold. A word is a token as the vocabulary spells it, or one
 * that the model's tokenizer turns into a single one ("Given" into "given" for an uncased model);
 * or a pattern of such words, in which {@code *} stands for any characters or none: {@code *ing}.
 * Case does not count in it, and it needs another character.
 *
 * @param allowed if not empty, only these words, whatever the vocabulary choice says; for a blank
 *     of several pieces words and phrases of as many, and no pattern
 * @param forbidden never these words
 */
public record BlankConstraint(List<String> allowed, List<String> forbidden) {
  /** Stands for the number of a blank where a constraint is of every blank, beside its own. */
  public static final int EVERY_BLANK = -1;

  /** No constraint. */
  public static final BlankConstraint NONE = new BlankConstraint(List.of(), List.of());

  /**
   * Returns the constraint to hold one of these words.
   *
   * @param words each as many word pieces of the model as the blank may hold
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
