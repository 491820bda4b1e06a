package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.PredicateRestriction;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
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
    Kernel dula = DiscreteLangevin.dula(GradientKind.OWN_TERM, SQRT, 1.5);
    assertFollows(
        dula,
        ReferenceChain.unadjusted(
            PART, ReferenceProposal.langevin(PART, GradientKind.OWN_TERM, SQRT, 1.5)));
  }

  @Test
  void pseudoGibbsDrawsFromWhatIsLeftOfAConditional() {
    assertFollows(
        new PseudoGibbs(Scan.RANDOM),
        ReferenceChain.unadjusted(PART, ReferenceProposal.conditional(PART, 0, 1, 2)));
  }

  private static void assertFollows(Kernel kernel, ReferenceChain chain) {
    KernelHarness.assertFollows(kernel, chain, 0);
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        of("dmala", DiscreteLangevin.dmala(GradientKind.OWN_TERM, SQRT, 6)),
        of("dmala, exact gradient", DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 6)),
        of("dula", DiscreteLangevin.dula(GradientKind.EXACT, SQRT, 6)),
        of(
            "cdula",
            DiscreteLangevin.dula(GradientKind.EXACT, SQRT, 6)
                .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.2))),
        of(
            "dula of a minibatch",
            new StochasticLangevin(DiscreteLangevin.dula(GradientKind.OWN_TERM, SQRT, 6), 2)),
        of("gwg", GibbsWithGradients.of(GradientKind.OWN_TERM, SQRT, 2)),
        of("gibbs-mh", MetropolisGibbs.of(Scan.RANDOM)),
        of("gibbs", new PseudoGibbs(Scan.SYSTEMATIC)));
  }

  private static Arguments of(String name, Kernel kernel) {
    return arguments(name, kernel);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void noKernelLeavesThePartOrAsksForAnythingOutside(String name, Kernel kernel) {
    Target target =
        Target.of(new InsideOnly(WHOLE.energy()))
            .within(new PredicateRestriction(ExactKernels::repeatsLittle));
    RandomGenerator random = random(3);
    List<ChainState> chains =
        Chains.start(kernel, target, Collections.nCopies(40, State.of(0, 0, 0)));
    int moves = 0;
    for (int step = 0; step < 100; step++) {
      List<Transition> made =
          Chains.step(kernel, target, chains, Collections.nCopies(chains.size(), random));
      moves += made.stream().mapToInt(each -> each.info().changedCoordinates()).sum();
      chains = made.stream().map(Transition::next).toList();
      assertThat(chains).extracting(ChainState::state).allMatch(ExactKernels::repeatsLittle);
    }
    assertThat(moves).isPositive();
  }

  /** Fails where it is asked for a state outside. */
  private record InsideOnly(Energy energy) implements DecoratedEnergy {
    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      assertThat(states).allMatch(ExactKernels::repeatsLittle);
      return energy.evaluate(states, gradient);
    }

    @Override
    public boolean isSum() {
      return true;
    }

    @Override
    public List<Conditional> conditionals(List<Context> contexts) {
      assertThat(contexts).extracting(Context::state).allMatch(ExactKernels::repeatsLittle);
      return energy.conditionals(contexts);
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return energy.relaxation();
    }
  }

  @Test
  void noChainStartsOutside() {
    Kernel kernel = MetropolisGibbs.of(Scan.RANDOM);
    assertThatThrownBy(() -> Chains.start(kernel, PART.sampled(), List.of(State.of(0, 1, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U is −∞");
  }
}
