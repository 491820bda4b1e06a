package dev.infill.core.text;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many pieces a blank may hold.
 *
 * @param fewest at least 1
 * @param most at least as many, at most {@value #LONGEST}
 */
public record BlankLength(int fewest, int most) {
  /** The most pieces that any blank may hold. */
  public static final int LONGEST = 16;

  /** One piece: the length of a blank that does not say one. */
  public static final BlankLength ONE = new BlankLength(1, 1);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is empty or exceeds the bounds
   */
  public BlankLength {
    if (fewest < 1 || most < fewest || most > LONGEST) {
      throw new IllegalArgumentException("from " + fewest + " to " + most + " pieces");
    }
  }

  /** Says whether there is one length only. */
  public boolean isKnown() {
    return fewest == most;
  }

  /** Returns the lengths, ascending. */
  public List<Integer> all() {
    return IntStream.rangeClosed(fewest, most).boxed().toList();
  }

  /**
   * Says whether a blank may hold a number of pieces.
   *
   * @param pieces any number
   */
  public boolean includes(int pieces) {
    return fewest <= pieces && pieces <= most;
  }

  /** Returns the length as users write it behind a blank, such as {@code 1-4}, or {@code 3}. */
  @Override
  public String toString() {
    return isKnown() ? Integer.toString(fewest) : fewest + "-" + most;
  }
}
