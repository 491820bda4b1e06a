package dev.infill.core.chain;

import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.composite.CyclicalKernel;
import java.util.Optional;

/**
 * Tunes a cycle of step sizes as ACS does (Pynadath, Bhattacharya, Hariharan &amp; Zhang 2024):
 * α_min with √t and α_max with t^β_max are moved toward a target acceptance, one after the other;
 * then β is searched for what lies between ({@link BalancingTuning}). Each takes a third of
 * burn-in. A burn-in of fewer than 18 steps is too short to search in: then β is interpolated, and
 * either end takes half.
 *
 * <p>A cycle begins with what was tuned last.
 */
final class CycleTuning implements BurnInTuning {
  private static final int SEARCHING = 18;

  private final CyclicalKernel cycle;
  private final StepSizeTuning smallest;
  private final StepSizeTuning largest;
  private final int stepsEach;
  private final int burnIn;
  private Optional<BalancingTuning> balancing = Optional.empty();
  private int made;

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
    this.stepsEach = burnIn < SEARCHING ? burnIn / 2 : burnIn / 3;
    this.burnIn = burnIn;
  }

  @Override
  public Kernel inBurnIn() {
    return current().inBurnIn();
  }

  @Override
  public void learn(double acceptance) {
    current().learn(acceptance);
    made++;
    if (burnIn >= SEARCHING && made == 2 * stepsEach) {
      balancing = Optional.of(new BalancingTuning(withTunedEnds(), burnIn - made));
    }
  }

  private BurnInTuning current() {
    return balancing
        .<BurnInTuning>map(searching -> searching)
        .orElse(made < stepsEach ? smallest : largest);
  }

  private CyclicalKernel withTunedEnds() {
    double low = smallest.inBurnIn().stepSize();
    return cycle.withStepSizes(Math.max(low, largest.inBurnIn().stepSize()), low);
  }

  @Override
  public Kernel frozen() {
    return balancing.map(BalancingTuning::frozen).orElseGet(this::withTunedEnds);
  }
}
