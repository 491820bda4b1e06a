package dev.infill.core;

/**
 * The range of a number that a user gives. The library, the command line and the service refuse
 * numbers outside it with the same sentence.
 *
 * @param least the smallest one
 * @param most the largest one, not below {@code least}
 */
public record NumberRange(double least, double most) {
  /** From here on doubles have gaps between whole numbers. */
  private static final double LARGEST_WHOLE = 1L << 53;

  /** Checks the order. */
  public NumberRange {
    if (!(least <= most)) {
      throw new IllegalArgumentException("there is no number from " + least + " to " + most);
    }
  }

  /**
   * Returns a number that lies in the range.
   *
   * @param field the setting, by the name its user knows
   * @param value the number
   * @throws InvalidInputException if it lies outside, or is NaN
   */
  public double require(String field, double value) {
    if (value >= least && value <= most) {
      return value;
    }
    throw new InvalidInputException(
        field, "%s must be from %s to %s, not %s".formatted(field, text(least), text(most), value));
  }

  /**
   * Returns a whole number that lies in the range.
   *
   * @param field the setting, by the name its user knows
   * @param value the number
   * @throws InvalidInputException if it lies outside
   */
  public int require(String field, int value) {
    if (value >= least && value <= most) {
      return value;
    }
    throw new InvalidInputException(
        field, "%s must be from %s to %s, not %d".formatted(field, text(least), text(most), value));
  }

  private static String text(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < LARGEST_WHOLE
        ? Long.toString((long) bound)
        : Double.toString(bound);
  }
}
