package dev.infill.evaluation.table;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Mean;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** How numbers are printed for people; what is undefined is a dash. */
public final class Figures {
  /** The sign that stands where there is no figure. */
  public static final String UNDEFINED = "–";

  private static final String MINUS = "−";

  private Figures() {}

  /** Returns a number with a number of digits after the point, thousands apart. */
  public static String decimal(double number, int digits) {
    if (Double.isNaN(number)) {
      return UNDEFINED;
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "∞" : MINUS + "∞";
    }
    String magnitude = String.format(Locale.ROOT, "%,." + digits + "f", Math.abs(number));
    return number < 0 && !isZero(magnitude) ? MINUS + magnitude : magnitude;
  }

  /** Returns a number with its sign, also where it is positive. */
  public static String signed(double number, int digits) {
    String decimal = decimal(number, digits);
    return number > 0 && !isZero(decimal) ? "+" + decimal : decimal;
  }

  /** Says whether rounding left nothing of a number. */
  private static boolean isZero(String magnitude) {
    return magnitude.chars().allMatch(character -> "0.".indexOf(character) >= 0);
  }

  /** Returns a number with at most a number of digits after the point, and no zeros at its end. */
  public static String shortest(double number, int digits) {
    String decimal = decimal(number, digits);
    return decimal.contains(".") ? decimal.replaceFirst("[.]?0+$", "") : decimal;
  }

  /** Returns a number with a number of significant digits, thousands apart. */
  public static String significant(double number, int digits) {
    return decimal(number, decimals(number, digits));
  }

  /** Returns the number of decimals that a number of significant digits asks for. */
  private static int decimals(double number, int digits) {
    if (number == 0 || !Double.isFinite(number)) {
      return digits - 1;
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits));
    return Math.max(0, digits - (rounded.precision() - rounded.scale()));
  }

  /**
   * Returns a mean with its standard error. Both have as many decimals as give the error two
   * digits. Without an error, or with one of 0, the mean has three digits.
   */
  public static String mean(Mean mean) {
    if (!Double.isFinite(mean.error()) || mean.error() == 0) {
      return significant(mean.value(), 3);
    }
    int decimals = decimals(mean.error(), 2);
    return decimal(mean.value(), decimals) + " ± " + decimal(mean.error(), decimals);
  }

  /** Returns an interval in brackets; a dash where there is none. */
  public static String interval(Estimate estimate, int digits) {
    return estimate
        .interval()
        .map(
            ends -> "[%s, %s]".formatted(decimal(ends.low(), digits), decimal(ends.high(), digits)))
        .orElse(UNDEFINED);
  }

  /** Returns an estimate and, where there is one, its interval. */
  public static String estimate(Estimate estimate, int digits) {
    String value = decimal(estimate.value(), digits);
    return estimate.defined() ? value + " " + interval(estimate, digits) : value;
  }
}
