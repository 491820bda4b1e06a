package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ExactKernels.ExactKernel;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Non-reversible acceptance, on the joint law of θ and u. */
class AcceptanceRuleTest {
  private static final double DELTA = 0.23;
  private static final AcceptanceRule NON_REVERSIBLE = AcceptanceRule.nonReversible(DELTA);

  static Stream<ExactKernel> exactKernels() {
    return ExactKernels.oneTargetEach();
  }

  static Stream<ExactKernel> allTargets() {
    return ExactKernels.oneOfEach();
  }

  @ParameterizedTest
  @MethodSource("exactKernels")
  void everyExactKernelKeepsTheJointLawOfStateAndVariable(ExactKernel exact) {
    KernelHarness.assertKeepsJointly(exact.withAcceptance(NON_REVERSIBLE), exact.chain());
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("allTargets")
  void onEveryTarget(ExactKernel exact) {
    everyExactKernelKeepsTheJointLawOfStateAndVariable(exact);
    theFirstStepFollowsTheMatrix(exact);
    theHarnessSeesThatTheVariableIsNotDividedByTheRatio(exact);
  }

  /** v is drawn in the first step, so that this step is one of the reversible kernel. */
  @ParameterizedTest
  @MethodSource("exactKernels")
  void theFirstStepFollowsTheMatrix(ExactKernel exact) {
    KernelHarness.verify(exact.withAcceptance(NON_REVERSIBLE), exact.chain());
  }

  /** A kernel whose moves do not divide v by r, from the second step on. */
  private record NotDivided(Kernel kernel) implements Kernel {
    @Override
    public String name() {
      return kernel.name();
    }

    @Override
    public boolean isExact() {
      return true;
    }

    @Override
    public CompletableFuture<ChainState> start(Target target, State state) {
      return kernel.start(target, state);
    }

    @Override
    public CompletableFuture<Transition> step(
        Target target, ChainState chain, RandomGenerator random) {
      return kernel
          .step(target, chain, random)
          .thenApply(
              made ->
                  chain.uniform().isEmpty()
                      ? made
                      : new Transition(
                          made.next().with(chain.uniform().map(v -> v.advancedBy(DELTA))),
                          made.info()));
    }
  }

  @ParameterizedTest
  @MethodSource("exactKernels")
  void theHarnessSeesThatTheVariableIsNotDividedByTheRatio(ExactKernel exact) {
    assertThatThrownBy(
            () ->
                KernelHarness.assertKeepsJointly(
                    new NotDivided(exact.withAcceptance(NON_REVERSIBLE)), exact.chain()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("steps jointly");
  }

  @Test
  void theHarnessSeesThatTheReverseDensityIsLeftOut() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    MetropolisHastings wrong =
        StepKernel.withoutReverseDensity(DiscreteLangevin.dmala(GradientKind.EXACT, g, 1.5))
            .withAcceptance(NON_REVERSIBLE);
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target, ReferenceProposal.langevin(target, GradientKind.EXACT, g, 1.5));
    assertThatThrownBy(() -> KernelHarness.assertKeepsJointly(wrong, chain))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("steps jointly");
  }

  @Test
  void aMoveThatChangesNothingLeavesTheVariableWhereTheStepPutIt() {
    Target fixed = Target.of(TabulatedEnergy.of(List.of(new Categorical(1)), state -> 0.3));
    List<MetropolisHastings> kernels =
        List.of(
            DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 1),
            GibbsWithGradients.of(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 1),
            MetropolisGibbs.of(Scan.SYSTEMATIC));
    for (MetropolisHastings plain : kernels) {
      Kernel kernel = plain.withAcceptance(NON_REVERSIBLE);
      RandomGenerator random = random(3);
      ChainState chain = Chains.start(kernel, fixed, List.of(State.of(0))).get(0);
      assertThat(chain.uniform()).isEmpty();
      chain = Chains.step(kernel, fixed, List.of(chain), List.of(random)).get(0).next();
      double first = chain.uniform().orElseThrow().v();
      for (int step = 1; step <= 40; step++) {
        Transition transition = Chains.step(kernel, fixed, List.of(chain), List.of(random)).get(0);
        chain = transition.next();
        double expected = first + step * DELTA - 2 * Math.ceil((first + step * DELTA - 1) / 2);
        assertThat(chain.uniform().orElseThrow().v())
            .isCloseTo(expected, within(1e-12))
            .isBetween(-1.0, 1.0);
        assertThat(transition.info().accepted()).isTrue();
      }
    }
  }

  /**
   * The rate is that of the usual rule, but refusals follow each other. Both rates are those of 400
   * independent chains, so that their standard errors can be taken between chains.
   */
  @Test
  void refusalsClusterAndAreNotMoreOrFewer() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    MetropolisHastings plain =
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.4);
    Refusals reversible = refusals(plain, target);
    Refusals clustered = refusals(plain.withAcceptance(AcceptanceRule.nonReversible(0.05)), target);

    assertThat(clustered.rate().difference(reversible.rate())).isBetween(-4.0, 4.0);
    assertThat(clustered.twice().difference(reversible.twice())).isGreaterThan(4.0);
  }

  /** A mean over chains. */
  private record Mean(double value, double standardError) {
    static Mean of(double[] chains) {
      double mean = IntStream.range(0, chains.length).mapToDouble(k -> chains[k]).sum();
      double value = mean / chains.length;
      double squares =
          IntStream.range(0, chains.length)
              .mapToDouble(k -> (chains[k] - value) * (chains[k] - value))
              .sum();
      return new Mean(value, Math.sqrt(squares / chains.length / (chains.length - 1)));
    }

    /** Returns how many standard errors this is above another. */
    double difference(Mean other) {
      return (value - other.value) / Math.hypot(standardError, other.standardError);
    }
  }

  /** How often moves are refused, and how often twice in a row. */
  private record Refusals(Mean rate, Mean twice) {}

  private static Refusals refusals(Kernel kernel, ReferenceTarget target) {
    int chains = 400;
    int steps = 400;
    int burnIn = 50;
    double[] refused = new double[chains];
    double[] twice = new double[chains];
    boolean[] last = new boolean[chains];
    RandomGenerator random = random(8);
    List<State> starts = new ArrayList<>();
    for (int chain = 0; chain < chains; chain++) {
      starts.add(target.space().state(chain % target.space().size()));
    }
    List<ChainState> current = Chains.start(kernel, target.sampled(), starts);
    for (int step = 0; step < steps; step++) {
      List<Transition> made =
          Chains.step(kernel, target.sampled(), current, Collections.nCopies(chains, random));
      current = made.stream().map(Transition::next).toList();
      for (int chain = 0; chain < chains; chain++) {
        boolean isRefused = !made.get(chain).info().accepted();
        if (step >= burnIn) {
          refused[chain] += isRefused ? 1.0 / (steps - burnIn) : 0;
          twice[chain] += isRefused && last[chain] ? 1.0 / (steps - burnIn) : 0;
        }
        last[chain] = isRefused;
      }
    }
    return new Refusals(Mean.of(refused), Mean.of(twice));
  }

  @Test
  void deltaIsChecked() {
    for (double delta : new double[] {0, -0.1, 2, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> AcceptanceRule.nonReversible(delta))
          .withMessageContaining(String.valueOf(delta));
    }
  }

  @Test
  void whatAcceptsEverythingHasNoRule() {
    MetropolisHastings dula =
        DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1);
    assertThatThrownBy(() -> dula.withAcceptance(NON_REVERSIBLE))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aChangedStepSizeKeepsTheRuleAndDecidesEarlyOrInFull() {
    ReferenceTarget target = ReferenceTarget.inconsistent(3, 3, 2, 2);
    DiscreteLangevin kernel =
        DiscreteLangevin.dmala(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 0.4)
            .withAcceptance(NON_REVERSIBLE);
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target,
            ReferenceProposal.langevin(
                target, GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1.5));
    KernelHarness.assertKeepsJointly(kernel.decidingEarly(false).withStepSize(1.5), chain);
    KernelHarness.assertKeepsJointly(
        kernel.decidingEarly(false).withStepSize(1.5).decidingEarly(true), chain);
  }
}
