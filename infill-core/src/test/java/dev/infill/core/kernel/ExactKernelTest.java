package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ExactKernels.ExactKernel;
import dev.infill.core.kernel.ExactKernels.Langevin;
import dev.infill.core.kernel.ExactKernels.Setting;
import dev.infill.core.kernel.ExactKernels.Sites;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every exact kernel, on every kind of domain, against exact transition matrices. */
class ExactKernelTest {
  static Stream<Arguments> langevinSettings() {
    return settings(ExactKernels.langevins());
  }

  static Stream<Arguments> siteSettings() {
    return settings(ExactKernels.sites());
  }

  private static Stream<Arguments> settings(List<?> parameters) {
    return ExactKernels.targets().stream()
        .flatMap(target -> parameters.stream().map(with -> arguments(target, with)));
  }

  @ParameterizedTest
  @MethodSource("langevinSettings")
  void langevinProposalIsEquationOne(Setting setting, Langevin with) {
    ReferenceTarget target = setting.target();
    assertProposal(
        target,
        DiscreteLangevin.dmala(setting.gradient(), with.balancing(), with.stepSize()),
        ExactKernels.langevin(setting, with));
  }

  @ParameterizedTest
  @MethodSource("siteSettings")
  void gradientSitesAreTheEnumeratedOnes(Setting setting, Sites with) {
    ReferenceTarget target = setting.target();
    assertProposal(
        target,
        GibbsWithGradients.of(setting.gradient(), with.balancing(), with.changes()),
        ExactKernels.gibbsWithGradients(setting, with));
  }

  private static void assertProposal(
      ReferenceTarget target, GradientKernel kernel, ReferenceProposal reference) {
    for (State state : target.space().states()) {
      Evaluation here = target.energy().evaluate(List.of(state), kernel.gradient()).get(0);
      ProposalDistribution distribution =
          kernel.at(
              target.sampled(),
              Slope.of(target.sampled(), state, here, kernel.gradient(), Optional.empty()).join());
      Map<ReferenceProposal.Draw, Double> expected = reference.from(state);
      expected.forEach(
          (draw, probability) ->
              assertThat(
                      Math.exp(
                          distribution.logProbability(new Move(state, draw.to(), draw.order()))))
                  .as("%s → %s", state, draw)
                  .isCloseTo(probability, within(1e-11)));
    }
  }

  static Stream<ExactKernel> exactKernels() {
    return ExactKernels.oneOfEach();
  }

  static Stream<ExactKernel> allParameters() {
    return ExactKernels.all();
  }

  @ParameterizedTest
  @MethodSource("exactKernels")
  void everyExactKernelKeepsItsTarget(ExactKernel exact) {
    KernelHarness.verify(exact.kernel(), exact.chain());
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("allParameters")
  void withAllParametersToo(ExactKernel exact) {
    KernelHarness.verify(exact.kernel(), exact.chain());
  }

  @Test
  void preconditionedDmalaKeepsTheTarget() {
    double[] g = {0.5, 2, 1.3};
    for (ReferenceTarget target :
        List.of(ReferenceTarget.integers(), ReferenceTarget.categories(3, 4, 3))) {
      for (BalancingFunction balancing : ExactKernels.BALANCING) {
        ReferenceProposal reference =
            ReferenceProposal.langevin(target, GradientKind.EXACT, balancing, 0.8, g);
        assertProposal(
            target,
            DiscreteLangevin.dmala(GradientKind.EXACT, balancing, 0.8).withPreconditioner(g),
            reference);
        KernelHarness.verify(
            DiscreteLangevin.dmala(GradientKind.EXACT, balancing, 0.8).withPreconditioner(g),
            ReferenceChain.metropolis(target, reference));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void everyTurnOfASystematicScanKeepsTheTarget(int turn) {
    ReferenceTarget target = ReferenceTarget.inconsistent(3, 5, 2);
    ReferenceChain chain =
        ReferenceChain.metropolis(target, ReferenceProposal.conditional(target, turn));
    KernelHarness.assertInvariant(chain.targetProbabilities(), chain.matrix());
    Kernel kernel = MetropolisGibbs.of(Scan.SYSTEMATIC);
    for (long made : new long[] {turn, turn + 3}) {
      KernelHarness.assertFollows(kernel, chain, made);
    }
  }

  @Test
  void aStepAfterARejectionFollowsTheMatrixToo() {
    ReferenceTarget target = ReferenceTarget.categories(3, 3, 3);
    double alpha = 2;
    Kernel kernel =
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha);
    double[][] matrix =
        ReferenceChain.metropolis(
                target,
                ReferenceProposal.langevin(
                    target, GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha))
            .matrix();
    int chains = 40_000;
    int steps = 5;
    List<ChainState> current =
        Chains.start(kernel, target.sampled(), Collections.nCopies(chains, State.of(0, 0, 0)));
    RandomGenerator random = random(5);
    double[] expected = new double[27];
    expected[0] = 1;
    for (int step = 0; step < steps; step++) {
      current = KernelHarness.stepped(kernel, target.sampled(), current, random);
      expected = ReferenceChain.step(expected, matrix);
    }
    KernelHarness.assertLaw(target, current, expected);
  }

  @Test
  void theHarnessSeesThatTheReverseDensityIsLeftOut() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target, ReferenceProposal.langevin(target, GradientKind.EXACT, g, 1.5));
    Kernel wrong =
        StepKernel.withoutReverseDensity(DiscreteLangevin.dmala(GradientKind.EXACT, g, 1.5));
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(wrong, chain, 0);
    assertThatThrownBy(() -> KernelHarness.assertReports(chain, steps))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("exact acceptance");
    assertThatThrownBy(() -> KernelHarness.assertFrequencies(chain, steps))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("at probability");
  }

  @Test
  void stepSizesAndScalesAreChecked() {
    ReferenceTarget target = ReferenceTarget.binary();
    for (double alpha : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(
              () ->
                  DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha))
          .isInstanceOf(IllegalArgumentException.class);
    }
    DiscreteLangevin dmala =
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 1);
    assertThatThrownBy(() -> dmala.withPreconditioner(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> dmala.withPreconditioner(1, 1).requireFor(target.sampled()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 numbers for 3 coordinates");
  }
}
