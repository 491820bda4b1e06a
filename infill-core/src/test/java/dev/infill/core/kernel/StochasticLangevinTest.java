package dev.infill.core.kernel;

import static dev.infill.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StochasticLangevinTest {
  private static final ReferenceTarget TARGET = ReferenceTarget.inconsistent(3, 3, 2, 2);
  private static final double ALPHA = 0.8;

  private static StochasticLangevin kernel(int size) {
    return new StochasticLangevin(
        DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, ALPHA), size);
  }

  private static List<int[]> subsets(int size) {
    return IntStream.range(0, 16)
        .mapToObj(bits -> IntStream.range(0, 4).filter(i -> (bits >> i & 1) == 1).toArray())
        .filter(subset -> subset.length == size)
        .toList();
  }

  /**
   * The proposal of every subset, with rows m/s times those of S and 0 else; all equally likely.
   */
  private static ReferenceProposal mixture(int size) {
    List<int[]> subsets = subsets(size);
    return state -> {
      Map<ReferenceProposal.Draw, Double> mixed = new HashMap<>();
      for (int[] subset : subsets) {
        ReferenceTarget estimated =
            new ReferenceTarget(
                TARGET.sampled(),
                TARGET.density(),
                (at, i, kind) -> {
                  double weight = IntStream.of(subset).anyMatch(j -> j == i) ? 4.0 / size : 0;
                  return Arrays.stream(TARGET.gradient(at, i, kind)).map(h -> weight * h).toArray();
                },
                TARGET.relaxed());
        ReferenceProposal.langevin(
                estimated, GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, ALPHA)
            .from(state)
            .forEach((draw, p) -> mixed.merge(draw, p / subsets.size(), Double::sum));
      }
      return mixed;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void followsTheMixtureOverAllSubsets(int size) {
    ReferenceChain chain = ReferenceChain.unadjusted(TARGET, mixture(size));
    List<List<Transition>> steps = KernelHarness.assertFollows(kernel(size), chain, 0);
    assertThat(steps.stream().flatMap(List::stream))
        .allMatch(step -> step.info().accepted() && step.info().modelPasses() == size);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theEstimateOfTheGradientIsUnbiased(int size) {
    List<int[]> subsets = subsets(size);
    for (State state : TARGET.space().states()) {
      Evaluation whole = TARGET.energy().evaluate(List.of(state), GradientKind.OWN_TERM).get(0);
      List<double[][]> estimates = new ArrayList<>();
      for (int[] subset : subsets) {
        List<Conditional> conditionals =
            TARGET
                .energy()
                .conditionals(IntStream.of(subset).mapToObj(i -> new Context(state, i)).toList());
        estimates.add(StochasticLangevin.gradient(TARGET.energy().domains(), subset, conditionals));
      }
      for (int i = 0; i < 4; i++) {
        for (int v = 0; v < TARGET.energy().domains().get(i).size(); v++) {
          int coordinate = i;
          int value = v;
          assertThat(estimates.stream().mapToDouble(e -> e[coordinate][value]).average())
              .hasValueCloseTo(whole.gradient(i)[v], within(1e-12));
        }
      }
    }
  }

  @Test
  void theMoreConditionalsTheCloserItIsToDula() {
    double[] dula =
        ReferenceChain.stationary(
            ReferenceChain.unadjusted(
                    TARGET,
                    ReferenceProposal.langevin(
                        TARGET, GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, ALPHA))
                .matrix());
    double previous = Double.POSITIVE_INFINITY;
    for (int size = 1; size <= 4; size++) {
      double distance =
          ReferenceChain.distance(
              ReferenceChain.stationary(ReferenceChain.unadjusted(TARGET, mixture(size)).matrix()),
              dula);
      assertThat(distance).as("minibatch %s", size).isLessThan(previous);
      previous = distance;
    }
    assertThat(previous).as("all of them").isLessThan(1e-10);
  }

  @Test
  void aLargeMinibatchIsAllCoordinates() {
    ReferenceChain chain = ReferenceChain.unadjusted(TARGET, mixture(4));
    KernelHarness.assertFrequencies(chain, KernelHarness.stepsFromEveryState(kernel(9), chain, 0));
  }

  @Test
  void sizesAndEnergiesAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> kernel(0)).withMessageContaining("0");
    Target withoutTerms = ReferenceTarget.binary().sampled();
    assertRefused("minibatch", () -> kernel(1).start(withoutTerms, State.of(0, 0, 0)));
    assertThat(kernel(2).isExact()).isFalse();
    assertThat(kernel(2).stepSize()).hasValue(ALPHA);
  }
}
