package dev.infill.core.kernel;

import java.util.OptionalDouble;

/**
 * A kernel with a step size α. If it is exact, proposals can be rejected, and α can be adapted
 * toward an acceptance rate in burn-in; one that is not accepts them all.
 */
public interface StepSizeKernel extends Kernel {
  /** Returns the step size α, positive. */
  double stepSize();

  @Override
  default OptionalDouble currentStepSize() {
    return OptionalDouble.of(stepSize());
  }

  /**
   * Returns the same kernel with another step size; chain states carry over.
   *
   * @param stepSize α, positive and finite
   */
  StepSizeKernel withStepSize(double stepSize);

  /**
   * Returns the same kernel, with the same draws, whose steps always tell how likely a move was to
   * be accepted ({@link StepInfo#acceptanceProbability}): what α is adapted by. Unless it says
   * otherwise, a kernel always evaluates the whole of a proposed state, or decides nothing.
   */
  default StepSizeKernel decidingInFull() {
    return this;
  }

  /** Returns the same kernel, which may refuse a move before all terms of U are evaluated. */
  default StepSizeKernel decidingEarly() {
    return this;
  }
}
