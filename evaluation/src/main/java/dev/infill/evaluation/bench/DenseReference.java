package dev.infill.evaluation.bench;

import java.util.List;

/**
 * Which dense jobs others are held against.
 *
 * @param stepSizes every α that is tried, at least one; the one with the largest effective sample
 *     size per second is the reference
 * @param part how much of each is run
 */
public record DenseReference(List<Double> stepSizes, DensePart part) {
  private static final double PAPER_STEP_SIZE = 0.3;

  /** Keeps one of equal step sizes. */
  public DenseReference {
    stepSizes = stepSizes.stream().distinct().toList();
    if (stepSizes.isEmpty()) {
      throw new IllegalArgumentException("a dense job needs a step size");
    }
  }

  /** Returns the paper's step size, every step of which is run. */
  public static DenseReference paper() {
    return new DenseReference(List.of(PAPER_STEP_SIZE), DensePart.whole());
  }
}
