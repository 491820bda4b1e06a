package dev.infill.evaluation.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How figures are printed for people. */
final class Words {
  /** Numbers below this have an exponent. */
  private static final double SMALL = 1e-4;

  private Words() {}

  /**
   * Returns a figure of a summary, with its standard error if one is known; a dash if it is
   * undefined.
   */
  static String of(@Nullable Object figure, @Nullable Object error) {
    if (figure instanceof Boolean holds) {
      return holds ? "yes" : "NO";
    }
    if (!(figure instanceof Double number)) {
      return figure == null ? "-" : figure.toString();
    }
    return error instanceof Double known ? estimate(number, known) : figure(number, 3);
  }

  /** Returns a number with so many significant digits. */
  static String figure(double number, int digits) {
    if (!Double.isFinite(number)) {
      return "-";
    }
    boolean isSmall = number != 0 && Math.abs(number) < SMALL;
    int decimals = isSmall ? digits - 1 : decimals(number, digits);
    return String.format(Locale.ROOT, "%." + decimals + (isSmall ? "e" : "f"), number);
  }

  /** Returns how many decimals a number has that is written with so many significant digits. */
  private static int decimals(double number, int digits) {
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits));
    int magnitude = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    return Math.max(0, digits - 1 - magnitude);
  }

  /**
   * Returns a number with its standard error: both with so many digits that the error has two; of
   * an error of 0 three digits of the number.
   */
  static String estimate(double number, double error) {
    if (!Double.isFinite(number) || !Double.isFinite(error) || error == 0) {
      return figure(number, 3) + " ± " + figure(error, 1);
    }
    String format = "%." + decimals(error, 2) + "f";
    return String.format(Locale.ROOT, format + " ± " + format, number, error);
  }
}
