package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.ObservedEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ProposedMove.Arrival;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deciding term by term, against deciding with all terms at once: the simple form is the oracle.
 */
class EarlyRejectionTest {
  private static final int CHAINS = 20;
  private static final int STEPS = 300;

  /** A kernel on an energy, and its name. */
  private record Named(String name, MetropolisHastings kernel) {
    Named nonReversible() {
      AcceptanceRule rule = AcceptanceRule.nonReversible(0.17);
      return new Named(name + ", non-reversible", kernel.withAcceptance(rule));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Every proposal and balancing function, at one size of its steps. */
  static Stream<Named> kernels() {
    List<Named> kernels = kernels(new double[] {0.4}, new int[] {2});
    kernels.add(new Named("gibbs-mh", MetropolisGibbs.of(Scan.SYSTEMATIC)));
    kernels.add(new Named("gibbs-mh, random", MetropolisGibbs.of(Scan.RANDOM)));
    return withBothRules(kernels);
  }

  static Stream<Named> kernelsOfOtherSteps() {
    return withBothRules(kernels(new double[] {0.2, 2}, new int[] {1, 4}));
  }

  private static Stream<Named> withBothRules(List<Named> kernels) {
    return kernels.stream().flatMap(named -> Stream.of(named, named.nonReversible()));
  }

  private static List<Named> kernels(double[] alphas, int[] numbersOfChanges) {
    List<Named> kernels = new ArrayList<>();
    for (BalancingFunction g :
        List.of(
            BalancingFunction.SQUARE_ROOT,
            BalancingFunction.BARKER,
            BalancingFunction.power(0.9))) {
      for (double alpha : alphas) {
        kernels.add(
            new Named(
                "dmala " + g.label() + " " + alpha,
                DiscreteLangevin.dmala(GradientKind.OWN_TERM, g, alpha)));
      }
      for (int changes : numbersOfChanges) {
        kernels.add(
            new Named(
                "gwg " + g.label() + " " + changes,
                GibbsWithGradients.of(GradientKind.OWN_TERM, g, changes)));
      }
    }
    return kernels;
  }

  private static Energy energy() {
    TinyLanguageModel model = new TinyLanguageModel();
    TokenizedText text = model.tokenize(BlankedText.parse("[MASK] [MASK] on [MASK] [MASK] ."));
    TokenSet words = TokenSet.of(6, 7, 8, 9, 10, 11, 12, 13);
    return model.energy(text, List.of(words, words, words, words));
  }

  /** Where all chains were after each step, and what that cost. */
  private record Run(List<List<State>> states, long passes) {}

  private static Run run(Kernel kernel, Target target) {
    List<RandomGenerator> streams = new ArrayList<>();
    List<State> starts = new ArrayList<>();
    for (int chain = 0; chain < CHAINS; chain++) {
      streams.add(random(900L + chain));
      starts.add(State.of(chain % 8, (chain + 3) % 8, 5, 2));
    }
    List<ChainState> chains = Chains.start(kernel, target, starts);
    List<List<State>> states = new ArrayList<>();
    long passes = 0;
    for (int step = 0; step < STEPS; step++) {
      List<Transition> transitions = Chains.step(kernel, target, chains, streams);
      chains = transitions.stream().map(Transition::next).toList();
      states.add(chains.stream().map(ChainState::state).toList());
      passes += transitions.stream().mapToInt(made -> made.info().modelPasses()).sum();
    }
    return new Run(states, passes);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void decisionsAreThoseOfAllTermsAtOnce(Named named) {
    Energy energy = energy();
    Run dense = run(named.kernel(), Target.of(DecoratedEnergy.whole(energy)));
    assertThat(dense.states().stream().distinct().count()).isGreaterThan(STEPS / 4);

    Run early = run(named.kernel(), Target.of(energy));
    Run remembered = run(named.kernel(), Target.of(energy).with(new ContextMemory(energy, 50)));

    assertThat(early.states()).isEqualTo(dense.states());
    assertThat(early.passes()).isLessThan(dense.passes());
    assertThat(remembered).isEqualTo(early);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void temperedTermsDecideAlike(Named named) {
    Energy energy = energy();
    for (double temperature : new double[] {0.5, 2}) {
      Run dense = run(named.kernel(), Target.of(DecoratedEnergy.whole(energy)).at(temperature));

      assertThat(run(named.kernel(), Target.of(energy).at(temperature)).states())
          .isEqualTo(dense.states());
    }
  }

  /**
   * A term is −∞ where the first two coordinates, or the last two, are equal: half of all terms.
   */
  private static Energy withImpossibleStates() {
    return TabulatedConditionals.of(
        Collections.nCopies(4, new Categorical(8)),
        (state, i) ->
            i % 2 == 0 && state.get(i) == state.get(i + 1)
                ? Double.NEGATIVE_INFINITY
                : Math.sin(1 + i + 2.0 * state.get(i) + state.get((i + 1) % 4)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aTermOfMinusInfinityRefusesTheMove(Named named) {
    Energy energy = withImpossibleStates();
    Run dense = run(named.kernel(), Target.of(DecoratedEnergy.whole(energy)));
    assertThat(dense.states().stream().distinct().count()).isGreaterThan(STEPS / 4);

    Run early = run(named.kernel(), Target.of(energy));

    assertThat(early.states()).isEqualTo(dense.states());
    assertThat(early.passes()).isLessThan(dense.passes());
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("kernelsOfOtherSteps")
  void soDoStepsOfOtherSizes(Named named) {
    decisionsAreThoseOfAllTermsAtOnce(named);
    temperedTermsDecideAlike(named);
    aTermOfMinusInfinityRefusesTheMove(named);
  }

  @Test
  void whatIsAlwaysAcceptedIsEvaluatedCompletely() {
    Energy energy = energy();
    Kernel dula = DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 0.4);

    assertThat(run(dula, Target.of(energy)))
        .isEqualTo(run(dula, Target.of(DecoratedEnergy.whole(energy))));
  }

  private static final State FROM = State.of(0, 0, 0, 0, 0, 0, 0);
  private static final State TO = FROM.with(0, 1);

  /** Terms of log ½ each; counts what is asked for. */
  private static Target halves(List<Integer> asked) {
    return Target.of(
        new ObservedEnergy(
            TabulatedConditionals.of(Collections.nCopies(7, new Categorical(2)), (s, i) -> 0.0)) {
          @Override
          protected void asked(List<Context> contexts) {
            contexts.forEach(context -> asked.add(context.coordinate()));
          }
        });
  }

  /**
   * A move whose changed coordinate is the first, by a chain whose other terms fit the less the
   * later they are: all are asked for in their order.
   *
   * @param logRatio log r but for the terms of U(θ′)
   */
  private static EarlyRejection trial(Target target, double uniform, double logRatio) {
    double[] fit = {0, 1, 2, 3, 4, 5, 6};
    ChainState chain =
        new ChainState(FROM, Optional.of(new Evaluation(0, fit, new double[0][])), 0);
    return new EarlyRejection(
        target,
        new ProposedMove(
            chain,
            new Move(FROM, TO, List.of()),
            -logRatio,
            0,
            there -> CompletableFuture.completedFuture(new Arrival(there, 0, 0)),
            () -> ReverseDensity.of(0)),
        uniform,
        0);
  }

  @Test
  void changedCoordinatesComeFirstAndOfEachThoseThatFitLeast() {
    double[] fit = {-1, -5, -2, -9, -4, -3, 0};
    Move move = new Move(FROM, TO.with(4, 1), List.of());

    assertThat(EarlyRejection.mostDoubtfulFirst(move, i -> fit[i]))
        .containsExactly(4, 0, 3, 1, 5, 2, 6);
  }

  /** After k terms log r is at most k log ½: ½ after the first, ¼ after the second. */
  @Test
  void aMoveIsRefusedByTheFirstTermsThatDecide() {
    int[] expected = {1, 1, 2, 2, 3, 3, 4, 4, 7};
    double[] uniforms = {0.6, 0.501, 0.499, 0.251, 0.249, 0.126, 0.124, 0.1, 0.005};
    for (int k = 0; k < expected.length; k++) {
      List<Integer> asked = new ArrayList<>();
      Target target = halves(asked);
      EarlyRejection trial = trial(target, uniforms[k], 0);

      target.batcher().await(List.of(trial.run()));

      assertThat(asked).isEqualTo(List.of(0, 1, 2, 3, 4, 5, 6).subList(0, expected[k]));
      assertThat(trial.asked()).isEqualTo(expected[k]);
      assertThat(trial.arrival(GradientKind.NONE).isPresent()).isEqualTo(expected[k] == 7);
    }
  }

  @Test
  void whatCanBeAcceptedIsEvaluatedCompletely() {
    List<Integer> asked = new ArrayList<>();
    Target target = halves(asked);
    EarlyRejection certain = trial(target, 0.999, 10);
    EarlyRejection refused = trial(target, 0.999, 0);

    target.batcher().await(List.of(certain.run(), refused.run()));

    assertThat(asked).containsExactly(0, 0, 1, 2, 3, 4, 5, 6);
    assertThat(certain.arrival(GradientKind.OWN_TERM).orElseThrow().next().energy())
        .isCloseTo(7 * Math.log(0.5), within(1e-12));
    assertThat(refused.arrival(GradientKind.OWN_TERM)).isEmpty();
  }
}
