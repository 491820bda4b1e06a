package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.energy.AlternatingGibbs;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.kernel.BlockGibbs;
import dev.infill.evaluation.lab.kernel.Chains;
import dev.infill.evaluation.lab.kernel.HammingBall;
import dev.infill.evaluation.lab.kernel.LocallyBalanced;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samplers that look at several states in a step, against exact transition matrices. */
class EnumeratingKernelsTest {
  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;

  /** A kernel, and the proposal that it is to be. */
  private record Entry(
      String name, Kernel kernel, Function<ReferenceTarget, ReferenceProposal> reference) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** One line for every kernel. */
  private static List<Entry> exact() {
    return List.of(
        entry(
            "lb sqrt", LocallyBalanced.of(SQRT), t -> EnumeratedProposals.locallyBalanced(t, SQRT)),
        entry("gibbs-1", BlockGibbs.of(Scan.RANDOM, 1), t -> gibbs(t, 1)),
        entry("gibbs-2", BlockGibbs.of(Scan.RANDOM, 2), t -> gibbs(t, 2)),
        entry("gibbs-3", BlockGibbs.of(Scan.RANDOM, 3), t -> gibbs(t, 3)),
        entry("hb-2-1", HammingBall.of(Scan.RANDOM, 2, 1), t -> hb(t, 2, 1)),
        entry("hb-3-1", HammingBall.of(Scan.RANDOM, 3, 1), t -> hb(t, 3, 1)),
        entry("hb-3-2", HammingBall.of(Scan.RANDOM, 3, 2), t -> hb(t, 3, 2)),
        entry("hb-2-5", HammingBall.of(Scan.RANDOM, 2, 5), t -> hb(t, 2, 5)));
  }

  private static Entry entry(
      String name, Kernel kernel, Function<ReferenceTarget, ReferenceProposal> reference) {
    return new Entry(name, kernel, reference);
  }

  private static ReferenceProposal gibbs(ReferenceTarget target, int size) {
    return EnumeratedProposals.blocks(target, blocks(target, size));
  }

  private static ReferenceProposal hb(ReferenceTarget target, int size, int radius) {
    return EnumeratedProposals.balls(target, blocks(target, size), radius);
  }

  private static List<List<Integer>> blocks(ReferenceTarget target, int size) {
    return EnumeratedProposals.allBlocks(target.energy().domains().size(), size);
  }

  static Stream<Arguments> kernels() {
    return onEach(
        Stream.of(
            arguments("3 × 4 × 3 categories", ReferenceTarget.categories(3, 4, 3)),
            arguments(
                "fillings of a text",
                ReferenceTarget.fillings(
                    "the [MASK] sat ___ the [MASK] .",
                    new int[] {7, 8, 12, 13},
                    new int[] {10, 11},
                    new int[] {7, 12, 15})),
            arguments(
                "conditionals and a term beside them",
                ReferenceTarget.inconsistent(3, 4, 2).augmented(ExactKernels::beside))));
  }

  static Stream<Arguments> kernelsOnOtherTargets() {
    return onEach(
        Stream.of(
            arguments("spins", ReferenceTarget.spins()),
            arguments("integers", ReferenceTarget.integers()),
            arguments("conditionals", ReferenceTarget.inconsistent(3, 4, 2)),
            arguments(
                "conditionals on a part",
                ReferenceTarget.inconsistent(3, 4, 2).restricted(ExactKernels::repeatsLittle))));
  }

  private static Stream<Arguments> onEach(Stream<Arguments> targets) {
    return targets.flatMap(
        target ->
            exact().stream()
                // The proposals of lb know neither V nor a part of the states.
                .filter(
                    entry ->
                        !(entry.kernel() instanceof LocallyBalanced)
                            || isPlain((ReferenceTarget) target.get()[1]))
                .map(entry -> arguments(target.get()[0], entry, target.get()[1])));
  }

  private static boolean isPlain(ReferenceTarget target) {
    return target.sampled().added().isEmpty() && target.sampled().restriction().isEmpty();
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("kernels")
  void keepsTheTarget(String name, Entry entry, ReferenceTarget target) {
    KernelHarness.verify(
        entry.kernel(), ReferenceChain.metropolis(target, entry.reference().apply(target)));
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("kernelsOnOtherTargets")
  void keepsOtherTargets(String name, Entry entry, ReferenceTarget target) {
    keepsTheTarget(name, entry, target);
  }

  /** Of 3 coordinates by twos: 0 1, 2 0, 1 2, and so on. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void everyTurnOfASystematicScanKeepsTheTarget(int turn) {
    ReferenceTarget target = ReferenceTarget.categories(3, 4, 3);
    List<Integer> block = IntStream.of(2 * turn % 3, (2 * turn + 1) % 3).sorted().boxed().toList();
    assertTurn(
        BlockGibbs.of(Scan.SYSTEMATIC, 2),
        ReferenceChain.metropolis(target, EnumeratedProposals.blocks(target, List.of(block))),
        turn);
    assertTurn(
        HammingBall.of(Scan.SYSTEMATIC, 2, 1),
        ReferenceChain.metropolis(target, EnumeratedProposals.balls(target, List.of(block), 1)),
        turn);
  }

  private static void assertTurn(Kernel kernel, ReferenceChain chain, int turn) {
    KernelHarness.assertInvariant(chain.targetProbabilities(), chain.matrix());
    for (long made : new long[] {turn, turn + 3}) {
      KernelHarness.assertFollows(kernel, chain, made);
    }
  }

  @Test
  void blocksOfARestrictedBoltzmannMachineKeepItsDistribution() {
    double[][] w = {{0.9, -1.4, 0.6, 0.3}, {-0.7, 0.8, 1.6, -1.1}};
    double[] a = {0.4, -0.5};
    double[] b = {-0.3, 0.6, -0.2, 0.1};
    EnumeratedProposals.Joint joint =
        (state, hidden) -> {
          double sum = 0;
          for (int i = 0; i < 4; i++) {
            double slope = b[i];
            for (int k = 0; k < 2; k++) {
              slope += (hidden >> k & 1) * w[k][i];
            }
            sum += state.get(i) * slope;
          }
          for (int k = 0; k < 2; k++) {
            sum += (hidden >> k & 1) * a[k];
          }
          return sum;
        };
    RestrictedBoltzmannMachine machine = RestrictedBoltzmannMachine.of(w, a, b);
    ReferenceTarget target =
        new ReferenceTarget(
            Target.of(machine),
            state ->
                Math.log(
                    IntStream.range(0, 4)
                        .mapToDouble(hidden -> Math.exp(joint.log(state, hidden)))
                        .sum()),
            (state, i, kind) -> new double[0],
            (point, i, kind) -> new double[0]);
    KernelHarness.verify(
        new AlternatingGibbs(),
        ReferenceChain.metropolis(target, EnumeratedProposals.alternating(target, joint, 2)));
  }

  /** A ball of radius 1 around 5 of 8 spins: itself and 5 neighbours, of which one is known. */
  @Test
  void aBallCostsAsMuchAsItIsLarge() {
    Target target =
        Target.of(
            TabulatedEnergy.of(
                Collections.nCopies(8, Ordinal.spin()), state -> 0.1 * state.get(0)));
    Kernel kernel = HammingBall.of(Scan.RANDOM, 5, 1);
    List<ChainState> chains =
        Chains.start(kernel, target, List.of(State.of(0, 0, 0, 0, 0, 0, 0, 0)));
    for (int step = 0; step < 50; step++) {
      Transition made = Chains.step(kernel, target, chains, List.of(random(step))).get(0);
      assertThat(made.info().modelPasses()).isEqualTo(5);
      assertThat(made.info().changedCoordinates()).isBetween(0, 2);
    }
  }

  @Test
  void blocksThatCannotBeAreTheUsersToMend() {
    Target target =
        Target.of(TabulatedEnergy.of(Collections.nCopies(18, Ordinal.binary()), state -> 0));
    List<Kernel> wrong =
        List.of(
            BlockGibbs.of(Scan.RANDOM, 0),
            BlockGibbs.of(Scan.RANDOM, 19),
            BlockGibbs.of(Scan.RANDOM, 17),
            HammingBall.of(Scan.RANDOM, 18, 12),
            HammingBall.of(Scan.RANDOM, 3, 0));
    State start = State.of(new int[18]);
    for (Kernel each : wrong) {
      assertThatThrownBy(() -> each.start(target, start)).isInstanceOf(InvalidInputException.class);
    }
    assertThatThrownBy(() -> BlockGibbs.of(Scan.RANDOM, 17).requireFor(target))
        .hasMessageContaining("131072 states")
        .hasMessageContaining("65536");
    HammingBall.of(Scan.RANDOM, 18, 2).requireFor(target);
  }
}
