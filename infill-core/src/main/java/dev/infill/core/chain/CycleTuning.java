package dev.infill.core.chain;

import dev.infill.core.kernel.CyclicalKernel;
import dev.infill.core.kernel.Kernel;

/**
 * Moves both ends of a cycle of step sizes toward a target acceptance: α_min in the first half of
 * burn-in, α_max, each with its own balancing, in the second. A cycle begins with what was tuned
 * last.
 */
final class CycleTuning implements BurnInTuning {
  private final CyclicalKernel cycle;
  private final StepSizeTuning smallest;
  private final StepSizeTuning largest;
  private int left;

  /**
   * Begins to tune.
   *
   * @param cycle the cycle, with the step sizes that tuning starts from
   * @param target the acceptance
   * @param burnIn how many steps there are, at least 2
   */
  CycleTuning(CyclicalKernel cycle, double target, int burnIn) {
    this.cycle = cycle;
    this.smallest = new StepSizeTuning(cycle.smallest(), target);
    this.largest = new StepSizeTuning(cycle.largest(), target);
    this.left = burnIn / 2;
  }

  @Override
  public Kernel inBurnIn() {
    return current().inBurnIn();
  }

  @Override
  public void learn(double acceptance) {
    current().learn(acceptance);
    left--;
  }

  private StepSizeTuning current() {
    return left > 0 ? smallest : largest;
  }

  @Override
  public Kernel frozen() {
    double low = smallest.inBurnIn().stepSize();
    return cycle.withStepSizes(Math.max(low, largest.inBurnIn().stepSize()), low);
  }
}
