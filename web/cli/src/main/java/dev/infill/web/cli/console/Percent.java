package dev.infill.web.cli.console;

import dev.infill.core.diagnostics.Probability;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/**
 * A probability in percent, with its standard error: both with so many digits that the error has
 * two.
 *
 * @param value the probability; what it is at most where it is not known
 * @param error its standard error; empty if it has none
 */
public record Percent(String value, String error) {
  /** What stands where nothing is known. */
  public static final String UNKNOWN = "-";

  /** A bound that says nothing. */
  private static final String ALL = "100.0 %";

  private static final String PLUS_MINUS = " ± ";

  private static final int EXACT_DIGITS = 4;

  /** An error next to nothing shows no more digits than these. */
  private static final int MOST_DIGITS = 5;

  /** An error of that share of the probability is one of computing. */
  private static final double ROUNDING = 1e-9;

  /** Percentages below that are not told apart. */
  private static final double LEAST = 1e-4;

  private static final String BELOW_LEAST = "<0.0001 %";

  /**
   * Writes what is known of a probability.
   *
   * @param probability what is known
   */
  public static Percent of(Probability probability) {
    if (probability.estimate().isEmpty()) {
      String bound = atMost(100 * probability.upperBound().orElse(1));
      return new Percent(bound.equals(ALL) ? UNKNOWN : "≤ " + bound, "");
    }
    double percent = 100 * probability.estimate().getAsDouble();
    double error = 100 * probability.standardError().orElse(0);
    if (percent < LEAST) {
      return new Percent(BELOW_LEAST, "");
    }
    if (error <= ROUNDING * percent) {
      return new Percent(written(percent, decimals(percent, EXACT_DIGITS)), "");
    }
    int decimals = Math.min(decimals(percent, MOST_DIGITS), decimals(error, 2));
    return new Percent(written(percent, decimals), written(error, decimals));
  }

  /** Rounds up to a tenth of a percent, or to two significant digits. */
  private static String atMost(double percent) {
    if (percent <= LEAST) {
      return "0.0001 %";
    }
    BigDecimal exact = BigDecimal.valueOf(percent);
    BigDecimal rounded =
        percent < 0.095
            ? exact.round(new MathContext(2, RoundingMode.CEILING))
            : exact.setScale(1, RoundingMode.CEILING);
    return rounded.toPlainString() + " %";
  }

  /** Returns how many decimals a number has that is written with so many significant digits. */
  private static int decimals(double number, int digits) {
    BigDecimal rounded =
        new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_UP));
    return Math.max(0, rounded.scale() + digits - rounded.precision());
  }

  private static String written(double percent, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f %%", percent);
  }

  /**
   * Writes a share that is told without its error, with two or three digits: {@code 87 %}, {@code
   * 3.4 %}, {@code 0.034 %}.
   *
   * @param share in [0, 1]; a dash stands for one that is undefined
   */
  public static String about(double share) {
    double percent = 100 * share;
    if (Double.isNaN(percent)) {
      return UNKNOWN;
    }
    if (percent > 0 && percent < LEAST) {
      return BELOW_LEAST;
    }
    boolean isNearAll = percent >= 99.5 && percent < 99.95;
    return written(percent, percent == 0 ? 1 : isNearAll ? 1 : decimals(percent, 2));
  }

  /**
   * Writes what is known of some probabilities, one under the other: all are equally long.
   *
   * @param probabilities what is known
   */
  public static List<String> column(List<Probability> probabilities) {
    List<Percent> each = probabilities.stream().map(Percent::of).toList();
    int values = each.stream().mapToInt(one -> one.value.length()).max().orElse(0);
    int errors = each.stream().mapToInt(one -> one.error.length()).max().orElse(0);
    return each.stream().map(one -> padLeft(one.value, values) + one.errorPadded(errors)).toList();
  }

  private String errorPadded(int width) {
    if (width == 0) {
      return "";
    }
    return error.isEmpty()
        ? " ".repeat(PLUS_MINUS.length() + width)
        : PLUS_MINUS + padLeft(error, width);
  }

  private static String padLeft(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }

  /** Returns it in one piece. */
  public String inLine() {
    return error.isEmpty() ? value : value + PLUS_MINUS + error;
  }
}
