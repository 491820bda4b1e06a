package dev.infill.core.kernel;

import static dev.infill.core.Refusals.assertRefused;
import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.CountingEnergy;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.BlockGibbs;
import dev.infill.evaluation.lab.kernel.Chains;
import dev.infill.evaluation.lab.kernel.HammingBall;
import dev.infill.evaluation.lab.kernel.LocallyBalanced;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for kernels besides their distribution: costs, borders, independence of chains. */
class KernelContractTest {
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** From here on kernels evaluate several states in a step. */
  private static final int ENUMERATING = 5;

  private static List<Kernel> kernels() {
    return List.of(
        DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 1.5),
        DiscreteLangevin.dula(GradientKind.EXACT, SQRT, 1.5),
        GibbsWithGradients.of(GradientKind.EXACT, SQRT, 2),
        MetropolisGibbs.of(Scan.SYSTEMATIC),
        new PseudoGibbs(Scan.RANDOM),
        LocallyBalanced.of(SQRT),
        BlockGibbs.of(Scan.RANDOM, 2),
        HammingBall.of(Scan.SYSTEMATIC, 2, 1));
  }

  static Stream<Kernel> allKernels() {
    return kernels().stream();
  }

  @Test
  void everyPassIsCountedAndNothingIsEvaluatedTwice() {
    for (int k = 0; k < kernels().size(); k++) {
      CountingEnergy energy = new CountingEnergy(ReferenceTarget.inconsistent(3, 4, 2).energy(), 7);
      Target target = Target.of(energy);
      Kernel kernel = kernels().get(k);
      List<ChainState> chains =
          Chains.start(kernel, target, Collections.nCopies(10, State.of(0, 0, 0)));
      assertThat(k >= ENUMERATING || energy.passes() == (kernel.name().equals("gibbs") ? 0 : 70))
          .isTrue();
      long passes = energy.passes();
      long changedProposals = 0;
      RandomGenerator random = random(k);
      for (int step = 0; step < 50; step++) {
        List<Transition> transitions =
            Chains.step(kernel, target, chains, Collections.nCopies(10, random));
        for (int chain = 0; chain < 10; chain++) {
          StepInfo info = transitions.get(chain).info();
          passes += info.modelPasses();
          changedProposals += info.proposal().equals(chains.get(chain).state()) ? 0 : 1;
        }
        chains = transitions.stream().map(Transition::next).toList();
      }
      assertThat(energy.passes()).as(kernel.name()).isEqualTo(passes);
      if (k < ENUMERATING) {
        boolean evaluates = !kernel.name().equals("gibbs");
        boolean scans = kernel.name().startsWith("gibbs");
        assertThat(energy.evaluations()).isEqualTo(evaluates ? 10 + changedProposals : 0);
        assertThat(energy.conditionals()).isEqualTo(scans ? 500 : 0);
        assertThat(energy.gradients()).isEqualTo(scans ? 0 : energy.evaluations());
      }
      assertThat(chains).allMatch(chain -> chain.steps() == 50);
    }
  }

  @ParameterizedTest
  @MethodSource("allKernels")
  void aChainDoesNotDependOnTheOthersInItsBatch(Kernel kernel) {
    Target target = ReferenceTarget.inconsistent(3, 4, 2).sampled();
    List<ChainState> together =
        Chains.start(kernel, target, List.of(State.of(0, 1, 1), State.of(2, 3, 0)));
    List<ChainState> alone =
        List.of(Chains.start(kernel, target, List.of(State.of(2, 3, 0))).get(0));
    List<RandomGenerator> streams = List.of(random(1), random(2));
    List<RandomGenerator> own = List.of(random(2));
    for (int step = 0; step < 100; step++) {
      List<Transition> both = Chains.step(kernel, target, together, streams);
      List<Transition> one = Chains.step(kernel, target, alone, own);
      assertThat(one.get(0).info()).isEqualTo(both.get(1).info());
      together = both.stream().map(Transition::next).toList();
      alone = one.stream().map(Transition::next).toList();
      assertThat(alone.get(0).state()).isEqualTo(together.get(1).state());
    }
  }

  @ParameterizedTest
  @MethodSource("allKernels")
  void anEmptyBatchIsAnEmptyBatch(Kernel kernel) {
    Target target = ReferenceTarget.inconsistent(3, 4, 2).sampled();
    assertThat(Chains.start(kernel, target, List.of())).isEmpty();
    assertThat(Chains.step(kernel, target, List.of(), List.of())).isEmpty();
  }

  @Test
  void coordinatesOfASingleValueNeverMove() {
    Target target =
        Target.of(
            TabulatedEnergy.of(List.of(new Categorical(1), new Categorical(1)), state -> 0.3));
    for (Kernel kernel : kernels()) {
      List<ChainState> chains = Chains.start(kernel, target, List.of(State.of(0, 0)));
      Transition transition = Chains.step(kernel, target, chains, List.of(random(3))).get(0);
      assertThat(transition.next().state()).isEqualTo(State.of(0, 0));
      assertThat(transition.info().acceptanceProbability()).isEqualTo(1);
      assertThat(transition.info().changedCoordinates()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void gibbsWithGradientsChangesAsManyCoordinatesAsCanMove(int changes) {
    ReferenceTarget target = ReferenceTarget.categories(3, 1, 4);
    Kernel kernel = GibbsWithGradients.of(GradientKind.EXACT, SQRT, changes);
    for (State state : target.space().states()) {
      List<ChainState> chains =
          Chains.start(kernel, target.sampled(), Collections.nCopies(50, state));
      Chains.step(kernel, target.sampled(), chains, Collections.nCopies(50, random(4)))
          .forEach(
              transition ->
                  assertThat(transition.info().proposal().hammingDistance(state))
                      .isEqualTo(Math.min(changes, 2)));
    }
    KernelHarness.verify(
        kernel,
        ReferenceChain.metropolis(
            target,
            ReferenceProposal.gibbsWithGradients(target, GradientKind.EXACT, SQRT, changes)));
  }

  /** U = −∞ wherever all three coordinates are equal, and at two more states. */
  private static double holed(State s) {
    boolean hole =
        (s.get(0) == s.get(1) && s.get(1) == s.get(2))
            || (s.get(0) == 0 && s.get(1) == 1)
            || (s.get(1) == 2 && s.get(2) == 0);
    return hole ? Double.NEGATIVE_INFINITY : Math.sin(s.get(0) + 2.0 * s.get(1) * s.get(2));
  }

  private static final List<Domain> CUBE = Collections.nCopies(3, new Categorical(3));

  @Test
  void noKernelThatEvaluatesTheEnergyEntersAStateOfProbabilityZero() {
    Target target = Target.of(TabulatedEnergy.of(CUBE, KernelContractTest::holed));
    List<Kernel> kernels = new ArrayList<>(kernels());
    kernels.removeIf(kernel -> kernel.name().equals("gibbs"));
    kernels.add(DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.BARKER, 10));
    kernels.add(DiscreteLangevin.dula(GradientKind.EXACT, BalancingFunction.power(1), 10));
    kernels.add(GibbsWithGradients.of(GradientKind.EXACT, SQRT, 3));
    for (Kernel kernel : kernels) {
      RandomGenerator random = random(5);
      List<ChainState> chains =
          Chains.start(kernel, target, Collections.nCopies(20, State.of(0, 2, 1)));
      boolean refused = false;
      for (int step = 0; step < 300; step++) {
        List<Transition> transitions =
            Chains.step(kernel, target, chains, Collections.nCopies(20, random));
        for (Transition transition : transitions) {
          assertThat(holed(transition.next().state())).as(kernel.name()).isFinite();
          boolean zero = holed(transition.info().proposal()) == Double.NEGATIVE_INFINITY;
          refused |= zero;
          assertThat(zero && transition.info().accepted()).isFalse();
          assertThat(zero && transition.info().acceptanceProbability() > 0).isFalse();
        }
        chains = transitions.stream().map(Transition::next).toList();
      }
      // A single change is never proposed into a hole: the exact gradient knows it.
      assertThat(refused).as(kernel.name()).isEqualTo(kernel instanceof GradientKernel);
      assertThatThrownBy(
              () -> Chains.start(kernel, target, List.of(State.of(0, 2, 1), State.of(1, 1, 1))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[1, 1, 1]");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void gibbsWithGradientsKeepsTargetsWithHoles(int changes) {
    ReferenceTarget target = ReferenceTarget.categories(CUBE, KernelContractTest::holed);
    ReferenceChain chain =
        ReferenceChain.metropolis(
            target,
            state ->
                Double.isFinite(holed(state))
                    ? ReferenceProposal.gibbsWithGradients(
                            target, GradientKind.EXACT, SQRT, changes)
                        .from(state)
                    : Map.of());
    KernelHarness.assertDetailedBalance(chain);
    Kernel kernel = GibbsWithGradients.of(GradientKind.EXACT, SQRT, changes);
    RandomGenerator random = random(6);
    for (int from = 0; from < chain.states().size(); from++) {
      State state = chain.states().get(from);
      if (Double.isFinite(holed(state))) {
        List<ChainState> starts =
            Chains.start(kernel, target.sampled(), Collections.nCopies(200, state));
        for (Transition transition :
            Chains.step(kernel, target.sampled(), starts, Collections.nCopies(200, random))) {
          double reported = transition.info().acceptanceProbability();
          assertThat(
                  chain
                      .nearestAcceptance(from, transition.info().proposal(), reported)
                      .orElse(Double.NaN))
              .isCloseTo(reported, within(1e-9));
        }
      }
    }
  }

  @Test
  void aChangedStepSizeIsUsedAtOnce() {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    DiscreteLangevin first = DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 1e-3);
    List<ChainState> chains =
        Chains.start(first, target.sampled(), Collections.nCopies(200, State.of(0, 0, 0)));
    RandomGenerator random = random(7);
    List<Transition> still =
        Chains.step(first, target.sampled(), chains, Collections.nCopies(200, random));
    assertThat(still).allMatch(step -> step.info().proposal().equals(State.of(0, 0, 0)));
    DiscreteLangevin second = first.withStepSize(50);
    assertThat(second.stepSize()).hasValue(50);
    List<Transition> moving =
        Chains.step(
            second,
            target.sampled(),
            still.stream().map(Transition::next).toList(),
            Collections.nCopies(200, random));
    assertThat(moving).anyMatch(step -> !step.info().proposal().equals(State.of(0, 0, 0)));
  }

  @Test
  void aGradientThatTheEnergyLacksIsTheUsersToMend() {
    Target target = ReferenceTarget.binary().sampled();
    assertRefused(
            "gradient",
            () -> DiscreteLangevin.dmala(GradientKind.OWN_TERM, SQRT, 1).requireFor(target))
        .hasMessageContaining("own-term");
    assertThatThrownBy(() -> DiscreteLangevin.dula(GradientKind.NONE, SQRT, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GibbsWithGradients.of(GradientKind.EXACT, SQRT, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** What a kernel is changed to last does not undo what it was changed to before. */
  @Test
  void theOrderOfChangesDoesNotMatter() {
    Target target = ReferenceTarget.integers().sampled();
    List<UnaryOperator<DiscreteLangevin>> changes =
        List.of(
            kernel -> kernel.withAcceptance(AcceptanceRule.nonReversible(0.1)),
            kernel -> kernel.withPreconditioner(0.5, 2, 1.3),
            kernel -> kernel.withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.3)),
            kernel -> kernel.withStepSize(1.5));
    List<StepInfo> expected = null;
    for (List<UnaryOperator<DiscreteLangevin>> order : orders(changes)) {
      DiscreteLangevin kernel = DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 0.4);
      for (UnaryOperator<DiscreteLangevin> change : order) {
        kernel = change.apply(kernel);
      }
      List<StepInfo> steps = new ArrayList<>();
      ChainState chain = Chains.start(kernel, target, List.of(State.of(0, 1, 1))).get(0);
      RandomGenerator random = random(8);
      for (int step = 0; step < 60; step++) {
        Transition made = Chains.step(kernel, target, List.of(chain), List.of(random)).get(0);
        steps.add(made.info());
        chain = made.next();
      }
      expected = expected == null ? steps : expected;
      assertThat(kernel.name()).isEqualTo("cdmala");
      assertThat(chain.uniform()).isPresent();
      assertThat(steps).isEqualTo(expected);
    }
  }

  private static <T> List<List<T>> orders(List<T> elements) {
    if (elements.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> orders = new ArrayList<>();
    for (List<T> shorter : orders(elements.subList(1, elements.size()))) {
      for (int place = 0; place <= shorter.size(); place++) {
        List<T> order = new ArrayList<>(shorter);
        order.add(place, elements.get(0));
        orders.add(order);
      }
    }
    return orders;
  }

  @Test
  void kernelsSayWhatTheyAre() {
    assertThat(allKernels().map(Kernel::name))
        .containsExactly("dmala", "dula", "gwg", "gibbs-mh", "gibbs", "lb", "gibbs-exact", "hb");
    assertThat(allKernels().map(Kernel::isExact))
        .containsExactly(true, false, true, true, false, true, true, true);
  }
}
