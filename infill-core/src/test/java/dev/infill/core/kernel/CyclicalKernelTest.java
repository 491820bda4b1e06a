package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.Chains;
import dev.infill.evaluation.lab.kernel.CyclicalKernel;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclicalKernelTest {
  private static final int LENGTH = 4;
  private static final double LARGEST = 6;
  private static final double SMALLEST = 0.9;
  private static final BalancingFunction.Power STEEPEST = new BalancingFunction.Power(0.9);

  /** ½ · 6 (cos(π k / 4) + 1), which falls below 0.9 at k = 3. */
  private static final double[] STEP_SIZES = {6, 3 + 3 / Math.sqrt(2), 3, 0.9};

  private static CyclicalKernel dmala() {
    return dmala(LARGEST, SMALLEST, LENGTH);
  }

  private static CyclicalKernel dmala(double largest, double smallest, int length) {
    return new CyclicalKernel(
        (alpha, g) -> DiscreteLangevin.dmala(GradientKind.EXACT, g, alpha),
        STEEPEST,
        largest,
        smallest,
        length);
  }

  private static double exponent(double alpha) {
    return 0.5 + 0.4 * (Math.log(alpha) - Math.log(0.9)) / (Math.log(6) - Math.log(0.9));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyMemberKeepsTheTargetAndItsTurnIsThatOfTheStep(int k) {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    CyclicalKernel cycle = dmala();
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target,
            ReferenceProposal.langevin(
                target,
                GradientKind.EXACT,
                BalancingFunction.power(exponent(STEP_SIZES[k])),
                STEP_SIZES[k]));
    KernelHarness.verify(cycle.members().get(k), chain);
    for (long made : new long[] {k, k + 3 * LENGTH}) {
      KernelHarness.assertFollows(cycle, chain, made);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void firstAndLastWithIntermediatesKeepTheTarget(int k) {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    double alpha0 = 0.4;
    IntermediateForm form = IntermediateForm.SIMPLEX;
    CyclicalKernel cycle =
        new CyclicalKernel(
            (alpha, g) ->
                DiscreteLangevin.dmala(GradientKind.EXACT, g, alpha)
                    .withIntermediates(new Intermediate(form, alpha0)),
            STEEPEST,
            LARGEST,
            SMALLEST,
            LENGTH);
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target,
            new ReferenceIntermediate(target, GradientKind.EXACT, form, alpha0)
                .langevin(BalancingFunction.power(exponent(STEP_SIZES[k])), STEP_SIZES[k]));
    KernelHarness.verify(cycle.members().get(k), chain);
    KernelHarness.assertFollows(cycle, chain, k);
    assertThat(cycle.isExact()).isTrue();
    assertThat(cycle.name()).isEqualTo("cdmala");
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void thoseBetweenDoToo(int k) {
    firstAndLastWithIntermediatesKeepTheTarget(k);
  }

  @Test
  void stepSizesFallAsTheCosineAndBalancingWithThem() {
    CyclicalKernel cycle = dmala();
    for (int k = 0; k < LENGTH; k++) {
      assertThat(cycle.members().get(k).stepSize().orElseThrow())
          .isCloseTo(STEP_SIZES[k], within(1e-12));
    }
    assertThat(cycle.isExact()).isTrue();
    assertThat(cycle.name()).isEqualTo("dmala");
    assertThat(dmala(2, 2, LENGTH).members())
        .allMatch(member -> member.stepSize().orElseThrow() == 2);
  }

  /** Steps of different members one after another: the law of three is the product of matrices. */
  @Test
  void membersOneAfterAnotherAreTheProductOfTheirMatrices() {
    ReferenceTarget target = ReferenceTarget.categories(3, 3, 3);
    CyclicalKernel cycle = dmala();
    int chains = 40_000;
    RandomGenerator random = random(6);
    ChainState start = Chains.start(cycle, target.sampled(), List.of(State.of(0, 0, 0))).get(0);
    List<ChainState> current =
        Collections.nCopies(chains, new ChainState(start.state(), start.evaluation(), 2));
    double[] expected = new double[27];
    expected[0] = 1;
    for (int k : new int[] {2, 3, 0}) {
      double[][] matrix =
          ReferenceChain.metropolis(
                  target,
                  ReferenceProposal.langevin(
                      target,
                      GradientKind.EXACT,
                      BalancingFunction.power(exponent(STEP_SIZES[k])),
                      STEP_SIZES[k]))
              .matrix();
      expected = ReferenceChain.step(expected, matrix);
      current = KernelHarness.stepped(cycle, target.sampled(), current, random);
    }
    KernelHarness.assertLaw(target, current, expected);
  }

  @Test
  void lengthAndStepSizesAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> dmala(1, 2, LENGTH));
    assertThatIllegalArgumentException().isThrownBy(() -> dmala(1, 0, LENGTH));
    assertThatIllegalArgumentException().isThrownBy(() -> dmala(1, 1, 0));
  }
}
