package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.CyclicalKernel;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.StepSizeKernel;
import dev.infill.core.lab.TabulatedEnergy;
import java.util.List;
import org.junit.jupiter.api.Test;

class CycleTuningTest {
  private static CyclicalKernel cycle(double stepSize) {
    return CyclicalKernel.of(
        (alpha, g) ->
            DiscreteLangevin.dmala(
                TabulatedEnergy.of(List.of(Ordinal.binary()), state -> 0),
                GradientKind.EXACT,
                g,
                alpha),
        new BalancingFunction.Power(0.9),
        stepSize,
        stepSize,
        5,
        0);
  }

  /** How acceptance falls with α: half at a middle that differs between the ends. */
  private static double acceptance(double alpha, double middle) {
    return 1 / (1 + Math.pow(alpha / middle, 3));
  }

  private static CyclicalKernel tuned(double target, double middleOfSmall, double middleOfLarge) {
    int burnIn = 200;
    CycleTuning tuning = new CycleTuning(cycle(1), target, burnIn);
    for (int step = 0; step < burnIn; step++) {
      double alpha = ((StepSizeKernel) tuning.inBurnIn()).stepSize();
      tuning.learn(acceptance(alpha, step < burnIn / 2 ? middleOfSmall : middleOfLarge));
    }
    return (CyclicalKernel) tuning.frozen();
  }

  @Test
  void bothEndsReachTheTarget() {
    CyclicalKernel cycle = tuned(0.574, 0.3, 12);
    assertThat(acceptance(cycle.smallest().stepSize(), 0.3)).isCloseTo(0.574, within(0.02));
    assertThat(acceptance(cycle.largest().stepSize(), 12)).isCloseTo(0.574, within(0.02));
    assertThat(cycle.members()).hasSize(5);
  }

  /** Where the steep end wants the smaller steps, there is one step size. */
  @Test
  void theLargestIsNotBelowTheSmallest() {
    CyclicalKernel cycle = tuned(0.574, 2, 0.5);
    assertThat(acceptance(cycle.smallest().stepSize(), 2)).isCloseTo(0.574, within(0.02));
    assertThat(cycle.largest().stepSize()).isEqualTo(cycle.smallest().stepSize());
  }

  @Test
  void whatIsTunedIsToldByTheKernelOfTheStep() {
    CycleTuning tuning = new CycleTuning(cycle(1), 0.5, 3);
    tuning.learn(1);
    double second = ((StepSizeKernel) tuning.inBurnIn()).stepSize();
    assertThat(second).as("the other end, as it began").isEqualTo(1);
    tuning.learn(0);
    tuning.learn(0);
    CyclicalKernel cycle = (CyclicalKernel) tuning.frozen();
    assertThat(cycle.smallest().stepSize()).isGreaterThan(1);
  }
}
