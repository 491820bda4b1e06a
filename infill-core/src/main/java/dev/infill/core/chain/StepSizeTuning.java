package dev.infill.core.chain;

import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepSizeKernel;

/** Moves the one α of a kernel toward a target acceptance. */
final class StepSizeTuning implements BurnInTuning {
  private final StepSizeAdaptation adaptation;
  private StepSizeKernel kernel;

  StepSizeTuning(StepSizeKernel kernel, double target) {
    this.adaptation = new StepSizeAdaptation(target);
    this.kernel = kernel.decidingInFull();
  }

  @Override
  public StepSizeKernel inBurnIn() {
    return kernel;
  }

  @Override
  public void learn(double acceptance) {
    kernel = adaptation.adapted(kernel, acceptance);
  }

  @Override
  public Kernel frozen() {
    return kernel.decidingEarly();
  }
}
