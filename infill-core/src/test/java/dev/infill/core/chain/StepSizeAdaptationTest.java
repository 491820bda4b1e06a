package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class StepSizeAdaptationTest {
  /**
   * How acceptance falls on text with √t (measured on a synthetic model of 400 words): 1 for tiny
   * α, half at 0.23, and 0.1 for all large ones.
   */
  private static double text(double alpha) {
    return 0.1 + 0.9 / (1 + Math.pow(alpha / 0.23, 3));
  }

  private static StepSizeAdaptation adaptation(double stepSize, double target) {
    return new StepSizeAdaptation(
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, stepSize),
        target);
  }

  private static double stepSize(StepSizeAdaptation adaptation) {
    return adaptation.inBurnIn().stepSize().orElseThrow();
  }

  private static double adapt(
      double start, double target, int steps, DoubleUnaryOperator acceptance) {
    StepSizeAdaptation adaptation = adaptation(start, target);
    for (int step = 0; step < steps; step++) {
      adaptation.learn(acceptance.applyAsDouble(stepSize(adaptation)));
    }
    return stepSize(adaptation);
  }

  @Property(seed = "61", tries = 200)
  void reachesItsTargetFromFarAwayInTwentySteps(
      @ForAll @DoubleRange(min = -3, max = 4) double logStart,
      @ForAll @DoubleRange(min = 0.4, max = 0.8) double target) {
    double reached = adapt(Math.exp(logStart), target, 20, StepSizeAdaptationTest::text);

    assertThat(text(reached)).isCloseTo(target, within(0.05));
  }

  /**
   * The mean of 25 acceptance probabilities has a standard deviation of 0.08 or so. Half of the
   * errors change the sign, so after 20,000 steps the gain is γ = 2 · 10,000^−0.75 = 0.002. Near
   * the target acceptance falls by s = 0.65 for each unit of log α, which leaves it with a standard
   * deviation of 0.08 √(γ s / 2) = 0.002 around the target.
   */
  @Test
  void noiseIsAveragedOut() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(62);
    for (int repetition = 0; repetition < 20; repetition++) {
      double reached =
          adapt(20, 0.574, 20_000, alpha -> text(alpha) + 0.08 * random.nextGaussian());

      assertThat(text(reached)).isCloseTo(0.574, within(0.01));
    }
  }

  @Test
  void keepsItsGainUntilTheErrorChangesItsSign() {
    StepSizeAdaptation adaptation = adaptation(3, 0.5);
    double[] acceptances = {0.25, 0.25, 0.25, 0.75, 0.6, 0.25};
    double second = 2 * Math.pow(2, -0.75);
    double third = 2 * Math.pow(3, -0.75);
    double[] gains = {2, 2, 2, second, second, third};
    for (int step = 0; step < acceptances.length; step++) {
      double before = stepSize(adaptation);
      adaptation.learn(acceptances[step]);
      assertThat(Math.log(stepSize(adaptation) / before))
          .as("step %s", step)
          .isCloseTo(gains[step] * (acceptances[step] - 0.5), within(1e-12));
    }
  }

  @Test
  void staysFiniteWhereTheTargetIsOutOfReach() {
    assertThat(adapt(1, 0.5, 200, alpha -> 1)).isCloseTo(Math.exp(20), within(1.0));
    assertThat(adapt(1, 0.5, 200, alpha -> 0)).isCloseTo(Math.exp(-20), within(1e-15));
  }
}
