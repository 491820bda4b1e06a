package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.Chains;
import dev.infill.evaluation.lab.kernel.ReplicaExchange;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On 12 states, with three replicas. */
class ReplicaExchangeTest {
  private static final ReferenceTarget TARGET = ReferenceTarget.inconsistent(3, 2, 2);
  private static final List<State> STATES = TARGET.space().states();
  private static final List<Double> HOTTER = List.of(2.0, 5.0);
  private static final int CHAINS = 10_000;
  private static final int STEPS = 6;

  static Stream<Kernel> kernels() {
    return Stream.of(
        ExactKernels.dmala(),
        ExactKernels.dmala().withAcceptance(AcceptanceRule.nonReversible(0.1)),
        GibbsWithGradients.of(GradientKind.EXACT, BalancingFunction.BARKER, 2),
        MetropolisGibbs.of(Scan.SYSTEMATIC),
        DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.8)
            .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.4)),
        new Stays());
  }

  /** π^(1/τ) of each replica. */
  private static List<double[]> laws() {
    return Stream.concat(Stream.of(1.0), HOTTER.stream())
        .map(temperature -> law(temperature))
        .toList();
  }

  private static double[] law(double temperature) {
    double[] weights =
        STATES.stream().mapToDouble(s -> Math.exp(TARGET.logDensity(s) / temperature)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  /** Returns a chain whose replicas are where they are said to be. */
  private static ChainState at(List<ChainState> starts, List<Integer> indices) {
    return ReplicaExchange.holding(
        indices.stream().map(k -> ReplicaExchange.replicas(starts.get(k)).get(0)).toList());
  }

  private static List<Integer> indices(ChainState chain) {
    return ReplicaExchange.replicas(chain).stream()
        .map(each -> STATES.indexOf(each.state()))
        .toList();
  }

  /**
   * Chains that start from the product of π^(1/τ) are distributed so after some steps: counts are
   * binomial, within 6.5 standard errors by Chernoff's bound, as in {@link KernelHarness}; the mean
   * of U, which gathers small errors of all states, is within 5.
   */
  @ParameterizedTest
  @MethodSource("kernels")
  void keepsTheProductOfAllTemperatures(Kernel kernel) {
    Kernel exchange = new ReplicaExchange(kernel, HOTTER);
    List<ChainState> starts = Chains.start(exchange, TARGET.sampled(), STATES);
    List<double[]> laws = laws();
    RandomGenerator random = random(1);
    List<ChainState> chains =
        Stream.generate(
                () ->
                    at(
                        starts,
                        laws.stream()
                            .map(law -> KernelHarness.drawn(law, random.nextDouble()))
                            .toList()))
            .limit(CHAINS)
            .toList();
    for (int step = 0; step < STEPS; step++) {
      chains = KernelHarness.stepped(exchange, TARGET.sampled(), chains, random);
    }
    double[] energies = STATES.stream().mapToDouble(TARGET::logDensity).toArray();
    for (int k = 0; k < laws.size(); k++) {
      int[] counts = new int[STATES.size()];
      for (ChainState chain : chains) {
        counts[indices(chain).get(k)]++;
      }
      double expected = 0;
      double square = 0;
      double mean = 0;
      for (int a = 0; a < counts.length; a++) {
        double probability = laws.get(k)[a];
        KernelHarness.assertFrequency(
            "replica %s at %s".formatted(k, a), counts[a], CHAINS, probability);
        expected += probability * energies[a];
        square += probability * energies[a] * energies[a];
        mean += (double) counts[a] / CHAINS * energies[a];
      }
      double standardError = Math.sqrt((square - expected * expected) / CHAINS);
      assertThat(mean)
          .as("mean U of replica %s, standard error %s", k, standardError)
          .isCloseTo(expected, within(5 * standardError));
    }
  }

  /** Where nothing else moves, every second time, with the probability of the formula. */
  @Test
  void exchangesAsOftenAsItSays() {
    Kernel exchange = new ReplicaExchange(new Stays(), List.of(3.0));
    List<ChainState> starts = Chains.start(exchange, TARGET.sampled(), STATES);
    RandomGenerator random = random(2);
    int times = 2_000;
    for (int a = 0; a < STATES.size(); a++) {
      for (int b = 0; b < STATES.size(); b++) {
        List<Integer> swapped = List.of(b, a);
        double u = TARGET.logDensity(STATES.get(b)) - TARGET.logDensity(STATES.get(a));
        double probability = a == b ? 1 : Math.min(1, Math.exp((1 - 1 / 3.0) * u)) / 2;
        long count =
            Chains.step(
                    exchange,
                    TARGET.sampled(),
                    Collections.nCopies(times, at(starts, List.of(a, b))),
                    Collections.nCopies(times, random))
                .stream()
                .filter(step -> indices(step.next()).equals(swapped))
                .count();
        KernelHarness.assertFrequency(a + " and " + b, (int) count, times, probability);
      }
    }
  }

  /** Whatever replicas carry, it is U of where they are. */
  @ParameterizedTest
  @MethodSource("kernels")
  void everyReplicaHoldsWhatItsStateSays(Kernel kernel) {
    Kernel exchange = new ReplicaExchange(kernel, HOTTER);
    ChainState chain = Chains.start(exchange, TARGET.sampled(), List.of(STATES.get(3))).get(0);
    RandomGenerator random = random(3);
    for (int step = 1; step <= 50; step++) {
      Transition made =
          Chains.step(exchange, TARGET.sampled(), List.of(chain), List.of(random)).get(0);
      assertThat(made.info().changedCoordinates())
          .isEqualTo(chain.state().hammingDistance(made.next().state()));
      chain = made.next();
      assertThat(chain.steps()).isEqualTo(step);
      assertThat(ReplicaExchange.replicas(chain)).hasSize(3);
      for (ChainState replica : ReplicaExchange.replicas(chain)) {
        assertThat(replica.evaluation().orElseThrow().energy())
            .isCloseTo(TARGET.logDensity(replica.state()), within(1e-9));
        assertThat(replica.steps()).isEqualTo(step);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, Double.NaN, Double.POSITIVE_INFINITY})
  void wantsHigherTemperatures(double wrong) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReplicaExchange(ExactKernels.dmala(), List.of(wrong)));
  }

  @Test
  void refusesWhatItCannotExchange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReplicaExchange(new PseudoGibbs(Scan.RANDOM), HOTTER))
        .withMessageContaining("not exact");
    Kernel exchange = new ReplicaExchange(ExactKernels.dmala(), HOTTER);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReplicaExchange(exchange, HOTTER))
        .withMessageContaining("temperatures of their own");
  }

  /** The kernel that stays where it is. */
  private record Stays() implements Kernel {
    @Override
    public String name() {
      return "stays";
    }

    @Override
    public boolean isExact() {
      return true;
    }

    @Override
    public CompletableFuture<ChainState> start(Target target, State state) {
      return ChainState.start(target, state, GradientKind.NONE);
    }

    @Override
    public CompletableFuture<Transition> step(
        Target target, ChainState chain, RandomGenerator random) {
      return CompletableFuture.completedFuture(
          new Transition(chain.stayed(), new StepInfo(chain.state(), true, 1, 0, 0)));
    }
  }
}
