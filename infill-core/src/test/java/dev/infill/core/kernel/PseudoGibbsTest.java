package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.State;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
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
    List<List<Transition>> steps = KernelHarness.stepsFromEveryState(kernel, chain, made);
    KernelHarness.assertReports(chain, steps);
    KernelHarness.assertFrequencies(chain, steps);
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

    int steps = 300_000;
    PseudoGibbs kernel = new PseudoGibbs(Scan.RANDOM);
    assertThat(kernel.isExact()).isFalse();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    List<ChainState> current = kernel.init(inconsistent.sampled(), List.of(State.of(0, 0, 0)));
    double[] visited = new double[pi.length];
    for (int step = 0; step < steps; step++) {
      current =
          List.of(kernel.step(inconsistent.sampled(), current, List.of(random)).get(0).next());
      visited[inconsistent.space().indexOf(current.get(0).state())] += 1.0 / steps;
    }
    // 30 frequencies of, say, 10 times correlated draws: ½ Σ √(10 p / steps) is at most 0.016.
    assertThat(ReferenceChain.distance(visited, stationary) / 2).isLessThan(0.016);
    assertThat(ReferenceChain.distance(visited, pi) / 2).isGreaterThan(bias - 0.016);
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
