package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.StepSizeKernel;
import dev.infill.core.kernel.composite.CyclicalKernel;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Test;

class CycleTuningTest {
  private static CyclicalKernel cycle(double stepSize) {
    return cycle(stepSize, made -> {});
  }

  /** Tells β of every kernel that is made. */
  private static CyclicalKernel cycle(double stepSize, DoubleConsumer made) {
    return CyclicalKernel.of(
        (alpha, g) -> {
          made.accept(((BalancingFunction.Power) g).exponent());
          return DiscreteLangevin.dmala(
              TabulatedEnergy.of(List.of(Ordinal.binary()), state -> 0),
              GradientKind.EXACT,
              g,
              alpha);
        },
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
      tuning.learn(acceptance(alpha, step < burnIn / 3 ? middleOfSmall : middleOfLarge));
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

  /** β that would be best at a step size: ½ at 0.3, 0.9 at 12, and not on the line between. */
  private static double best(double alpha) {
    return 0.5 + 0.4 * Math.pow(Math.log(alpha / 0.3) / Math.log(40), 0.4);
  }

  /** The ends first; then, of the three that are tried at each step size, the best. */
  @Test
  void balancingIsSearchedBetweenTheEnds() {
    double[] beta = new double[1];
    int burnIn = 300;
    CycleTuning tuning = new CycleTuning(cycle(1, made -> beta[0] = made), 0.5, burnIn);
    Map<Double, Set<Double>> tried = new TreeMap<>();
    for (int step = 0; step < burnIn; step++) {
      double alpha = ((StepSizeKernel) tuning.inBurnIn()).stepSize();
      if (step < 200) {
        tuning.learn(acceptance(alpha, step < 100 ? 0.3 : 12));
      } else {
        tried.computeIfAbsent(alpha, first -> new TreeSet<>()).add(beta[0]);
        tuning.learn(1 - Math.pow(beta[0] - best(alpha), 2));
      }
    }
    CyclicalKernel cycle = (CyclicalKernel) tuning.frozen();
    List<Double> between =
        cycle.members().stream()
            .map(StepSizeKernel::stepSize)
            .filter(
                alpha -> alpha > cycle.smallest().stepSize() && alpha < cycle.largest().stepSize())
            .sorted()
            .toList();
    assertThat(between).hasSizeGreaterThanOrEqualTo(3);
    double before = 0.5;
    for (double alpha : between) {
      Set<Double> candidates = tried.get(alpha);
      assertThat(candidates).hasSize(3).allMatch(each -> each <= 0.9);
      double lowest = before;
      assertThat(candidates).anyMatch(each -> Math.abs(each - lowest) < 1e-12);
      double found = cycle.balancing().at(alpha).exponent();
      assertThat(candidates)
          .allMatch(each -> Math.abs(each - best(alpha)) >= Math.abs(found - best(alpha)) - 1e-12);
      before = found;
    }
    assertThat(cycle.balancing().at(cycle.smallest().stepSize()).exponent()).isEqualTo(0.5);
    assertThat(cycle.balancing().at(cycle.largest().stepSize()).exponent()).isEqualTo(0.9);
  }

  /** 17 steps are too few to search; 18 are enough for two step sizes, of which two are chosen. */
  @Test
  void aShortBurnInInterpolatesOrSearchesAtFewStepSizes() {
    for (int burnIn : new int[] {17, 18}) {
      CycleTuning tuning = new CycleTuning(cycle(1), 0.5, burnIn);
      for (int step = 0; step < burnIn; step++) {
        double alpha = ((StepSizeKernel) tuning.inBurnIn()).stepSize();
        tuning.learn(acceptance(alpha, step < burnIn / 3 ? 0.3 : 12));
      }
      CyclicalKernel cycle = (CyclicalKernel) tuning.frozen();
      assertThat(cycle.balancing().exponents()).hasSize(burnIn == 17 ? 2 : 4);
    }
  }

  /** Where both ends are one step size there is nothing between them. */
  @Test
  void oneStepSizeHasNothingToSearch() {
    CycleTuning tuning = new CycleTuning(cycle(1), 0.5, 30);
    for (int step = 0; step < 30; step++) {
      double alpha = ((StepSizeKernel) tuning.inBurnIn()).stepSize();
      tuning.learn(acceptance(alpha, step < 10 ? 5 : 0.1));
    }
    CyclicalKernel cycle = (CyclicalKernel) tuning.frozen();
    assertThat(cycle.largest().stepSize()).isEqualTo(cycle.smallest().stepSize());
    assertThat(cycle.balancing().exponents()).hasSize(1);
  }
}
