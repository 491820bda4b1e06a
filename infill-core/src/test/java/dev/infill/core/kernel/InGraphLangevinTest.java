package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels whose proposals the energy draws, against exact transition matrices. */
class InGraphLangevinTest {
  /** As many as a step of the harness takes from each state. */
  private static final int STEPS = 2000;

  private static final ReferenceTarget TARGET = ReferenceTarget.inconsistent(3, 3, 2, 2);

  static Stream<Arguments> settings() {
    return Stream.of(arguments(0.9, 1.5));
  }

  static Stream<Arguments> otherSettings() {
    return Stream.of(arguments(0.5, 0.4), arguments(1.0, 6.0));
  }

  private static InGraphLangevin dmala(DrawingEnergy.Fault fault, double exponent, double alpha) {
    DrawingEnergy energy = new DrawingEnergy(TARGET.energy(), fault);
    return InGraphLangevin.dmala(
        energy, energy.langevinDraws().orElseThrow(), new BalancingFunction.Power(exponent), alpha);
  }

  private static ReferenceChain reference(double exponent, double alpha) {
    return ReferenceChain.metropolis(TARGET, proposal(exponent, alpha));
  }

  private static ReferenceProposal proposal(double exponent, double alpha) {
    return ReferenceProposal.langevin(
        TARGET, GradientKind.OWN_TERM, BalancingFunction.power(exponent), alpha);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void dmalaKeepsTheTarget(double exponent, double alpha) {
    KernelHarness.verify(
        dmala(DrawingEnergy.Fault.NONE, exponent, alpha), reference(exponent, alpha));
  }

  /** A chain that stayed tries the moves that were drawn before; they are as good as new ones. */
  @ParameterizedTest
  @MethodSource("settings")
  void movesDrawnAheadAreThoseOfTheKernel(double exponent, double alpha) {
    ReferenceChain chain = reference(exponent, alpha);
    List<List<Transition>> steps =
        stepsAfterStaying(dmala(DrawingEnergy.Fault.NONE, exponent, alpha), chain);
    KernelHarness.assertReports(chain, steps);
    KernelHarness.assertFrequencies(chain, steps);
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("otherSettings")
  void soItIsAtOtherSettings(double exponent, double alpha) {
    dmalaKeepsTheTarget(exponent, alpha);
    movesDrawnAheadAreThoseOfTheKernel(exponent, alpha);
  }

  @Test
  void theHarnessNoticesAReverseDensityThatIsLeftOut() {
    assertThatThrownBy(
            () ->
                KernelHarness.verify(
                    dmala(DrawingEnergy.Fault.NO_WAY_BACK, 0.5, 1.5), reference(0.5, 1.5)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void theHarnessNoticesMovesThatAreNotIndependent() {
    ReferenceChain chain = reference(0.5, 1.5);
    List<List<Transition>> steps =
        stepsAfterStaying(dmala(DrawingEnergy.Fault.ONE_DRAW_ONLY, 0.5, 1.5), chain);
    assertThatThrownBy(() -> KernelHarness.assertFrequencies(chain, steps))
        .isInstanceOf(AssertionError.class);
  }

  /** From every state, steps of chains that stayed there in their first. */
  private static List<List<Transition>> stepsAfterStaying(Kernel kernel, ReferenceChain chain) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(31);
    List<RandomGenerator> streams = Collections.nCopies(STEPS, random);
    List<List<Transition>> steps = new ArrayList<>();
    for (State state : chain.states()) {
      ChainState start = kernel.init(List.of(state)).get(0);
      List<ChainState> stayed = new ArrayList<>();
      while (stayed.size() < STEPS) {
        kernel.step(Collections.nCopies(STEPS, start), streams).stream()
            .map(Transition::next)
            .filter(next -> next.state().equals(state))
            .limit(STEPS - stayed.size())
            .forEach(stayed::add);
      }
      steps.add(kernel.step(stayed, streams));
    }
    return steps;
  }

  @Test
  void dulaMovesAsItProposes() {
    DrawingEnergy energy = new DrawingEnergy(TARGET.energy(), DrawingEnergy.Fault.NONE);
    InGraphLangevin dula =
        InGraphLangevin.dula(
            energy, energy.langevinDraws().orElseThrow(), new BalancingFunction.Power(0.5), 1.5);
    assertThat(dula.isExact()).isFalse();
    assertThat(dula.name()).isEqualTo("dula");
    ReferenceChain chain = ReferenceChain.unadjusted(TARGET, proposal(0.5, 1.5));
    KernelHarness.assertFrequencies(chain, KernelHarness.stepsFromEveryState(dula, chain, 0));
  }

  @Test
  void asksForWhereChainsAreOnlyWhenTheirMovesAreUsedUp() {
    DrawingEnergy energy = new DrawingEnergy(TARGET.energy(), DrawingEnergy.Fault.NONE);
    // Hardly ever does a chain leave: it is proposed to stay.
    InGraphLangevin still =
        InGraphLangevin.dmala(
            energy, energy.langevinDraws().orElseThrow(), new BalancingFunction.Power(1), 0.01);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
    List<ChainState> chains = still.init(List.of(State.of(0, 1, 1, 0)));
    int passes = 0;
    for (int step = 0; step < 16; step++) {
      Transition transition = still.step(chains, List.of(random)).get(0);
      assertThat(transition.info().changedCoordinates()).isZero();
      passes += transition.info().modelPasses();
      chains = List.of(transition.next());
    }
    assertThat(chains.get(0).steps()).isEqualTo(16);
    assertThat(energy.asked().stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
    assertThat(passes).isEqualTo(2 * energy.passesPerEvaluation());
  }

  @Test
  void movesOfAnotherStepSizeAreNotTried() {
    DrawingEnergy energy = new DrawingEnergy(TARGET.energy(), DrawingEnergy.Fault.NONE);
    InGraphLangevin still =
        InGraphLangevin.dmala(
            energy, energy.langevinDraws().orElseThrow(), new BalancingFunction.Power(1), 0.01);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
    ChainState stayed =
        still.step(still.init(List.of(State.of(0, 1, 1, 0))), List.of(random)).get(0).next();
    int before = energy.asked().stream().mapToInt(Integer::intValue).sum();
    still.withStepSize(0.02).step(List.of(stayed), List.of(random));
    assertThat(energy.asked().stream().mapToInt(Integer::intValue).sum()).isEqualTo(before + 1);
  }

  @Test
  void stepSizesArePositive() {
    for (double alpha : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> dmala(DrawingEnergy.Fault.NONE, 0.5, alpha))
          .withMessageContaining(String.valueOf(alpha));
    }
  }
}
