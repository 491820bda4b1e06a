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

  /** One piece, which is what a blank holds if nothing is said. */
  public static final BlankLength ONE = new BlankLength(1, 1);

  /** Checks the range. */
  public BlankLength {
    if (fewest < 1 || most < fewest || most > LONGEST) {
      throw new IllegalArgumentException("from " + fewest + " to " + most + " pieces");
    }
  }

  /** Says whether there is no choice. */
  public boolean isKnown() {
    return fewest == most;
  }

  /** Returns the lengths, ascending. */
  public List<Integer> all() {
    return IntStream.rangeClosed(fewest, most).boxed().toList();
  }

  /**
   * Says whether a length is one of them.
   *
   * @param pieces any number
   */
  public boolean includes(int pieces) {
    return fewest <= pieces && pieces <= most;
  }

  /** Returns it as users write it after a blank, such as {@code 1-4}, or {@code 3}. */
  @Override
  public String toString() {
    return isKnown() ? Integer.toString(fewest) : fewest + "-" + most;
  }
}
