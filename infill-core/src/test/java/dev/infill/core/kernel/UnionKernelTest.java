package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.composite.UnionKernel;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnionKernelTest {
  private static final TokenSet TOKENS = TokenSet.of(6, 7, 8, 9, 10);
  private static final List<Energy> ENERGIES = List.of(energy(1), energy(2), energy(3));
  private static final DisjointUnion UNION =
      new DisjointUnion(3, List.of(new int[] {0}, new int[] {0, 1}, new int[] {0, 1, 2}));

  private static Energy energy(int blanks) {
    TinyLanguageModel model = new TinyLanguageModel();
    return model.energy(
        model.tokenize(BlankedText.parse("the " + "[MASK] ".repeat(blanks) + "sat .")),
        Collections.nCopies(blanks, TOKENS));
  }

  static Stream<List<? extends Kernel>> kernels() {
    return Stream.of(
        ENERGIES.stream().map(energy -> MetropolisGibbs.of(energy, Scan.SYSTEMATIC)).toList(),
        ENERGIES.stream().map(energy -> PseudoGibbs.of(energy, Scan.RANDOM)).toList(),
        ENERGIES.stream()
            .map(
                energy ->
                    DiscreteLangevin.dmala(
                            energy, GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 0.5)
                        .withAcceptance(AcceptanceRule.nonReversible(0.1)))
            .toList());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyChainMovesAsByTheKernelOfItsPart(List<Kernel> kernels) {
    Kernel union = UnionKernel.of(UNION, kernels);
    List<State> starts =
        List.of(
            UNION.inUnion(2, State.of(0, 1, 2)),
            UNION.inUnion(0, State.of(3)),
            UNION.inUnion(1, State.of(4, 4)),
            UNION.inUnion(2, State.of(2, 2, 0)));
    List<SplittableRandom> streams = streams();
    List<ChainState> chains = union.init(starts);
    assertThat(union.passesToStart(starts))
        .isEqualTo(
            starts.stream()
                .mapToLong(start -> kernels.get(UNION.part(start)).passesPerStart())
                .sum());
    List<SplittableRandom> same = streams();
    List<ChainState> alone = new ArrayList<>();
    for (State start : starts) {
      alone.addAll(kernels.get(UNION.part(start)).init(List.of(UNION.inPart(start))));
    }

    int moved = 0;
    for (int step = 0; step < 30; step++) {
      List<Transition> transitions = union.step(chains, streams);
      for (int chain = 0; chain < starts.size(); chain++) {
        int part = UNION.part(starts.get(chain));
        Transition expected =
            kernels.get(part).step(List.of(alone.get(chain)), List.of(same.get(chain))).get(0);
        Transition made = transitions.get(chain);
        assertThat(made.next().state()).isEqualTo(UNION.inUnion(part, expected.next().state()));
        assertThat(made.info())
            .isEqualTo(
                expected.info().withProposal(UNION.inUnion(part, expected.info().proposal())));
        assertThat(made.next().steps()).isEqualTo(expected.next().steps());
        alone.set(chain, expected.next());
        moved += made.info().changedCoordinates();
      }
      chains = transitions.stream().map(Transition::next).toList();
    }
    assertThat(moved).isGreaterThan(20);
    assertThat(union.isExact()).isEqualTo(kernels.get(0).isExact());
    assertThat(union.name()).isEqualTo(kernels.get(0).name());
    assertThat(union.frozen().name()).isEqualTo(union.name());
  }

  private static List<SplittableRandom> streams() {
    return Stream.of(1, 2, 3, 4).map(SplittableRandom::new).toList();
  }

  @Test
  void aUnionOfOnePartIsMovedByItsKernel() {
    Kernel kernel = MetropolisGibbs.of(ENERGIES.get(1), Scan.SYSTEMATIC);

    assertThat(UnionKernel.of(DisjointUnion.of(2), List.of(kernel))).isSameAs(kernel);
    assertThatIllegalArgumentException().isThrownBy(() -> UnionKernel.of(UNION, List.of(kernel)));
  }
}
