package dev.infill.evaluation.report;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import java.util.Locale;

/** How figures are printed for people; what is undefined is a dash. */
final class Figures {
  static final String UNDEFINED = "–";
  private static final String MINUS = "−";

  private Figures() {}

  /** A number with so many digits after the point, thousands apart. */
  static String decimal(double number, int digits) {
    if (Double.isNaN(number)) {
      return UNDEFINED;
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "∞" : MINUS + "∞";
    }
    String magnitude = String.format(Locale.ROOT, "%,." + digits + "f", Math.abs(number));
    return number < 0 && !isZero(magnitude) ? MINUS + magnitude : magnitude;
  }

  /** A setting, with as many digits as it needs. */
  static String shortest(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e6
        ? String.valueOf((long) number)
        : String.valueOf(number);
  }

  /** A number with its sign, also when it is positive. */
  static String signed(double number, int digits) {
    String decimal = decimal(number, digits);
    return number > 0 && !isZero(decimal) ? "+" + decimal : decimal;
  }

  /** Says whether nothing is left of a number after rounding. */
  private static boolean isZero(String magnitude) {
    return magnitude.chars().allMatch(character -> "0.".indexOf(character) >= 0);
  }

  /** A step, which is a mean over tasks where they differ or a place between two. */
  static String step(double step) {
    return decimal(step, step == Math.rint(step) ? 0 : 1);
  }

  /** An interval in brackets; a dash if there is none. */
  static String interval(Estimate estimate, int digits) {
    return estimate.interval().map(interval -> brackets(interval, digits)).orElse(UNDEFINED);
  }

  /** A figure and, if there is one, its interval. */
  static String estimate(Estimate estimate, int digits) {
    return withInterval(decimal(estimate.value(), digits), estimate, digits);
  }

  private static String withInterval(String value, Estimate estimate, int digits) {
    return estimate.defined() ? value + " " + interval(estimate, digits) : value;
  }

  private static String brackets(Interval interval, int digits) {
    return "[" + decimal(interval.low(), digits) + ", " + decimal(interval.high(), digits) + "]";
  }
}
