package dev.infill.evaluation.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** An SVG document while it is written. */
final class Svg {
  /** More than a character of the font takes on average. */
  private static final double CHARACTER = 6.2;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final StringBuilder drawing = new StringBuilder();

  static double length(String text) {
    return CHARACTER * text.length();
  }

  static String plain(double number) {
    return plain(number, SIGNIFICANT_DIGITS);
  }

  static String plain(double number, int digits) {
    // Sums of ticks miss 0 by roundings.
    if (Math.abs(number) < 1e-12) {
      return "0";
    }
    double magnitude = Math.abs(number);
    String text =
        magnitude < 1e-4 || magnitude >= 1e6
            ? format("%.2e", number).replaceFirst("[.]?0+e", "e")
            : new BigDecimal(number)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    return text.replace("-", "\u2212");
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  void append(String format, Object... arguments) {
    drawing.append(format(format, arguments));
  }

  /** Draws the outline of a rectangle. */
  void frame(int left, int top, int width, int height) {
    append(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
        left, top, width, height);
  }

  @Override
  public String toString() {
    return drawing.toString();
  }
}
