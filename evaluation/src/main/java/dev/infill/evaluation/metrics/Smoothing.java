package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * The treatment of n-gram precisions of 0 by BLEU, after Chen and Cherry, "A Systematic Comparison
 * of Smoothing Techniques for Sentence-Level BLEU", WMT 2014. Immutable.
 *
 * @param kind how
 * @param value ε or k, from 1e-9 to 1e9; 0 where the kind has no value
 */
public record Smoothing(Kind kind, double value) {
  /** A precision that a smaller number is added to can be 0 all the same. */
  private static final NumberRange VALUE = new NumberRange(1e-9, 1e9);

  /** No smoothing: the score is 0 if a precision is 0. */
  public static final Smoothing NONE = new Smoothing(Kind.NONE, 0);

  /** The smoothing of single sentences in Texygen. */
  public static final Smoothing TEXYGEN = new Smoothing(Kind.EPSILON, 0.1);

  /** The ways of smoothing. */
  public enum Kind {
    /** None. */
    NONE("none", 0),

    /**
     * ε/total in place of 0/total: method 1 of the paper and of NLTK, {@code floor} of sacreBLEU.
     */
    EPSILON("epsilon", 0.1),

    /**
     * (matches + k)/(total + k) for every order from 2 on: method 2 of the paper and of NLTK,
     * {@code add-k} of sacreBLEU.
     */
    ADD_K("add-k", 1),

    /**
     * 1/(2ʲ total) in place of the j-th precision that is 0: method 3 of the paper and of NLTK,
     * {@code exp} of sacreBLEU, mteval-v13a.
     */
    EXP("exp", 0);

    private final String label;

    /** The value where none is given, as in NLTK and sacreBLEU; 0 for a kind without one. */
    private final double usual;

    Kind(String label, double usual) {
      this.label = label;
      this.usual = usual;
    }

    private boolean hasValue() {
      return usual > 0;
    }
  }

  /**
   * Checks the value.
   *
   * @throws InvalidInputException if ε or k is out of its range, or a value is given to a kind that
   *     has none
   */
  public Smoothing {
    if (kind.hasValue()) {
      VALUE.require("smoothing", value);
    } else if (value != 0) {
      throw new InvalidInputException("smoothing", "smoothing " + kind.label + " takes no value");
    }
  }

  /**
   * Reads what {@link #label} writes; {@code epsilon} alone is {@code epsilon:0.1}, {@code add-k}
   * alone {@code add-k:1}, as in NLTK and sacreBLEU.
   *
   * @param label {@code none}, {@code epsilon[:E]}, {@code add-k[:K]} or {@code exp}
   * @throws InvalidInputException if it is none of them
   */
  public static Smoothing parse(String label) {
    List<String> cut = List.of(label.split(":", 2));
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each.label.equals(cut.get(0)))
            .findFirst()
            .orElseThrow(() -> unknown(label));
    if (cut.size() == 1) {
      return new Smoothing(kind, kind.usual);
    }
    // Whatever is given to a kind without a value is refused.
    return new Smoothing(kind, kind.hasValue() ? number(label, cut.get(1)) : Double.NaN);
  }

  private static double number(String label, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "smoothing", "'" + value + "' in smoothing '" + label + "' is not a number", e);
    }
  }

  private static InvalidInputException unknown(String label) {
    return new InvalidInputException(
        "smoothing", "no smoothing '" + label + "' (there are: none, epsilon:0.1, add-k:1, exp)");
  }

  /** Returns how signatures name it, such as {@code epsilon:0.1}. */
  public String label() {
    return kind.hasValue()
        ? kind.label + ":" + BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : kind.label;
  }

  /**
   * Returns the smoothed precisions, from 0 to 1.
   *
   * @param matches the clipped matches, by order
   * @param totals how many n-grams there are, by order; at least 1 each
   * @param order how many orders are asked for
   */
  double[] precisions(List<Long> matches, List<Long> totals, int order) {
    double[] smoothed = new double[order];
    double halving = 1;
    for (int n = 1; n <= order; n++) {
      double matched = matches.get(n - 1);
      double total = totals.get(n - 1);
      if (kind == Kind.ADD_K && n > 1) {
        matched += value;
        total += value;
      } else if (kind == Kind.EPSILON && matched == 0) {
        matched = value;
      } else if (kind == Kind.EXP && matched == 0) {
        halving /= 2;
        matched = halving;
      }
      smoothed[n - 1] = matched / total;
    }
    return smoothed;
  }
}
