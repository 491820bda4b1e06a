package dev.infill.core.twoway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.PredicateRestriction;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.twoway.TwoWayTarget.Added;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what is said of fillings against their enumeration. */
final class TwoWayPosteriorTest {
  private static final int SEEDS = 200;
  private static final double ROUNDING = 1e-9;

  /** A model with all that its fillings come to, by enumeration. */
  private static final class Case {
    final RandomConditionals model;
    final double temperature;
    final Optional<Restriction> restriction;
    final Optional<Function<List<State>, List<Double>>> added;
    final List<State> fillings;
    final double most;
    final double z;

    Case(RandomConditionals model, double temperature, boolean distinct, double weight) {
      this.model = model;
      this.temperature = temperature;
      this.most = Math.max(0, weight);
      this.restriction =
          distinct
              ? Optional.of(new PredicateRestriction(TwoWayPosteriorTest::isDistinct))
              : Optional.empty();
      this.added =
          weight == 0
              ? Optional.empty()
              : Optional.of(
                  states -> states.stream().map(state -> weight * (state.get(0) % 2)).toList());
      this.fillings = model.all().stream().filter(state -> !distinct || isDistinct(state)).toList();
      this.z = fillings.stream().mapToDouble(this::mass).sum();
    }

    double total(State filling) {
      return model.twoWay(filling)
          + added.map(values -> values.apply(List.of(filling)).get(0)).orElse(0.0);
    }

    double mass(State filling) {
      return Math.exp(total(filling) / temperature);
    }

    TwoWayPosterior posterior(long seed) {
      return new TwoWayPosterior(
          new TwoWayTarget(
              model,
              temperature,
              restriction,
              added.map(values -> new Added(values, OptionalDouble.of(most)))),
          seed);
    }
  }

  private static boolean isDistinct(State state) {
    int[] chosen = IntStream.of(state.toArray()).filter(value -> value >= 0).toArray();
    return IntStream.of(chosen).distinct().count() == chosen.length;
  }

  private static RandomConditionals model(int size, int values, long seed) {
    return new RandomConditionals(size, values, values + 4, 1.5, seed);
  }

  private static double threshold(TwoWayPosterior posterior, int top) {
    return posterior.found().stream()
        .map(ScoredFilling::total)
        .sorted(Comparator.reverseOrder())
        .skip(top - 1)
        .findFirst()
        .orElse(Double.NEGATIVE_INFINITY);
  }

  private static void searchAll(TwoWayPosterior posterior) {
    while (posterior.bound() > Double.NEGATIVE_INFINITY) {
      posterior.search(Double.NEGATIVE_INFINITY, 1_000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void scoresAllFillingsAsEnumerationDoes(int size) {
    Case text = new Case(model(size, 3, 11L * size), 1, false, 0);
    TwoWayPosterior posterior = text.posterior(1);
    searchAll(posterior);

    assertEquals(text.fillings.size(), posterior.found().size());
    for (ScoredFilling filling : posterior.found()) {
      assertEquals(text.model.reading(filling.state(), true), filling.forward(), ROUNDING);
      assertEquals(text.model.reading(filling.state(), false), filling.backward(), ROUNDING);
      assertTrue(filling.twoWay() <= filling.logProposal() + ROUNDING, "w ≤ 1");
    }
    Normalizer normalizer = posterior.normalizer();
    assertEquals(Math.log(text.z), normalizer.logEstimate(), ROUNDING);
    assertEquals(0, normalizer.relativeError());
    assertEquals(normalizer.logLeast(), normalizer.logMost().orElseThrow());
    assertTrue(normalizer.logEstimate() <= 0, "Z ≤ 1");
    assertEquals(text.model.asked.size(), text.model.distinctAsked().size(), "asked for once");
    assertEquals(text.model.asked.size(), posterior.passes());
  }

  /** The best are the best, and no bound is ever wrong, at any time of 200 searches. */
  @Test
  void certificatesAndBoundsAreNeverWrong() {
    Random random = new Random(5);
    for (int k = 0; k < 200; k++) {
      int size = 1 + k % 4;
      boolean distinct = k % 3 == 0;
      double temperature = k % 5 == 0 ? 0.5 : 1;
      Case text =
          new Case(
              model(size, 4 + random.nextInt(3), random.nextLong()),
              temperature,
              distinct,
              k % 7 == 0 ? random.nextDouble(-3, 3) : 0);
      TwoWayPosterior posterior = text.posterior(k);
      int top = 1 + random.nextInt(6);
      double threshold = Double.NEGATIVE_INFINITY;
      while (posterior.bound() > threshold) {
        posterior.search(threshold, 1 + random.nextInt(8));
        requireBounds(text, posterior);
        threshold = threshold(posterior, top);
      }
      List<Double> best =
          text.fillings.stream()
              .map(text::total)
              .sorted(Comparator.reverseOrder())
              .limit(top)
              .toList();
      List<Double> said =
          posterior.found().stream()
              .map(ScoredFilling::total)
              .sorted(Comparator.reverseOrder())
              .limit(top)
              .toList();
      assertEquals(best.size(), said.size());
      for (int rank = 0; rank < best.size(); rank++) {
        assertEquals(best.get(rank), said.get(rank), ROUNDING);
      }
      if (posterior.bound() > Double.NEGATIVE_INFINITY && posterior.draw(8)) {
        requireBounds(text, posterior);
      }
    }
  }

  private static void requireBounds(Case text, TwoWayPosterior posterior) {
    List<State> found = posterior.found().stream().map(ScoredFilling::state).toList();
    double best =
        text.fillings.stream()
            .filter(filling -> !found.contains(filling))
            .mapToDouble(text::total)
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    assertTrue(best <= posterior.bound() + ROUNDING, best + " above " + posterior.bound());
    Normalizer normalizer = posterior.normalizer();
    double logZ = Math.log(text.z);
    assertTrue(normalizer.logLeast() <= logZ + ROUNDING);
    assertTrue(normalizer.logLeast() <= normalizer.logEstimate() + ROUNDING);
    assertEquals(
        text.added.isPresent() && posterior.bound() > Double.NEGATIVE_INFINITY,
        normalizer.logMost().isEmpty());
    normalizer
        .logMost()
        .ifPresent(
            most -> {
              assertTrue(logZ <= most + ROUNDING);
              assertTrue(normalizer.logEstimate() <= most + ROUNDING);
            });
  }

  private static Case cased(int kind) {
    return switch (kind) {
      case 0 -> new Case(model(2, 6, 3), 1, false, 0);
      case 1 -> new Case(model(3, 5, 4), 1, false, 0);
      case 2 -> new Case(model(3, 5, 5), 1, true, 0);
      case 3 -> new Case(model(3, 5, 6), 0.6, false, 0);
      case 4 -> new Case(model(3, 5, 7), 1.7, false, 0);
      case 5 -> new Case(model(3, 5, 8), 1, false, 1.5);
      case 6 -> new Case(model(4, 4, 9), 1.3, true, -1);
      default -> throw new IllegalArgumentException();
    };
  }

  /**
   * The mean of Ẑ over 200 seeds lies within 4 standard errors of Z, without and with a search
   * before; and its own standard error is that of the seeds, within 4 times a third of it.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void estimatesOfTheNormalizerAreUnbiased(int kind) {
    Case text = cased(kind);
    for (int searches : new int[] {0, kind == 0 ? 3 : 8}) {
      double[] ratios = new double[SEEDS];
      double[] errors = new double[SEEDS];
      for (int seed = 0; seed < SEEDS; seed++) {
        TwoWayPosterior posterior = text.posterior(seed);
        for (int k = 0; k < searches; k++) {
          posterior.search(Double.NEGATIVE_INFINITY, 4);
        }
        assertTrue(posterior.draw(40));
        ratios[seed] = Math.exp(posterior.estimate().logNormalizer()) / text.z;
        errors[seed] = posterior.normalizer().relativeError() * ratios[seed];
      }
      assertMean(1, ratios);
      double mean = Arrays.stream(ratios).average().orElseThrow();
      double variance =
          Arrays.stream(ratios).map(ratio -> (ratio - mean) * (ratio - mean)).sum() / (SEEDS - 1);
      double said =
          Math.sqrt(
              IntStream.range(0, SEEDS)
                  .mapToDouble(k -> errors[k] * errors[k])
                  .average()
                  .orElseThrow());
      assertEquals(1, said / Math.sqrt(variance), 0.25, "after " + searches + " searches");
    }
  }

  /** Z lies within two of its standard errors in at least 93 % of 400 runs that stop by them. */
  @Test
  void standardErrorsCover() {
    int covered = 0;
    int runs = 400;
    for (int run = 0; run < runs; run++) {
      Case text = new Case(model(2 + run % 3, 5, 1000 + run), 1, run % 4 == 0, 0);
      TwoWayPosterior posterior = text.posterior(run);
      for (int k = 0; k < 2; k++) {
        posterior.search(Double.NEGATIVE_INFINITY, 4);
      }
      assertTrue(posterior.draw(16));
      while (posterior.normalizer().relativeError() > 0.05) {
        assertTrue(posterior.draw(8));
      }
      Normalizer normalizer = posterior.normalizer();
      double z = Math.exp(normalizer.logEstimate());
      covered += Math.abs(z - text.z) <= 2 * normalizer.relativeError() * z ? 1 : 0;
    }
    assertTrue(covered >= 0.93 * runs, covered + " of " + runs);
  }

  /**
   * A marginal is a ratio, whose numerator p̂ Ẑ is unbiased: its mean over 200 seeds lies within 4
   * standard errors. Two standard errors of those above 5 % cover in at least 90 %.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void marginalsAreThoseOfTheEnumeration(int kind) {
    Case text = cased(kind);
    Map<Integer, Double> expected = new HashMap<>();
    text.fillings.forEach(
        filling -> expected.merge(filling.get(1), text.mass(filling) / text.z, Double::sum));
    int covered = 0;
    int all = 0;
    double[][] numerators = new double[text.model.values][SEEDS];
    for (int seed = 0; seed < SEEDS; seed++) {
      TwoWayPosterior posterior = text.posterior(seed);
      posterior.search(Double.NEGATIVE_INFINITY, 4);
      assertTrue(posterior.draw(200));
      double z = Math.exp(posterior.estimate().logNormalizer());
      Map<Integer, Probability> said = posterior.marginals(state -> state.get(1));
      assertEquals(
          1, said.values().stream().mapToDouble(p -> p.estimate().orElseThrow()).sum(), ROUNDING);
      for (Map.Entry<Integer, Probability> value : said.entrySet()) {
        double estimate = value.getValue().estimate().orElseThrow();
        double truth = Objects.requireNonNull(expected.get(value.getKey()));
        numerators[value.getKey()][seed] = estimate * z / text.z;
        if (truth >= 0.05) {
          double error = value.getValue().standardError().orElseThrow();
          covered += Math.abs(estimate - truth) <= 2 * error ? 1 : 0;
          all++;
        }
      }
    }
    assertTrue(covered >= 0.9 * all, covered + " of " + all);
    expected.forEach((value, p) -> assertMean(p, numerators[value]));
  }

  private static void assertMean(double expected, double[] numbers) {
    double mean = Arrays.stream(numbers).average().orElseThrow();
    double variance =
        Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).sum() / (numbers.length - 1);
    assertEquals(expected, mean, 4 * Math.sqrt(variance / numbers.length));
  }

  @Test
  void aBlankByItselfIsKnownExactly() {
    Case text = new Case(model(1, 30, 2), 1, false, 0);
    TwoWayPosterior posterior = text.posterior(0);
    searchAll(posterior);
    assertEquals(1, posterior.passes());
    assertEquals(30, posterior.found().size());
    assertEquals(0, posterior.normalizer().relativeError());
    posterior
        .marginals(state -> state.get(0))
        .forEach(
            (value, p) -> {
              assertEquals(text.mass(State.of(value)) / text.z, p.estimate().orElseThrow(), 1e-12);
              assertEquals(OptionalDouble.of(0), p.standardError());
            });
  }

  /** What would be drawn next to never: Z is known without it. */
  @Test
  void withoutDrawsTheIntervalIsTheError() {
    Case text = new Case(new RandomConditionals(2, 4, 4, 6, 1), 1, false, 0);
    TwoWayPosterior posterior = text.posterior(0);
    posterior.search(Double.NEGATIVE_INFINITY, 100);
    posterior.search(Double.NEGATIVE_INFINITY, 100);
    Normalizer normalizer = posterior.normalizer();
    double z = Math.exp(normalizer.logEstimate());
    assertTrue(normalizer.relativeError() > 0);
    assertTrue(Math.abs(z - text.z) <= normalizer.relativeError() * z + ROUNDING);
  }

  @Test
  void theSameSeedGivesTheSame() {
    Case text = cased(1);
    Normalizer[] said = new Normalizer[2];
    for (int k = 0; k < 2; k++) {
      TwoWayPosterior posterior = text.posterior(7);
      posterior.search(Double.NEGATIVE_INFINITY, 4);
      posterior.draw(k == 0 ? 32 : 16);
      if (k == 1) {
        posterior.draw(16);
      }
      said[k] = posterior.normalizer();
    }
    assertEquals(said[0], said[1]);
  }

  @Test
  void tellsWhatEachBlankIsGivenTheOthers() {
    Case text = cased(1);
    TwoWayPosterior posterior = text.posterior(7);
    State filling = State.of(1, 2, 3);
    double[] given = posterior.givenOthers(List.of(filling)).get(0);
    for (int i = 0; i < 3; i++) {
      assertEquals(
          text.model.logProbabilities(filling.with(i, -1), i)[filling.get(i)], given[i], 1e-12);
    }
  }
}
