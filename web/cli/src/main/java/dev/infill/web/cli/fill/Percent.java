package dev.infill.web.cli.fill;

import static dev.infill.web.cli.fill.ReportParts.padLeft;

import dev.infill.core.diagnostics.Probability;
import dev.infill.web.cli.console.Figures;
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
record Percent(String value, String error) {
  /** What stands where nothing is known. */
  static final String UNKNOWN = "-";

  /** A bound that says nothing. */
  private static final String ALL = Figures.bound(1);

  private static final String PLUS_MINUS = " ± ";

  private static final int EXACT_DIGITS = 4;

  /** An error next to nothing shows no more digits than these. */
  private static final int MOST_DIGITS = 5;

  /** An error of that share of the probability is one of computing. */
  private static final double ROUNDING = 1e-9;

  /** Less than that is not told apart. */
  private static final double LEAST = 1e-4;

  /**
   * Writes what is known of a probability.
   *
   * @param probability what is known
   */
  static Percent of(Probability probability) {
    if (probability.estimate().isEmpty()) {
      String bound = Figures.bound(probability.upperBound().orElse(1));
      return new Percent(bound.equals(ALL) ? UNKNOWN : "≤ " + bound.replace("%", " %"), "");
    }
    double percent = 100 * probability.estimate().getAsDouble();
    double error = 100 * probability.standardError().orElse(0);
    if (percent < LEAST) {
      return new Percent("<0.0001 %", "");
    }
    int digits = decimals(percent, MOST_DIGITS);
    return error <= ROUNDING * percent
        ? new Percent(written(percent, decimals(percent, EXACT_DIGITS)), "")
        : new Percent(
            written(percent, Math.min(digits, decimals(error, 2))),
            written(error, Math.min(digits, decimals(error, 2))));
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
   * Writes a probability that is told without its error.
   *
   * @param probability in [0, 1]
   */
  static String about(double probability) {
    return Figures.smallPercent(probability).replace("%", " %");
  }

  /**
   * Writes what is known of some probabilities, one under the other: all are equally long.
   *
   * @param probabilities what is known
   */
  static List<String> column(List<Probability> probabilities) {
    List<Percent> each = probabilities.stream().map(Percent::of).toList();
    int values = each.stream().mapToInt(one -> one.value().length()).max().orElse(0);
    int errors = each.stream().mapToInt(one -> one.error().length()).max().orElse(0);
    return each.stream()
        .map(one -> padLeft(one.value(), values) + one.errorPadded(errors))
        .toList();
  }

  private String errorPadded(int width) {
    if (width == 0) {
      return "";
    }
    return error.isEmpty()
        ? " ".repeat(PLUS_MINUS.length() + width)
        : PLUS_MINUS + padLeft(error, width);
  }

  /** Returns it in one piece. */
  String inLine() {
    return error.isEmpty() ? value : value + PLUS_MINUS + error;
  }
}
