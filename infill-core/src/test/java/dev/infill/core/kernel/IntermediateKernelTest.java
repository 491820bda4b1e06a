package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ExactKernels.Between;
import dev.infill.core.kernel.ExactKernels.Setting;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is particular to kernels with continuous intermediates; the exact ones are in {@link
 * ExactKernels}.
 */
class IntermediateKernelTest {
  static Stream<Arguments> unadjustedSettings() {
    return unadjusted(BalancingFunction.SQUARE_ROOT, 0.2);
  }

  static Stream<Arguments> otherUnadjustedSettings() {
    return unadjusted(BalancingFunction.power(0.9), 3);
  }

  private static Stream<Arguments> unadjusted(BalancingFunction balancing, double alpha0) {
    return ExactKernels.relaxed().stream()
        .flatMap(
            setting ->
                Stream.of(IntermediateForm.values())
                    .map(form -> arguments(setting, new Between(form, balancing, alpha0))));
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("otherUnadjustedSettings")
  void withAnotherBalancingFunctionToo(Setting setting, Between with) {
    cdulaFollowsItsProposal(setting, with);
  }

  @ParameterizedTest
  @MethodSource("unadjustedSettings")
  void cdulaFollowsItsProposal(Setting setting, Between with) {
    Kernel kernel =
        DiscreteLangevin.dula(setting.gradient(), with.balancing(), Between.STEP_SIZE)
            .withIntermediates(new Intermediate(with.form(), with.alpha0()));
    ReferenceChain chain =
        ReferenceChain.unadjusted(setting.target(), ExactKernels.langevin(setting, with));
    assertThat(kernel.isExact()).isFalse();
    KernelHarness.assertFollows(kernel, chain, 0);
  }

  /** What would be so if intermediates were never used, or θᶜ of θ were used on the way back. */
  @Test
  void theHarnessTellsItFromTheKernelWithout() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 2);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    Kernel kernel =
        DiscreteLangevin.dmala(GradientKind.EXACT, g, 0.8)
            .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.2));
    ReferenceChain without =
        ReferenceChain.metropolis(
            target, ReferenceProposal.langevin(target, GradientKind.EXACT, g, 0.8));
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, without, 0);
    assertThatThrownBy(() -> KernelHarness.assertReports(without, steps))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void namesAndCostsAreItsOwn() {
    ReferenceTarget target = ReferenceTarget.inconsistent(3, 4, 2);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    DiscreteLangevin dmala = DiscreteLangevin.dmala(GradientKind.OWN_TERM, g, 0.8);
    DiscreteLangevin cdmala =
        dmala.withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.4));
    assertThat(cdmala.name()).isEqualTo("cdmala");
    assertThat(cdmala.withStepSize(2).name()).isEqualTo("cdmala");
    assertThat(modelPasses(cdmala, target)).isEqualTo(2 * 3);
    assertThat(modelPasses(dmala.decidingEarly(false), target)).isEqualTo(3);
    assertThat(
            GibbsWithGradients.of(GradientKind.OWN_TERM, g, 1)
                .withIntermediates(new Intermediate(IntermediateForm.ACTIVE_COORDINATE, 0.1))
                .name())
        .isEqualTo("cgwg");
  }

  /** Returns what a second step costs that proposes another state. */
  private static int modelPasses(Kernel kernel, ReferenceTarget target) {
    RandomGenerator random = new SplittableRandom(4);
    List<ChainState> chains = Chains.start(kernel, target.sampled(), List.of(State.of(0, 0, 0)));
    chains = List.of(Chains.step(kernel, target.sampled(), chains, List.of(random)).get(0).next());
    Transition made = Chains.step(kernel, target.sampled(), chains, List.of(random)).get(0);
    assertThat(made.info().proposal()).isNotEqualTo(chains.get(0).state());
    return made.info().modelPasses();
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    DiscreteLangevin dmala = DiscreteLangevin.dmala(GradientKind.EXACT, g, 0.8);
    for (double alpha0 : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(
              () -> dmala.withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, alpha0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("α₀");
    }
    assertThatThrownBy(
            () ->
                dmala
                    .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.2))
                    .requireFor(target.allAtOnce().sampled()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("continuous intermediates");
  }
}
