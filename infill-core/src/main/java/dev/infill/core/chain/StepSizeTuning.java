package dev.infill.core.chain;

import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepSizeKernel;

/** Moves the α of a kernel toward a target acceptance in burn-in, and fixes it then. */
final class StepSizeTuning {
  private final StepSizeAdaptation adaptation;
  private StepSizeKernel kernel;

  StepSizeTuning(StepSizeKernel kernel, double target) {
    this.adaptation = new StepSizeAdaptation(target);
    this.kernel = kernel.decidingInFull();
  }

  /** Returns the kernel of the next step of burn-in, which tells how likely moves are accepted. */
  StepSizeKernel inBurnIn() {
    return kernel;
  }

  /**
   * Takes note of a step.
   *
   * @param acceptance the mean acceptance probability of the step, in [0, 1]
   */
  void learn(double acceptance) {
    kernel = adaptation.adapted(kernel, acceptance);
  }

  /** Returns the kernel of all that follows. */
  Kernel frozen() {
    return kernel.decidingEarly();
  }
}
