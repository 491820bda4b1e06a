package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.ALLOWED;
import static dev.infill.core.sample.Samples.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.WeightedTerm;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What exact samplers visit has the distribution π, on product sets of different sizes: the 12
 * likeliest of 24 fillings and the others as one, by Hotelling's T² of the frequencies of
 * independent chains. A chain's frequencies are one draw of a vector of mean π, however its steps
 * depend on each other; T² is the square of how far the mean of all chains is from π, in standard
 * errors that are taken from the spread between chains, in the direction in which that is most.
 * Seeds are fixed.
 */
class InfillerPosteriorTest {
  private static final int CHAINS = 200;
  private static final int STEPS = 500;

  /** The others are so unlikely that a chain's frequency of one is far from normal. */
  private static final int LIKELIEST = 12;

  /**
   * T² (n − d) / (d (n − 1)) of n = 200 chains and d = 12 frequencies has the distribution F(d, n −
   * d): it is above this by chance alone with probability 1e-6, in one of all tests here with 6e-5.
   * T² is 60 there and 13 in the mean: a kernel that is off by about 7 standard errors in any
   * direction whatever is refused.
   */
  private static final double BOUND = 4.72;

  private final TinyLanguageModel model = new TinyLanguageModel();

  /** Each exact sampler, once. */
  static Stream<Arguments> exactSamplers() {
    return Sampler.labels().stream()
        .filter(sampler -> Sampler.of(sampler).isExact())
        .map(sampler -> Arguments.of(sampler, GradientKind.OWN_TERM, 1.0));
  }

  static Stream<Arguments> allExactSamplers() {
    return Sampler.labels().stream()
        .filter(sampler -> Sampler.of(sampler).isExact())
        .flatMap(
            sampler ->
                Stream.of(GradientKind.EXACT, GradientKind.OWN_TERM)
                    .flatMap(
                        gradient ->
                            Stream.of(
                                Arguments.of(sampler, gradient, 1.0),
                                Arguments.of(sampler, gradient, 2.5))));
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("allExactSamplers")
  void withEitherGradientAndTemperatureToo(
      String sampler, GradientKind gradient, double temperature) {
    exactSamplersVisitFillingsAsOftenAsThePosteriorSays(sampler, gradient, temperature);
  }

  @ParameterizedTest
  @MethodSource("exactSamplers")
  void exactSamplersVisitFillingsAsOftenAsThePosteriorSays(
      String sampler, GradientKind gradient, double temperature) {
    Posterior posterior = new Posterior(model, TEXT, ALLOWED, temperature);
    Visited visited =
        visit(manyChains(sampler, gradient).with(Settings.TEMPERATURE, temperature).withSeed(11));

    assertThat(visited.distanceFrom(posterior)).isLessThan(BOUND);
  }

  /** Of the 24 fillings 20 are left. */
  @ParameterizedTest
  @MethodSource("exactSamplers")
  void exactSamplersVisitFillingsWithoutRepetitionsAsOftenAsThePosteriorSays(
      String sampler, GradientKind gradient, double temperature) {
    Posterior posterior =
        new Posterior(model, TEXT, ALLOWED, temperature)
            .of(tokens -> !tokens.get(0).equals(tokens.get(2)));
    Visited visited =
        visit(
            manyChains(sampler, gradient)
                .with(Settings.DISTINCT_WORDS, true)
                .with(Settings.TEMPERATURE, temperature)
                .withSeed(18));

    assertThat(visited.counts())
        .allMatch(counts -> posterior.energies().keySet().containsAll(counts.keySet()));
    assertThat(visited.distanceFrom(posterior)).isLessThan(BOUND);
  }

  /** Terms of the text, counted again here by its tokens. */
  @ParameterizedTest
  @MethodSource("exactSamplers")
  void exactSamplersVisitFillingsAsOftenAsThePosteriorWithTermsSays(
      String sampler, GradientKind gradient, double temperature) {
    Posterior posterior =
        new Posterior(model, TEXT, ALLOWED, temperature + 0.3)
            .with(
                tokens ->
                    (tokens.get(0).equals("cat") || tokens.get(2).equals("cat") ? 1.1 : 0)
                        - 0.4
                            * (tokens.get(1).equals("ran") && tokens.get(2).equals("##s") ? 3 : 1));
    Visited visited =
        visit(
            manyChains(sampler, gradient)
                .with(Settings.TEMPERATURE, temperature + 0.3)
                .withTerms(
                    List.of(
                        new WeightedTerm("cat", 1.1, TextTerm.keyword("Cat")),
                        new WeightedTerm(
                            "runs", -0.4, TextTerm.of(text -> text.contains("ran thes") ? 3 : 1))))
                .withSeed(20));

    assertThat(visited.distanceFrom(posterior)).isLessThan(BOUND);
    visited
        .energies()
        .forEach(
            (tokens, energy) ->
                assertThat(energy).isCloseTo(posterior.energy(tokens), within(1e-9)));
  }

  static Stream<SampleSettings> variants() {
    Stream<SampleSettings> ofSamplers =
        Stream.of("dmala", "gwg", "gibbs-mh")
            .map(sampler -> manyChains(sampler, GradientKind.OWN_TERM))
            .flatMap(
                settings ->
                    Stream.of(
                        nonReversible(settings),
                        settings
                            .with(Settings.TEMPERATURE, 0.7)
                            .with(Settings.ANNEAL, OptionalDouble.of(5))
                            .withSeed(16)));
    Stream<SampleSettings> preconditioned =
        Stream.of(GradientKind.EXACT, GradientKind.OWN_TERM)
            .map(
                gradient ->
                    manyChains("dmala", gradient)
                        .with(Settings.PRECONDITION, Precondition.CURVATURE)
                        .withSeed(15));
    return Stream.concat(ofSamplers, preconditioned);
  }

  private static SampleSettings nonReversible(SampleSettings settings) {
    return settings.with(Settings.ACCEPTANCE, AcceptanceKind.NON_REVERSIBLE).withSeed(14);
  }

  /** U is traced as U, whatever the temperature of burn-in, and what is kept is the posterior's. */
  @ParameterizedTest
  @MethodSource("variants")
  void variantsOfExactSamplersKeepThePosterior(SampleSettings settings) {
    Posterior posterior = new Posterior(model, TEXT, ALLOWED, settings.temperature());
    Visited visited = visit(settings);

    assertThat(visited.infilling().diagnostics().moves().stepSize().isPresent())
        .isEqualTo(settings.sampler().has(Settings.ALPHA));
    assertThat(visited.distanceFrom(posterior)).isLessThan(BOUND);
    visited
        .energies()
        .forEach(
            (tokens, energy) ->
                assertThat(energy).isCloseTo(posterior.energy(tokens), within(1e-9)));
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @ValueSource(strings = {"cdmala", "cgwg"})
  void nonReversibleSamplersBetweenStatesDoToo(String sampler) {
    variantsOfExactSamplersKeepThePosterior(
        nonReversible(manyChains(sampler, GradientKind.OWN_TERM)));
  }

  @ParameterizedTest
  @EnumSource
  void anAdaptedStepSizeKeepsThePosterior(AcceptanceKind acceptance) {
    Visited visited =
        visit(
            manyChains("dmala", GradientKind.OWN_TERM)
                .with(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
                .with(Settings.ACCEPTANCE, acceptance)
                .with(Settings.BURN_IN, 100)
                .with(Settings.ADAPT, OptionalDouble.of(0.8))
                .withSeed(12));

    assertThat(visited.infilling().diagnostics().moves().accepted()).isBetween(0.75, 0.85);
    assertThat(visited.distanceFrom(new Posterior(model, TEXT, ALLOWED, 1))).isLessThan(BOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dula", "gibbs"})
  void approximateSamplersAreSeenToMissThePosterior(String sampler) {
    Posterior posterior = new Posterior(model, TEXT, ALLOWED, 1);
    Visited visited = visit(manyChains(sampler, GradientKind.EXACT).withSeed(13));

    assertThat(visited.distanceFrom(posterior)).isGreaterThan(4 * BOUND);
  }

  private Visited visit(SampleSettings settings) {
    List<Map<List<String>, Integer>> counts =
        Stream.generate(() -> (Map<List<String>, Integer>) new HashMap<List<String>, Integer>())
            .limit(CHAINS)
            .toList();
    Map<List<String>, Double> energies = new HashMap<>();
    SampleResult infilling =
        new Infiller(model)
            .sample(
                TEXT,
                settings,
                ProgressListener.NONE,
                step -> {
                  for (int chain = 0; chain < CHAINS; chain++) {
                    Visit visit = step.visits().get(chain);
                    List<String> tokens = step.text().tokens(visit.state());
                    visit.energy().ifPresent(energy -> energies.put(tokens, energy));
                    if (step.isKept()) {
                      counts.get(chain).merge(tokens, 1, Integer::sum);
                    }
                  }
                },
                new Cancellation());
    return new Visited(infilling, counts, energies);
  }

  /**
   * What chains visited.
   *
   * @param infilling what became of it
   * @param counts for each chain, how often it was at which filling after burn-in
   * @param energies U of every filling that was visited, as the chains traced it
   */
  private record Visited(
      SampleResult infilling,
      List<Map<List<String>, Integer>> counts,
      Map<List<String>, Double> energies) {
    /** Returns what {@link #BOUND} bounds. */
    double distanceFrom(Posterior posterior) {
      double kept = counts.get(0).values().stream().mapToInt(Integer::intValue).sum();
      List<List<String>> fillings =
          posterior.energies().keySet().stream()
              .sorted(Comparator.comparingDouble(posterior::energy).reversed())
              .limit(LIKELIEST)
              .toList();
      int n = counts.size();
      // Frequencies sum to 1: that of all others together is known by these.
      int d = fillings.size();
      double[][] errors = new double[n][d];
      double[] mean = new double[d];
      for (int chain = 0; chain < n; chain++) {
        for (int k = 0; k < d; k++) {
          double there = counts.get(chain).getOrDefault(fillings.get(k), 0);
          errors[chain][k] = there / kept - posterior.probability(fillings.get(k));
          mean[k] += errors[chain][k] / n;
        }
      }
      double[][] covariance = new double[d][d];
      for (double[] error : errors) {
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            covariance[i][j] += (error[i] - mean[i]) * (error[j] - mean[j]) / (n - 1);
          }
        }
      }
      return n * quadraticForm(covariance, mean) * (n - d) / (d * (n - 1.0));
    }

    /** Returns xᵀ A⁻¹ x of a positive definite A, by its elimination. */
    private static double quadraticForm(double[][] a, double[] x) {
      double[] rest = x.clone();
      double sum = 0;
      for (int k = 0; k < x.length; k++) {
        assertThat(a[k][k]).as("spread of filling %s between chains", k).isPositive();
        sum += rest[k] * rest[k] / a[k][k];
        for (int i = k + 1; i < x.length; i++) {
          double factor = a[i][k] / a[k][k];
          rest[i] -= factor * rest[k];
          for (int j = k; j < x.length; j++) {
            a[i][j] -= factor * a[k][j];
          }
        }
      }
      return sum;
    }
  }

  private static SampleSettings manyChains(String sampler, GradientKind gradient) {
    return settings(sampler)
        .with(Settings.GRADIENT, gradient)
        .with(Settings.CHAINS, CHAINS)
        .with(Settings.STEPS, STEPS)
        .with(Settings.BURN_IN, 50);
  }

  static SampleSettings settings(String sampler) {
    return SampleSettings.defaults()
        .with(Settings.SAMPLER, sampler)
        .with(Settings.START, Start.RANDOM)
        .with(Settings.TOP, 24)
        .withConstraints(Samples.constraints());
  }
}
