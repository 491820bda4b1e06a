package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels with continuous intermediates, against exact transition matrices. */
class IntermediateKernelTest {
  private static final List<BalancingFunction> BALANCING =
      List.of(
          BalancingFunction.SQUARE_ROOT, BalancingFunction.BARKER, BalancingFunction.power(0.9));

  private record Setting(
      String name, ReferenceTarget target, GradientKind gradient, IntermediateForm form) {
    ReferenceIntermediate intermediate(double alpha0) {
      return new ReferenceIntermediate(target, gradient, form, alpha0);
    }

    @Override
    public String toString() {
      return name + ", " + form;
    }
  }

  private static Stream<Setting> targets() {
    return Stream.of(IntermediateForm.values())
        .flatMap(
            form ->
                Stream.of(
                    new Setting(
                        "categories",
                        ReferenceTarget.categories(3, 4, 2),
                        GradientKind.EXACT,
                        form),
                    new Setting(
                        "conditionals, exact",
                        ReferenceTarget.inconsistent(3, 4, 2),
                        GradientKind.EXACT,
                        form),
                    new Setting(
                        "conditionals, own term",
                        ReferenceTarget.inconsistent(3, 3, 2, 2),
                        GradientKind.OWN_TERM,
                        form),
                    new Setting("binary", ReferenceTarget.binary(), GradientKind.EXACT, form),
                    new Setting("spins", ReferenceTarget.spins(), GradientKind.EXACT, form),
                    new Setting("integers", ReferenceTarget.integers(), GradientKind.EXACT, form),
                    new Setting("machine", ReferenceTarget.machine(), GradientKind.EXACT, form),
                    new Setting("mixture", ReferenceTarget.mixture(), GradientKind.EXACT, form)));
  }

  /**
   * Settings with g and α₀: next to none, the paper's, and so large that θᶜ is at a border; other g
   * at the paper's.
   */
  static Stream<Arguments> settings() {
    return targets()
        .flatMap(
            setting ->
                Stream.concat(
                    DoubleStream.of(0.01, 3)
                        .mapToObj(
                            alpha0 -> arguments(setting, BalancingFunction.SQUARE_ROOT, alpha0)),
                    BALANCING.stream().map(g -> arguments(setting, g, 0.2))));
  }

  static Stream<Arguments> unadjustedSettings() {
    return targets()
        .flatMap(
            setting ->
                Stream.of(
                    arguments(setting, BalancingFunction.SQUARE_ROOT, 0.2),
                    arguments(setting, BalancingFunction.power(0.9), 3)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void cdmalaKeepsTheTarget(Setting setting, BalancingFunction g, double alpha0) {
    double alpha = 0.8;
    KernelHarness.verify(
        DiscreteLangevin.dmala(setting.target().energy(), setting.gradient(), g, alpha)
            .withIntermediates(setting.form(), alpha0),
        ReferenceChain.metropolis(
            setting.target(), setting.intermediate(alpha0).langevin(g, alpha)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void cgwgKeepsTheTarget(Setting setting, BalancingFunction g, double alpha0) {
    int changes = alpha0 > 1 ? 2 : 1;
    KernelHarness.verify(
        GibbsWithGradients.of(setting.target().energy(), setting.gradient(), g, changes)
            .withIntermediates(setting.form(), alpha0),
        ReferenceChain.metropolis(
            setting.target(), setting.intermediate(alpha0).gibbsWithGradients(g, changes)));
  }

  @ParameterizedTest
  @MethodSource("unadjustedSettings")
  void cdulaFollowsItsProposal(Setting setting, BalancingFunction g, double alpha0) {
    Kernel kernel =
        DiscreteLangevin.dula(setting.target().energy(), setting.gradient(), g, 0.8)
            .withIntermediates(setting.form(), alpha0);
    ReferenceChain chain =
        ReferenceChain.unadjusted(setting.target(), setting.intermediate(alpha0).langevin(g, 0.8));
    assertThat(kernel.isExact()).isFalse();
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, chain, 0);
    KernelHarness.assertReports(chain, steps);
    KernelHarness.assertFrequencies(chain, steps);
  }

  /** What would be so if intermediates were never used, or θᶜ of θ were used on the way back. */
  @Test
  void theHarnessTellsItFromTheKernelWithout() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 2);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    Kernel kernel =
        DiscreteLangevin.dmala(target.energy(), GradientKind.EXACT, g, 0.8)
            .withIntermediates(IntermediateForm.SIMPLEX, 0.2);
    ReferenceChain without =
        ReferenceChain.metropolis(
            target, ReferenceProposal.langevin(target, GradientKind.EXACT, g, 0.8));
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, without, 0);
    assertThatThrownBy(() -> KernelHarness.assertReports(without, steps))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void atATemperatureTheTargetIsTheTemperedOne() {
    ReferenceTarget tempered = ReferenceTarget.categories(3, 4, 2).tempered(1.7);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    KernelHarness.verify(
        DiscreteLangevin.dmala(tempered.energy(), GradientKind.EXACT, g, 0.8)
            .withIntermediates(IntermediateForm.SIMPLEX, 0.4),
        ReferenceChain.metropolis(
            tempered,
            new ReferenceIntermediate(tempered, GradientKind.EXACT, IntermediateForm.SIMPLEX, 0.4)
                .langevin(g, 0.8)));
  }

  @Test
  void namesAndCostsAreItsOwn() {
    ReferenceTarget target = ReferenceTarget.inconsistent(3, 4, 2);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    DiscreteLangevin dmala = DiscreteLangevin.dmala(target.energy(), GradientKind.OWN_TERM, g, 0.8);
    DiscreteLangevin cdmala = dmala.withIntermediates(IntermediateForm.SIMPLEX, 0.4);
    assertThat(cdmala.name()).isEqualTo("cdmala");
    assertThat(cdmala.withStepSize(2).name()).isEqualTo("cdmala");
    assertThat(cdmala.decidingInFull().decidingEarly().passesPerStart()).isEqualTo(2 * 3);
    assertThat(dmala.passesPerStart()).isEqualTo(3);
    assertThat(
            GibbsWithGradients.of(target.energy(), GradientKind.OWN_TERM, g, 1)
                .withIntermediates(IntermediateForm.ACTIVE_COORDINATE, 0.1)
                .name())
        .isEqualTo("cgwg");
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    DiscreteLangevin dmala = DiscreteLangevin.dmala(target.energy(), GradientKind.EXACT, g, 0.8);
    for (double alpha0 : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> dmala.withIntermediates(IntermediateForm.SIMPLEX, alpha0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("α₀");
    }
    DiscreteLangevin without =
        DiscreteLangevin.dmala(target.allAtOnce().energy(), GradientKind.EXACT, g, 0.8);
    assertThatThrownBy(() -> without.withIntermediates(IntermediateForm.SIMPLEX, 0.2))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("continuous intermediates");
  }
}
