package dev.infill.web.cli.console;

import java.util.Locale;

/** How figures are printed; what is undefined is a dash. */
public final class Figures {
  private static final String UNDEFINED = "-";

  private Figures() {}

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
