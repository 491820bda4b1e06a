package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.Collections;
import java.util.List;

/**
 * How BLEU makes one score of n-gram precisions. Immutable.
 *
 * @param order the largest n, from 1 to {@value #MAXIMUM_ORDER}
 * @param weights the weights of the logarithms of the precisions of orders 1 … {@code order}; given
 *     in any proportion, kept so that they add up to 1
 * @param smoothing what is done about precisions of 0
 * @param effectiveOrder whether orders without an n-gram in the hypotheses are left out, and the
 *     others weighted accordingly (sacreBLEU's {@code effective_order}); meant for single sentences
 */
public record BleuSettings(
    int order, List<Double> weights, Smoothing smoothing, boolean effectiveOrder) {
  /** The largest order that may be asked for. */
  public static final int MAXIMUM_ORDER = 16;

  private static final int STANDARD_ORDER = 4;

  /**
   * Checks the settings.
   *
   * @throws InvalidInputException if the order is not in its range, or there is not one weight for
   *     each order, or one is negative or not finite, or all are 0
   */
  public BleuSettings {
    requireOrder(order);
    if (weights.size() != order) {
      throw new InvalidInputException(
          "weights",
          "one weight for each order is needed: %d, not %d".formatted(order, weights.size()));
    }
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    boolean usable = weights.stream().allMatch(weight -> weight >= 0) && sum > 0;
    if (!usable || !Double.isFinite(sum)) {
      throw new InvalidInputException(
          "weights", "weights must be 0 or more, and one of them must be more: " + weights);
    }
    weights = weights.stream().map(weight -> weight / sum).toList();
  }

  /** Returns BLEU-4 as NLTK and Papineni et al. (2002) define it: equal weights, no smoothing. */
  public static BleuSettings standard() {
    return uniform(STANDARD_ORDER, Smoothing.NONE, false);
  }

  /**
   * Returns settings with equal weights.
   *
   * @param order the largest n
   * @param smoothing what is done about precisions of 0
   * @param effectiveOrder whether orders without n-grams are left out
   * @throws InvalidInputException if the order is not in its range
   */
  public static BleuSettings uniform(int order, Smoothing smoothing, boolean effectiveOrder) {
    return new BleuSettings(
        order, Collections.nCopies(requireOrder(order), 1.0), smoothing, effectiveOrder);
  }

  /**
   * Returns these settings with another smoothing.
   *
   * @param other the smoothing
   */
  public BleuSettings withSmoothing(Smoothing other) {
    return new BleuSettings(order, weights, other, effectiveOrder);
  }

  static int requireOrder(int order) {
    if (order < 1 || order > MAXIMUM_ORDER) {
      throw new InvalidInputException(
          "order", "order must be from 1 to %d, not %d".formatted(MAXIMUM_ORDER, order));
    }
    return order;
  }
}
