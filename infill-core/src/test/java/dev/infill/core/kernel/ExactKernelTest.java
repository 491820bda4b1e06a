package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every exact kernel, on every kind of domain, against exact transition matrices. */
class ExactKernelTest {
  private static final List<BalancingFunction> BALANCING =
      List.of(
          BalancingFunction.SQUARE_ROOT,
          BalancingFunction.BARKER,
          BalancingFunction.power(0.75),
          BalancingFunction.power(0.9),
          BalancingFunction.power(1));
  private static final List<Double> STEP_SIZES = List.of(0.4, 1.5, 6.0);

  /** A target, and the gradient that proposals on it are made from. */
  private record Setting(String name, ReferenceTarget target, GradientKind gradient) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Setting> targets() {
    return List.of(
        new Setting(
            "3 × 4 × 3 categories", ReferenceTarget.categories(3, 4, 3), GradientKind.EXACT),
        new Setting("binary", ReferenceTarget.binary(), GradientKind.EXACT),
        new Setting("spins", ReferenceTarget.spins(), GradientKind.EXACT),
        new Setting("integers", ReferenceTarget.integers(), GradientKind.EXACT),
        new Setting(
            "conditionals, exact", ReferenceTarget.inconsistent(3, 5, 2), GradientKind.EXACT),
        new Setting(
            "conditionals, own term, term by term",
            ReferenceTarget.inconsistent(3, 3, 2, 2),
            GradientKind.OWN_TERM),
        new Setting(
            "conditionals, own term, all at once",
            ReferenceTarget.inconsistent(3, 3, 2, 2).allAtOnce(),
            GradientKind.OWN_TERM));
  }

  static Stream<Arguments> langevinSettings() {
    return targets().stream()
        .flatMap(
            target ->
                BALANCING.stream()
                    .flatMap(g -> STEP_SIZES.stream().map(alpha -> arguments(target, g, alpha))));
  }

  static Stream<Arguments> gibbsSettings() {
    return targets().stream()
        .flatMap(
            target ->
                BALANCING.stream()
                    .flatMap(
                        g ->
                            IntStream.of(1, 2, target.target().energy().domains().size())
                                .mapToObj(changes -> arguments(target, g, changes))));
  }

  @ParameterizedTest
  @MethodSource("langevinSettings")
  void langevinProposalIsEquationOne(Setting setting, BalancingFunction g, double alpha) {
    ReferenceTarget target = setting.target();
    assertProposal(
        target,
        LangevinProposal.of(target.energy().domains(), setting.gradient(), g, alpha),
        ReferenceProposal.langevin(target, setting.gradient(), g, alpha));
  }

  @ParameterizedTest
  @MethodSource("gibbsSettings")
  void gradientSitesAreTheEnumeratedOnes(Setting setting, BalancingFunction g, int changes) {
    ReferenceTarget target = setting.target();
    assertProposal(
        target,
        new GradientSites(target.energy().domains(), setting.gradient(), g, changes),
        ReferenceProposal.gibbsWithGradients(target, setting.gradient(), g, changes));
  }

  private static void assertProposal(
      ReferenceTarget target, Proposal proposal, ReferenceProposal reference) {
    for (State state : target.space().states()) {
      ProposalDistribution distribution =
          proposal.at(state, target.energy().evaluate(List.of(state), proposal.gradient()).get(0));
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

  @ParameterizedTest
  @MethodSource("langevinSettings")
  void dmalaKeepsTheTarget(Setting setting, BalancingFunction g, double alpha) {
    KernelHarness.verify(
        DiscreteLangevin.dmala(setting.target().energy(), setting.gradient(), g, alpha),
        ReferenceChain.metropolis(
            setting.target(),
            ReferenceProposal.langevin(setting.target(), setting.gradient(), g, alpha)));
  }

  @ParameterizedTest
  @MethodSource("gibbsSettings")
  void gibbsWithGradientsKeepsTheTarget(Setting setting, BalancingFunction g, int changes) {
    KernelHarness.verify(
        GibbsWithGradients.of(setting.target().energy(), setting.gradient(), g, changes),
        ReferenceChain.metropolis(
            setting.target(),
            ReferenceProposal.gibbsWithGradients(
                setting.target(), setting.gradient(), g, changes)));
  }

  @Test
  void preconditionedDmalaKeepsTheTarget() {
    double[] g = {0.5, 2, 1.3};
    for (ReferenceTarget target :
        List.of(ReferenceTarget.integers(), ReferenceTarget.categories(3, 4, 3))) {
      for (BalancingFunction balancing : BALANCING) {
        ReferenceProposal reference =
            ReferenceProposal.langevin(target, GradientKind.EXACT, balancing, 0.8, g);
        assertProposal(
            target,
            LangevinProposal.of(target.energy().domains(), GradientKind.EXACT, balancing, 0.8)
                .withPreconditioner(g),
            reference);
        KernelHarness.verify(
            DiscreteLangevin.dmala(target.energy(), GradientKind.EXACT, balancing, 0.8)
                .withPreconditioner(g),
            ReferenceChain.metropolis(target, reference));
      }
    }
  }

  @Test
  void metropolisGibbsKeepsTheTargetOfInconsistentConditionals() {
    ReferenceTarget termByTerm = ReferenceTarget.inconsistent(3, 5, 2);
    for (ReferenceTarget target : List.of(termByTerm, termByTerm.allAtOnce())) {
      KernelHarness.verify(
          MetropolisGibbs.of(target.energy(), Scan.RANDOM),
          ReferenceChain.metropolis(target, ReferenceProposal.conditional(target, 0, 1, 2)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void everyTurnOfASystematicScanKeepsTheTarget(int turn) {
    ReferenceTarget target = ReferenceTarget.inconsistent(3, 5, 2);
    ReferenceChain chain =
        ReferenceChain.metropolis(target, ReferenceProposal.conditional(target, turn));
    KernelHarness.assertInvariant(chain.targetProbabilities(), chain.matrix());
    Kernel kernel = MetropolisGibbs.of(target.energy(), Scan.SYSTEMATIC);
    for (long made : new long[] {turn, turn + 3}) {
      List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, chain, made);
      KernelHarness.assertReports(chain, steps);
      KernelHarness.assertFrequencies(chain, steps);
    }
  }

  @Test
  void aStepAfterARejectionFollowsTheMatrixToo() {
    ReferenceTarget target = ReferenceTarget.categories(3, 3, 3);
    double alpha = 2;
    Kernel kernel =
        DiscreteLangevin.dmala(
            target.energy(), GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha);
    double[][] matrix =
        ReferenceChain.metropolis(
                target,
                ReferenceProposal.langevin(
                    target, GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha))
            .matrix();
    int chains = 40_000;
    int steps = 5;
    List<ChainState> current = kernel.init(Collections.nCopies(chains, State.of(0, 0, 0)));
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    double[] expected = new double[27];
    expected[0] = 1;
    for (int step = 0; step < steps; step++) {
      current =
          kernel.step(current, Collections.nCopies(chains, random)).stream()
              .map(Transition::next)
              .toList();
      expected = ReferenceChain.step(expected, matrix);
    }
    double[] counts = new double[27];
    for (ChainState chain : current) {
      counts[target.space().indexOf(chain.state())]++;
    }
    for (int k = 0; k < counts.length; k++) {
      double standardError = Math.sqrt(expected[k] * (1 - expected[k]) / chains);
      assertThat(counts[k] / chains).isCloseTo(expected[k], within(4.5 * standardError));
    }
  }

  @Test
  void theHarnessSeesThatTheReverseDensityIsLeftOut() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    BalancingFunction g = BalancingFunction.SQUARE_ROOT;
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target, ReferenceProposal.langevin(target, GradientKind.EXACT, g, 1.5));
    Kernel wrong =
        new Kernel() {
          private final ProposalStep step =
              new ProposalStep(
                  target.energy(),
                  LangevinProposal.of(target.energy().domains(), GradientKind.EXACT, g, 1.5),
                  (energyDifference, logForward, logReverse) -> energyDifference);

          @Override
          public String name() {
            return "wrong";
          }

          @Override
          public boolean isExact() {
            return true;
          }

          @Override
          public int passesPerStart() {
            return 1;
          }

          @Override
          public List<ChainState> init(List<State> states) {
            return step.init(states);
          }

          @Override
          public List<Transition> step(
              List<ChainState> chains, List<? extends RandomGenerator> random) {
            return step.step(chains, random);
          }
        };
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
                  DiscreteLangevin.dmala(
                      target.energy(), GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, alpha))
          .isInstanceOf(IllegalArgumentException.class);
    }
    DiscreteLangevin dmala =
        DiscreteLangevin.dmala(
            target.energy(), GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 1);
    for (double[] g : List.of(new double[] {1, 1}, new double[] {1, 0, 1})) {
      assertThatThrownBy(() -> dmala.withPreconditioner(g))
          .as(Arrays.toString(g))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
