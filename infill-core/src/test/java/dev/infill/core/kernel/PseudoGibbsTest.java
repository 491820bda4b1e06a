package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PseudoGibbsTest {
  private final ReferenceTarget inconsistent = ReferenceTarget.inconsistent(3, 5, 2);
  private final int[] all = {0, 1, 2};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void drawsFromTheConditionalOfItsTurn(int turn) {
    assertFollows(Scan.SYSTEMATIC, turn, turn);
  }

  @Test
  void drawsFromAnyConditionalInARandomScan() {
    assertFollows(Scan.RANDOM, 0, all);
  }

  private void assertFollows(Scan scan, long made, int... coordinates) {
    ReferenceChain chain =
        ReferenceChain.unadjusted(
            inconsistent, ReferenceProposal.conditional(inconsistent, coordinates));
    PseudoGibbs kernel = new PseudoGibbs(scan);
    List<List<Transition>> steps = KernelHarness.assertFollows(kernel, chain, made);
    assertThat(steps.stream().flatMap(List::stream))
        .allMatch(step -> step.next().evaluation().isEmpty())
        .allMatch(step -> step.info().modelPasses() == 1);
  }

  @Test
  void doesNotKeepTheTargetOfInconsistentConditionals() {
    ReferenceChain chain =
        ReferenceChain.unadjusted(inconsistent, ReferenceProposal.conditional(inconsistent, all));
    double[] pi = chain.targetProbabilities();
    double[] stationary = ReferenceChain.stationary(chain.matrix());
    double bias = ReferenceChain.distance(stationary, pi) / 2;
    assertThat(bias).as("total variation from π").isGreaterThan(0.1);
    assertThat(new PseudoGibbs(Scan.RANDOM).isExact()).isFalse();
  }

  @Test
  void keepsTheTargetOfItsOwnConditionals() {
    ReferenceTarget consistent = ReferenceTarget.categories(3, 4, 3);
    ReferenceChain chain =
        ReferenceChain.unadjusted(consistent, ReferenceProposal.conditional(consistent, all));
    KernelHarness.assertInvariant(chain.targetProbabilities(), chain.matrix());
    List<List<Transition>> steps =
        KernelHarness.stepsFromEveryState(new PseudoGibbs(Scan.RANDOM), chain, 0);
    KernelHarness.assertFrequencies(chain, steps);
  }
}
