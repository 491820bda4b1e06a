package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against a target of 300 states whose normaliser is known: chains of a Metropolis kernel that stay
 * for some steps where they are, started from the target, 25 of them with 40 steps, 1,000 times.
 */
class LeaveOneChainOutTest {
  private static final int STATES = 300;
  private static final int CHAINS = 25;
  private static final int STEPS = 40;
  private static final int RUNS = 1000;
  private static final double STANDARD_ERRORS = 4;

  /** log w, from a seed: a few states have most of the mass, and most have next to none. */
  private static final double[] LOG_WEIGHTS =
      new SplittableRandom(5).doubles(STATES).map(u -> -2 - 9 * u).toArray();

  private static final double NORMALIZER = Arrays.stream(LOG_WEIGHTS).map(Math::exp).sum();

  private static double probability(int state) {
    return Math.exp(LOG_WEIGHTS[state]) / NORMALIZER;
  }

  /** Independence Metropolis with uniform proposals: invariant, and sticky at likely states. */
  private static List<Integer> chain(SplittableRandom random, int steps) {
    int state = draw(random);
    List<Integer> chain = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      int proposed = random.nextInt(STATES);
      if (Math.log(random.nextDouble()) < LOG_WEIGHTS[proposed] - LOG_WEIGHTS[state]) {
        state = proposed;
      }
      chain.add(state);
    }
    return chain;
  }

  private static int draw(SplittableRandom random) {
    double left = random.nextDouble();
    for (int state = 0; state < STATES - 1; state++) {
      left -= probability(state);
      if (left < 0) {
        return state;
      }
    }
    return STATES - 1;
  }

  private static List<List<Integer>> chains(SplittableRandom random, int chains, int steps) {
    return IntStream.range(0, chains).mapToObj(chain -> chain(random, steps)).toList();
  }

  private static LeaveOneChainOut<Integer> estimate(SplittableRandom random) {
    return new LeaveOneChainOut<>(chains(random, CHAINS, STEPS), 0, state -> LOG_WEIGHTS[state]);
  }

  /** A mean of independent values, in units of its standard error from what it should be. */
  private static double deviation(double[] values, double expected) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    return (mean - expected) / Math.sqrt(variance / values.length);
  }

  private static double[] runs(ToDoubleFunction<LeaveOneChainOut<Integer>> figure) {
    SplittableRandom random = new SplittableRandom(17);
    return DoubleStream.generate(() -> figure.applyAsDouble(estimate(random)))
        .limit(RUNS)
        .toArray();
  }

  private static <K> Probability ofSet(Map<K, Probability> probabilities, K set) {
    return Objects.requireNonNull(probabilities.get(set));
  }

  @Test
  void theInverseOfTheNormalizerIsUnbiased() {
    double[] ratios =
        runs(estimate -> NORMALIZER / Math.exp(estimate.logNormalizer().orElseThrow()));

    assertThat(Math.abs(deviation(ratios, 1))).isLessThan(STANDARD_ERRORS);
  }

  /** What it is held against: W(V) in place of Z, which leaves out what no chain has visited. */
  @Test
  void plainRenormalizationWouldBeBiased() {
    double[] ratios =
        runs(estimate -> estimate.of(LOG_WEIGHTS[0]).upperBound().orElseThrow() / probability(0));

    assertThat(deviation(ratios, 1)).isGreaterThan(STANDARD_ERRORS);
    assertThat(Arrays.stream(ratios).min().orElseThrow()).isGreaterThanOrEqualTo(1);
  }

  /** Two standard errors cover 95 % where errors are normal. 1,000 runs tell that to 0.7 %. */
  @Test
  void theJackknifeCoversTheTruth() {
    double[] covered =
        runs(
            estimate -> {
              Probability likeliest = estimate.of(LOG_WEIGHTS[0]);
              double error = likeliest.estimate().orElseThrow() - probability(0);
              return Math.abs(error) <= 2 * likeliest.standardError().orElseThrow() ? 1 : 0;
            });

    assertThat(Arrays.stream(covered).average().orElseThrow()).isGreaterThanOrEqualTo(0.93);
  }

  /** A state whose hash, and so its place in maps of hashes, is another in each run. */
  private record Salted(int state, int salt) {
    @Override
    public int hashCode() {
      return (state ^ salt) * 0x9E3779B9;
    }
  }

  /** Sums are made in the order in which states were visited: to the last bit they are the same. */
  @Test
  void nothingDependsOnTheOrderOfHashes() {
    List<List<Integer>> chains = chains(new SplittableRandom(3), CHAINS, STEPS);
    List<Probability> words = salted(chains, 0);

    assertThat(words).hasSizeGreaterThan(5);
    for (int salt : new int[] {1, 0x5555, -1, 1 << 20}) {
      assertThat(salted(chains, salt)).isEqualTo(words);
    }
  }

  private static List<Probability> salted(List<List<Integer>> chains, int salt) {
    LeaveOneChainOut<Salted> estimate =
        new LeaveOneChainOut<>(
            chains.stream()
                .map(chain -> chain.stream().map(state -> new Salted(state, salt)).toList())
                .toList(),
            0,
            salted -> LOG_WEIGHTS[salted.state()]);
    Map<Salted, Probability> sets =
        estimate.ofSets(salted -> new Salted(salted.state() % 60, salt));
    return IntStream.range(0, 60)
        .mapToObj(set -> new Salted(set, salt))
        .filter(sets::containsKey)
        .map(set -> ofSet(sets, set))
        .toList();
  }

  /** Sets of 60 states each, likely and unlikely ones in all. */
  @Test
  void probabilitiesOfSetsAreUnbiasedAndCovered() {
    for (int each = 0; each < 5; each++) {
      int set = each;
      double truth =
          IntStream.range(0, STATES)
              .filter(state -> state % 5 == set)
              .mapToDouble(LeaveOneChainOutTest::probability)
              .sum();
      List<Boolean> covered = new ArrayList<>();
      double[] estimates =
          runs(
              estimate -> {
                Probability probability = ofSet(estimate.ofSets(state -> state % 5), set);
                double value = probability.estimate().orElseThrow();
                covered.add(
                    Math.abs(value - truth) <= 2 * probability.standardError().orElseThrow());
                return value;
              });

      // Summing to 1 costs a bias of second order, far below the error of one run.
      double spread = Math.abs(deviation(estimates, truth)) / Math.sqrt(RUNS);
      assertThat(spread).as("bias of set %d in standard deviations", set).isLessThan(0.2);
      assertThat(covered.stream().filter(yes -> yes).count() / (double) RUNS)
          .as("coverage of set %d", set)
          .isGreaterThanOrEqualTo(0.93);
    }
  }

  @Property(tries = 50, seed = "3")
  void whereAllStatesAreVisitedTwiceTheProbabilitiesAreKnown(
      @ForAll @Size(value = 6) List<@DoubleRange(min = -30, max = 30) Double> logWeights,
      @ForAll @IntRange(min = 2, max = 5) int chains) {
    List<Integer> all = List.of(0, 1, 2, 3, 4, 5);
    LeaveOneChainOut<Integer> estimate =
        new LeaveOneChainOut<>(
            IntStream.range(0, chains).mapToObj(c -> all).toList(), 0, logWeights::get);
    double sum = logWeights.stream().mapToDouble(Math::exp).sum();
    Map<Integer, Probability> ofSets = estimate.ofSets(state -> state);

    assertThat(estimate.unseen()).isZero();
    for (int state : all) {
      double expected = Math.exp(logWeights.get(state)) / sum;
      Probability probability = estimate.of(logWeights.get(state));
      assertThat(probability.estimate().orElseThrow()).isCloseTo(expected, within(1e-12));
      assertThat(ofSet(ofSets, state).estimate().orElseThrow()).isCloseTo(expected, within(1e-12));
      if (chains > 2) {
        assertThat(probability.standardError().orElseThrow()).isCloseTo(0, within(1e-12));
      }
    }
  }

  /** As at a low temperature: one chain has found a filling beside which all others are nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {-300, -600, -690, -700, -740, -1e6})
  void figuresAreFiniteHoweverSmallAWeightIs(double logWeight) {
    double[] logWeights = {0, logWeight, logWeight - 1};
    LeaveOneChainOut<Integer> estimate =
        new LeaveOneChainOut<>(
            List.of(List.of(0, 0, 1), List.of(1, 2, 1), List.of(2, 2, 1), List.of(1, 1, 2)),
            1,
            state -> logWeights[state]);

    List<Probability> all = new ArrayList<>(estimate.ofSets(state -> state).values());
    Arrays.stream(logWeights).mapToObj(estimate::of).forEach(all::add);
    for (Probability probability : all) {
      probability.estimate().ifPresent(value -> assertThat(value).isBetween(0.0, 1.0));
      probability.standardError().ifPresent(error -> assertThat(error).isFinite());
      probability.upperBound().ifPresent(bound -> assertThat(bound).isBetween(0.0, 1.0));
    }
    estimate.logNormalizer().ifPresent(value -> assertThat(value).isFinite());
  }

  @Test
  void ratiosAreThoseOfTheWeights() {
    LeaveOneChainOut<Integer> estimate = estimate(new SplittableRandom(1));
    double first = estimate.of(LOG_WEIGHTS[0]).estimate().orElseThrow();
    for (int state = 1; state < STATES; state++) {
      double ratio = Math.exp(LOG_WEIGHTS[state] - LOG_WEIGHTS[0]);
      assertThat(estimate.of(LOG_WEIGHTS[state]).estimate().orElseThrow() / first)
          .isCloseTo(ratio, within(1e-12 * ratio));
    }
  }

  /** By hand: V₋c of each chain, with weights 1, 2, 4 and 8. */
  @Test
  void formulaOfASmallCase() {
    List<List<String>> chains =
        List.of(List.of("a", "a", "b"), List.of("b", "c", "b"), List.of("d", "b", "a"));
    Map<String, Double> weights = Map.of("a", 1.0, "b", 2.0, "c", 4.0, "d", 8.0);
    LeaveOneChainOut<String> estimate =
        new LeaveOneChainOut<>(
            chains, 0, state -> Math.log(weights.getOrDefault(state, Double.NaN)));
    // h is 1, 2/3 and 2/3; W of the others b c d a, a b d and a b c.
    double inverse = (1.0 / 15 + 2.0 / 3 / 11 + 2.0 / 3 / 7) / 3;

    assertThat(Math.exp(-estimate.logNormalizer().orElseThrow())).isCloseTo(inverse, within(1e-15));
    // 2 · inverse is more than b can be: U of all that was visited bounds it.
    assertThat(2 * inverse).isGreaterThan(2.0 / 15);
    assertThat(estimate.of(Math.log(2)).estimate().orElseThrow())
        .isCloseTo(2.0 / 15, within(1e-15));
    assertThat(estimate.unseen()).isCloseTo(2.0 / 9, within(1e-15));
    // The jackknife: without the first chain only b is shared, without the second a and b, …
    double withoutFirst = (2.0 / 3 / 11 + 1.0 / 3 / 6) / 2;
    double withoutSecond = (1.0 / 11 + 2.0 / 3 / 3) / 2;
    double withoutThird = (1.0 / 3 / 6 + 2.0 / 3 / 3) / 2;
    double mean = (withoutFirst + withoutSecond + withoutThird) / 3;
    double squares =
        Math.pow(withoutFirst - mean, 2)
            + Math.pow(withoutSecond - mean, 2)
            + Math.pow(withoutThird - mean, 2);
    assertThat(estimate.relativeStandardError().orElseThrow())
        .isCloseTo(Math.sqrt(2.0 / 3 * squares) / inverse, within(1e-12));
    // c and d are each visited by one chain alone, in a third of its steps.
    double c = 4 * inverse * 2 / 3 + 1.0 / 9;
    double d = 8 * inverse * 2 / 3 + 1.0 / 9;
    double total = 3 * inverse + c + d;
    assertThat(ofSet(estimate.ofSets(state -> state), "d").estimate().orElseThrow())
        .isCloseTo(d / total, within(1e-12));
  }

  @Test
  void burnInIsVisitedButIsNoDraw() {
    List<List<String>> chains = List.of(List.of("b", "a", "a"), List.of("a", "b", "c"));
    LeaveOneChainOut<String> estimate = new LeaveOneChainOut<>(chains, 1, state -> 0);

    // The first chain's draws are a, a, the other's b, c; a and b were visited by both.
    assertThat(estimate.unseen()).isCloseTo(0.25, within(1e-15));
    assertThat(Math.exp(-estimate.logNormalizer().orElseThrow()))
        .isCloseTo((1.0 / 3 + 0.5 / 2) / 2, within(1e-15));
    assertThat(estimate.distinctStates()).isEqualTo(3);
    assertThat(new LeaveOneChainOut<>(chains, 2, state -> 0).distinctStates()).isEqualTo(2);
  }

  @Test
  void whatCannotBeEstimatedIsNot() {
    List<String> one = List.of("a", "b");
    List<String> other = List.of("c", "d");
    for (List<List<String>> chains :
        List.of(List.of(one), List.of(one, other), List.of(List.<String>of(), List.<String>of()))) {
      LeaveOneChainOut<String> estimate = new LeaveOneChainOut<>(chains, 0, state -> 0);
      assertThat(estimate.hasEstimate()).isFalse();
      assertThat(estimate.unseen()).isEqualTo(1);
      assertThat(estimate.logNormalizer()).isEmpty();
      assertThat(estimate.relativeStandardError()).isEmpty();
      assertThat(estimate.of(0).estimate()).isEmpty();
      assertThat(estimate.of(0).upperBound()).isPresent();
      assertThat(estimate.ofSets(state -> state)).isEmpty();
    }
    LeaveOneChainOut<String> two = new LeaveOneChainOut<>(List.of(one, one), 0, state -> 0);
    assertThat(two.of(0).estimate()).hasValue(0.5);
    assertThat(two.of(0).standardError()).isEmpty();
    assertThat(ofSet(two.ofSets(state -> state), "a").standardError()).isEmpty();
    assertThatThrownBy(() -> new LeaveOneChainOut<>(List.of(one, List.of("a")), 0, state -> 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LeaveOneChainOut<>(List.<List<String>>of(), 0, state -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Weights of hundreds of nats apart do not cancel each other. */
  @Test
  void weightsMayBeFarApart() {
    List<List<String>> chains =
        List.of(List.of("a", "b", "b"), List.of("b", "c", "c"), List.of("b", "c", "a"));
    Map<String, Double> logWeights = Map.of("a", -900.0, "b", -940.0, "c", -980.0);
    LeaveOneChainOut<String> estimate = new LeaveOneChainOut<>(chains, 0, logWeights::get);

    assertThat(estimate.of(-900).estimate().orElseThrow()).isCloseTo(1, within(1e-12));
    assertThat(estimate.of(-940).estimate().orElseThrow())
        .isCloseTo(Math.exp(-40), within(1e-12 * Math.exp(-40)));
    // Beside x the weight of y is no number above 0.
    List<String> atX = List.of("x", "x");
    List<String> atY = List.of("y", "y");
    Map<String, Double> apart = Map.of("x", 0.0, "y", -800.0);
    LeaveOneChainOut<String> oneApart =
        new LeaveOneChainOut<>(List.of(atX, atY, atY, List.of("x", "y")), 0, apart::get);
    oneApart.ofSets(state -> state).values().forEach(p -> assertThat(p.estimate()).isPresent());
    oneApart
        .ofSets(state -> state)
        .values()
        .forEach(p -> assertThat(p.standardError().orElseThrow()).isBetween(0.0, 1.0));
  }
}
