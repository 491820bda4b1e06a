package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.DelegatingEnergy;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.PredicateRestriction;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RestrictedEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.LocallyBalanced;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels on a part of their states: those that are not exact stay in it as well, and none asks for
 * anything outside of it. Exact ones are in {@link ExactKernels}.
 */
class RestrictedKernelTest {
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;
  private static final ReferenceTarget WHOLE = ReferenceTarget.inconsistent(3, 3, 3);
  private static final ReferenceTarget PART = WHOLE.restricted(ExactKernels::repeatsLittle);

  @Test
  void aKernelThatNeverRefusesStaysWhereItWouldLeave() {
    Kernel dula = DiscreteLangevin.dula(PART.energy(), GradientKind.OWN_TERM, SQRT, 1.5);
    assertFollows(
        dula,
        ReferenceChain.unadjusted(
            PART, ReferenceProposal.langevin(PART, GradientKind.OWN_TERM, SQRT, 1.5)));
  }

  @Test
  void pseudoGibbsDrawsFromWhatIsLeftOfAConditional() {
    assertFollows(
        PseudoGibbs.of(PART.energy(), Scan.RANDOM),
        ReferenceChain.unadjusted(PART, ReferenceProposal.conditional(PART, 0, 1, 2)));
  }

  @Test
  void movesThatAreDrawnWhereTheEnergyIsComputedAreRefusedAsWell() {
    ReferenceTarget drawing =
        new ReferenceTarget(
                new DrawingEnergy(WHOLE.energy(), DrawingEnergy.Fault.NONE),
                WHOLE.density(),
                WHOLE.slopes(),
                WHOLE.relaxed())
            .restricted(ExactKernels::repeatsLittle);
    KernelHarness.verify(
        InGraphLangevin.dmala(
            drawing.energy(),
            drawing.energy().langevinDraws().orElseThrow(),
            new BalancingFunction.Power(0.5),
            1.5),
        ReferenceChain.metropolis(
            drawing, ReferenceProposal.langevin(PART, GradientKind.OWN_TERM, SQRT, 1.5)));
  }

  private static void assertFollows(Kernel kernel, ReferenceChain chain) {
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, chain, 0);
    KernelHarness.assertReports(chain, steps);
    KernelHarness.assertFrequencies(chain, steps);
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        of("dmala", e -> DiscreteLangevin.dmala(e, GradientKind.OWN_TERM, SQRT, 6)),
        of("dmala, exact gradient", e -> DiscreteLangevin.dmala(e, GradientKind.EXACT, SQRT, 6)),
        of("dula", e -> DiscreteLangevin.dula(e, GradientKind.EXACT, SQRT, 6)),
        of(
            "cdula",
            e ->
                DiscreteLangevin.dula(e, GradientKind.EXACT, SQRT, 6)
                    .withIntermediates(IntermediateForm.SIMPLEX, 0.2)),
        of("dula of a minibatch", e -> StochasticLangevin.of(e, SQRT, 6, 2)),
        of("gwg", e -> GibbsWithGradients.of(e, GradientKind.OWN_TERM, SQRT, 2)),
        of("gibbs-mh", e -> MetropolisGibbs.of(e, Scan.RANDOM)),
        of("gibbs", e -> PseudoGibbs.of(e, Scan.SYSTEMATIC)),
        of("lb", e -> LocallyBalanced.of(e, SQRT)));
  }

  private static Arguments of(String name, Function<Energy, Kernel> kernel) {
    return arguments(name, kernel);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void noKernelLeavesThePartOrAsksForAnythingOutside(String name, Function<Energy, Kernel> kernel) {
    Energy energy =
        new RestrictedEnergy(
            new InsideOnly(WHOLE.energy()), new PredicateRestriction(ExactKernels::repeatsLittle));
    Kernel restricted = kernel.apply(energy);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    List<ChainState> chains = restricted.init(Collections.nCopies(40, State.of(0, 0, 0)));
    int moves = 0;
    for (int step = 0; step < 100; step++) {
      List<Transition> made = restricted.step(chains, Collections.nCopies(chains.size(), random));
      moves += made.stream().mapToInt(each -> each.info().changedCoordinates()).sum();
      chains = made.stream().map(Transition::next).toList();
      assertThat(chains).extracting(ChainState::state).allMatch(ExactKernels::repeatsLittle);
    }
    assertThat(moves).isPositive();
  }

  /** Fails where it is asked for a state outside. */
  private static final class InsideOnly extends DelegatingEnergy {
    InsideOnly(Energy energy) {
      super(energy);
    }

    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      assertThat(states).allMatch(ExactKernels::repeatsLittle);
      return energy().evaluate(states, gradient);
    }

    @Override
    public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
      assertThat(states).allMatch(ExactKernels::repeatsLittle);
      return energy().conditionals(states, coordinates);
    }

    @Override
    public Optional<ConditionalTerms> terms() {
      return energy()
          .terms()
          .map(
              terms ->
                  ConditionalTerms.of(
                      (states, coordinates) -> {
                        assertThat(states).allMatch(ExactKernels::repeatsLittle);
                        return terms.at(states, coordinates);
                      }));
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return energy().relaxation();
    }
  }

  @Test
  void noChainStartsOutside() {
    Kernel kernel = MetropolisGibbs.of(PART.energy(), Scan.RANDOM);
    assertThatThrownBy(() -> kernel.init(List.of(State.of(0, 1, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U is −∞");
  }
}
