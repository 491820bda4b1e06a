package dev.infill.core.kernel;

/** A kernel with a step size α and an acceptance rate, so that α can be adapted in burn-in. */
public interface StepSizeKernel extends Kernel {
  /** Returns the step size α, positive. */
  double stepSize();

  /**
   * Returns the same kernel with another step size; chain states carry over.
   *
   * @param stepSize α, positive and finite
   */
  StepSizeKernel withStepSize(double stepSize);
}
