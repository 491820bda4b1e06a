package dev.infill.web.cli.console;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** How figures are printed; what is undefined is a dash. */
public final class Figures {
  private static final String UNDEFINED = "-";

  private Figures() {}

  /** A probability with two or three digits: {@code 87%}, {@code 3.4%}, {@code <0.1%}. */
  public static String probability(double probability) {
    double percent = 100 * probability;
    if (Double.isNaN(percent)) {
      return UNDEFINED;
    }
    if (percent > 0 && percent < 0.1) {
      return "<0.1%";
    }
    boolean nearAnEnd = percent < 9.95 || (percent >= 99.5 && percent < 99.95);
    return String.format(Locale.ROOT, nearAnEnd ? "%.1f%%" : "%.0f%%", percent);
  }

  /** A rate or share to a tenth of a percent. */
  public static String percent(double rate) {
    return Double.isNaN(rate) ? UNDEFINED : String.format(Locale.ROOT, "%.1f%%", 100 * rate);
  }

  /** A small rate with two significant digits, {@code 0.034%}; others to a tenth of a percent. */
  public static String smallPercent(double rate) {
    double percent = 100 * rate;
    if (!(percent > 0 && percent < 0.095)) {
      return percent(rate);
    }
    return percent < 1e-4
        ? "<0.0001%"
        : new BigDecimal(percent).round(new MathContext(2)).toPlainString() + "%";
  }

  /** What a rate is at most, rounded up to a tenth of a percent, or to two significant digits. */
  public static String bound(double rate) {
    if (Double.isNaN(rate)) {
      return UNDEFINED;
    }
    BigDecimal percent = BigDecimal.valueOf(100 * rate);
    BigDecimal rounded =
        100 * rate < 0.095
            ? percent.round(new MathContext(2, RoundingMode.CEILING))
            : percent.setScale(1, RoundingMode.CEILING);
    return rate < 1e-6 ? "0.0001%" : rounded.toPlainString() + "%";
  }

  /** A number with so many digits after the point. */
  public static String decimal(double number, int digits) {
    if (Double.isNaN(number)) {
      return UNDEFINED;
    }
    return Double.isInfinite(number)
        ? (number > 0 ? "inf" : "-inf")
        : String.format(Locale.ROOT, "%." + digits + "f", number);
  }

  /** A count, and what is counted, with an ending where it is not one. */
  public static String counted(long count, String what, String ending) {
    return count(count) + " " + what + (count == 1 ? "" : ending);
  }

  /** A count with its thousands apart. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
