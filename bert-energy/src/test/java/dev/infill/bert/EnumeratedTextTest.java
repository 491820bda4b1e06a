package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ChainRunner;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.infill.Infiller;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.evaluation.lab.energy.Enumeration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The claim that the samplers sample: on the real BERT-base, a text with 3 blanks and 6 words for
 * each has 216 fillings, all of which the model can be asked for. Long chains must visit each as
 * often as π(θ) = exp(U(θ)) / Z says, within what the spread between chains explains.
 *
 * <p>The 12 likeliest fillings, and all others as one, are compared by Hotelling's T²: the square
 * of how far the mean of the chains' frequencies is from π, in standard errors taken between
 * chains, in the direction in which that is most. T² (n − d) / (d (n − 1)) has the distribution
 * F(d, n − d) for n chains and d = 12; the bound is what it exceeds by chance alone with
 * probability 1e-6. A kernel that is off by about 8 standard errors in any direction whatever is
 * refused.
 *
 * <p>What T² has as one is held by the total variation distance of all 216. A frequency of standard
 * error s, between chains, errs by s √(2/π) in the mean (half-normal); half the sum of these is the
 * expected distance. If all errors went together, which is the worst case, its standard deviation
 * would be √(π/2 − 1) = 0.76 of that. The bound is the expectation plus four such standard
 * deviations.
 */
@ExtendWith(RealModel.class)
class EnumeratedTextTest {
  private static final String TEXT =
      "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";

  private static final List<List<String>> WORDS =
      List.of(
          List.of("given", "offered", "denied", "granted", "shown", "left"),
          List.of("had", "then", "instead", "not", "never", "simply"),
          List.of("instead", "anyway", "nonetheless", "again", "completely", "there"));

  private static final int CHAINS = 100;
  private static final int STEPS = 1_450;
  private static final int BURN_IN = 200;
  private static final long SEED = 20_221_011;
  private static final ChainSettings SETTINGS =
      new ChainSettings(CHAINS, STEPS, BURN_IN, SEED, CHAINS, 1, OptionalDouble.empty());

  private static final int LIKELIEST = 12;

  /** F(12, 88) is above this with probability 1e-6. */
  private static final double HOTELLING_BOUND = 5.35;

  private static BertModel model;
  private static Energy direct;
  private static Energy energy;
  private static Enumeration enumeration;

  @BeforeAll
  static void enumerate(BertModel opened) {
    model = opened;
    List<TokenSet> candidates =
        WORDS.stream()
            .map(
                words ->
                    TokenSet.of(
                        words.stream()
                            .mapToInt(word -> model.vocabulary().id(word).orElseThrow())
                            .toArray()))
            .toList();
    direct = model.energy(model.tokenize(BlankedText.parse(TEXT)), candidates);
    energy = new RememberedEnergy(direct);
    enumeration = Enumeration.of(energy);
  }

  @Test
  void thereAre216FillingsAndSeveralMatter() {
    assertThat(enumeration.space().size()).isEqualTo(216);
    double entropy = -Arrays.stream(enumeration.probabilities()).map(p -> p * Math.log(p)).sum();
    assertThat(Math.exp(entropy)).as("perplexity of π").isGreaterThan(3);
  }

  @Test
  void dmalaVisitsEachFillingAsOftenAsTheModelSays() {
    dmala(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 0.4).assertExplained();
    dmala(GradientKind.OWN_TERM, BalancingFunction.power(0.9), 0.7).assertExplained();
  }

  /** The exact gradients of all fillings take the model most of a minute. */
  @Tag("exhaustive")
  @Test
  void soDoesDmalaWithTheExactGradient() {
    dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.4).assertExplained();
    dmala(GradientKind.EXACT, BalancingFunction.power(0.9), 0.7).assertExplained();
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @EnumSource(
      value = GradientKind.class,
      names = {"OWN_TERM", "EXACT"})
  void soDoesDmalaWithOtherBalancingFunctions(GradientKind gradient) {
    dmala(gradient, BalancingFunction.BARKER, 1.5).assertExplained();
    dmala(gradient, BalancingFunction.power(0.75), 0.7).assertExplained();
    dmala(gradient, BalancingFunction.power(1), 1.5).assertExplained();
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @EnumSource(
      value = GradientKind.class,
      names = {"OWN_TERM", "EXACT"})
  void nonReversibleDmalaVisitsEachFillingAsOftenAsTheModelSays(GradientKind gradient) {
    for (double delta : new double[] {0.1, 0.03}) {
      distance(
              DiscreteLangevin.dmala(gradient, BalancingFunction.power(0.9), 0.7)
                  .withAcceptance(AcceptanceRule.nonReversible(delta)),
              "non-reversible, δ " + delta + ", " + gradient)
          .assertExplained();
    }
  }

  private static Distance dmala(
      GradientKind gradient, BalancingFunction balancing, double stepSize) {
    return distance(
        DiscreteLangevin.dmala(gradient, balancing, stepSize),
        balancing.label() + ", α " + stepSize + ", " + gradient);
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @EnumSource(
      value = GradientKind.class,
      names = {"OWN_TERM", "EXACT"})
  void gibbsWithGradientsVisitsEachFillingAsOftenAsTheModelSays(GradientKind gradient) {
    for (int changes = 1; changes <= 2; changes++) {
      distance(
              GibbsWithGradients.of(gradient, BalancingFunction.SQUARE_ROOT, changes),
              changes + " blanks a step, " + gradient)
          .assertExplained();
    }
  }

  @Test
  void metropolisGibbsVisitsEachFillingAsOftenAsTheModelSays() {
    distance(MetropolisGibbs.of(Scan.SYSTEMATIC), "systematic scan").assertExplained();
  }

  @Tag("exhaustive")
  @Tag("gate")
  @ParameterizedTest
  @EnumSource(IntermediateForm.class)
  void continuousIntermediatesVisitEachFillingAsOftenAsTheModelSays(IntermediateForm form) {
    GradientKind ownTerm = GradientKind.OWN_TERM;
    BalancingFunction squareRoot = BalancingFunction.SQUARE_ROOT;
    List<Kernel> kernels =
        List.of(
            DiscreteLangevin.dmala(ownTerm, squareRoot, 0.4)
                .withIntermediates(new Intermediate(form, 0.2)),
            DiscreteLangevin.dmala(ownTerm, BalancingFunction.power(0.9), 0.7)
                .withIntermediates(new Intermediate(form, 0.2)),
            GibbsWithGradients.of(ownTerm, squareRoot, 1)
                .withIntermediates(new Intermediate(form, 0.2)));
    for (Kernel kernel : kernels) {
      distance(kernel, form + ", " + ownTerm).assertExplained();
    }
  }

  @Tag("exhaustive")
  @Test
  void soDoThoseOfTheExactGradient() {
    distance(
            DiscreteLangevin.dmala(GradientKind.EXACT, BalancingFunction.SQUARE_ROOT, 0.4)
                .withIntermediates(new Intermediate(IntermediateForm.SIMPLEX, 0.2)),
            "simplex, exact")
        .assertExplained();
  }

  /** Contexts remembered, moves refused early, chains moving freely: the same law. */
  @Tag("exhaustive")
  @Tag("gate")
  @Test
  void shortcutsVisitEachFillingAsOftenAsTheModelSays() {
    ContextMemory memory = new ContextMemory(direct, 1000);
    Target target = Target.of(direct).with(memory);
    GradientKind ownTerm = GradientKind.OWN_TERM;
    List<Kernel> kernels =
        List.of(
            DiscreteLangevin.dmala(ownTerm, BalancingFunction.SQUARE_ROOT, 0.4),
            DiscreteLangevin.dmala(ownTerm, BalancingFunction.power(0.9), 0.7),
            DiscreteLangevin.dmala(ownTerm, BalancingFunction.power(0.9), 0.7)
                .withAcceptance(AcceptanceRule.nonReversible(0.1)),
            GibbsWithGradients.of(ownTerm, BalancingFunction.SQUARE_ROOT, 1),
            MetropolisGibbs.of(Scan.SYSTEMATIC));
    for (Kernel kernel : kernels) {
      distance(ChainRunner.ahead(SETTINGS), kernel, target, "with shortcuts").assertExplained();
    }
    assertThat(memory.hits()).isGreaterThan(CHAINS * STEPS);
  }

  /** The same bound refuses the samplers that are approximate: it can tell. */
  @Test
  void theApproximateSamplersAreToldApart() {
    Distance gibbs = distance(new PseudoGibbs(Scan.SYSTEMATIC), "systematic scan");
    Distance dula =
        distance(
            DiscreteLangevin.dula(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 0.4),
            "sqrt, α 0.4");
    for (Distance wrong : List.of(gibbs, dula)) {
      assertThat(wrong.totalVariation()).isGreaterThan(wrong.bound());
      assertThat(wrong.hotelling()).isGreaterThan(2 * HOTELLING_BOUND);
    }
  }

  /** What the chains above were told is what the model says whenever it is asked. */
  @Test
  void whatIsRememberedIsWhatTheModelSays() {
    List<State> states =
        IntStream.iterate(7, number -> number < 216, number -> number + 31)
            .mapToObj(enumeration.space()::state)
            .toList();
    List<Evaluation> remembered = energy.evaluate(states, GradientKind.EXACT);
    List<Evaluation> asked = direct.evaluate(states, GradientKind.EXACT);
    for (int k = 0; k < states.size(); k++) {
      double expected = asked.get(k).energy();
      assertThat(remembered.get(k).energy()).isCloseTo(expected, within(1e-4));
      assertThat(enumeration.energy(enumeration.space().indexOf(states.get(k))))
          .isCloseTo(expected, within(1e-4));
      for (int i = 0; i < 3; i++) {
        assertThat(remembered.get(k).gradient(i)[5])
            .isCloseTo(asked.get(k).gradient(i)[5], within(1e-4));
      }
    }
  }

  /** The same through the library's front door, the model asked for what is not remembered. */
  @Tag("exhaustive")
  @ParameterizedTest
  @ValueSource(strings = {"dmala", "gibbs-mh"})
  void theChainsOfAnInfillingVisitEachFillingAsOftenAsTheModelSays(String sampler) {
    int burnIn = 100;
    int steps = 400;
    int[][] visited = new int[CHAINS][steps - burnIn];
    List<List<String>> numbered =
        enumeration.space().states().stream().map(EnumeratedTextTest::tokens).toList();
    SampleResult infilling =
        new Infiller(model)
            .sample(
                TEXT,
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .with(Settings.CHAINS, CHAINS)
                    .with(Settings.STEPS, steps)
                    .with(Settings.BURN_IN, burnIn)
                    .with(Settings.SEED, OptionalLong.of(SEED))
                    .withConstraints(Map.of(1, allowed(0), 2, allowed(1), 3, allowed(2))),
                ProgressListener.NONE,
                step -> {
                  for (int chain = 0; chain < CHAINS && step.isKept(); chain++) {
                    visited[chain][step.step() - 1 - burnIn] =
                        numbered.indexOf(step.text().tokens(step.visits().get(chain).state()));
                  }
                },
                new Cancellation());
    assertThat(hotelling(visited)).isLessThan(HOTELLING_BOUND);
    for (Candidate candidate : infilling.candidates()) {
      List<String> tokens = candidate.fills().stream().map(Fill::token).toList();
      assertThat(candidate.energy())
          .isCloseTo(enumeration.energy(numbered.indexOf(tokens)), within(1e-3));
    }
  }

  /**
   * The same through the library's front door, the model asked at every step. Fillings' estimates
   * are in the ratios of exp(U), so all are off by one factor, that of the normaliser: within four
   * of its standard errors, and 2e-3 for float32.
   */
  @ParameterizedTest
  @ValueSource(strings = {"gibbs-mh", "dmala"})
  void probabilitiesOfAnInfillingAreThoseOfThePosterior(String sampler) {
    SampleResult infilling =
        new Infiller(model)
            .sample(
                TEXT,
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .with(Settings.SEED, OptionalLong.of(SEED))
                    .with(Settings.TOP, 216)
                    .withConstraints(Map.of(1, allowed(0), 2, allowed(1), 3, allowed(2))));
    List<List<String>> numbered =
        enumeration.space().states().stream().map(EnumeratedTextTest::tokens).toList();
    assertThat(infilling.candidates()).hasSizeGreaterThan(10);
    for (Candidate candidate : infilling.candidates()) {
      int number = numbered.indexOf(candidate.fills().stream().map(Fill::token).toList());
      double expected = enumeration.probability(number);
      Probability probability = candidate.probability();
      assertThat(probability.estimate().orElseThrow())
          .as(candidate.text())
          .isCloseTo(
              expected, within(4 * probability.standardError().orElseThrow() + 2e-3 * expected));
      assertThat(expected).isLessThan(1.002 * probability.upperBound().orElseThrow());
      assertThat(candidate.energy()).isCloseTo(enumeration.energy(number), within(1e-3));
    }
  }

  @Test
  void neitherBatchNorThreadsNorOtherTextsChangeTheCandidates() {
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.SEED, OptionalLong.of(SEED))
            .with(Settings.CHAINS, 6)
            .with(Settings.BURN_IN, 2)
            .with(Settings.STEPS, 8);
    Infiller infiller = new Infiller(model);
    List<Candidate> together = infiller.sample(TEXT, settings).candidates();
    SampleResult other = infiller.sample("a longer and another [MASK] , that one too .", settings);
    assertThat(other.candidates()).isNotEmpty();
    assertSame(infiller.sample(TEXT, settings.with(Settings.BATCH, 4)).candidates(), together);
    try (BertModel single = BertModel.open(BertModelOptions.defaults().withThreads(1))) {
      assertSame(new Infiller(single).sample(TEXT, settings).candidates(), together);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void everySamplerFillsARealText(String sampler) {
    SampleResult infilling =
        new Infiller(model)
            .sample(
                "the old [MASK] walked slowly down the [MASK] to the river .",
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .with(Settings.CHAINS, 3)
                    .with(Settings.BURN_IN, 1)
                    .with(Settings.STEPS, 4)
                    .with(Settings.SEED, OptionalLong.of(SEED)));
    assertThat(infilling.candidates()).isNotEmpty();
  }

  private static void assertSame(List<Candidate> actual, List<Candidate> expected) {
    assertThat(actual.stream().map(Candidate::text).toList())
        .isEqualTo(expected.stream().map(Candidate::text).toList());
    for (int rank = 0; rank < expected.size(); rank++) {
      assertThat(actual.get(rank).visits()).isEqualTo(expected.get(rank).visits());
      assertThat(actual.get(rank).energy()).isCloseTo(expected.get(rank).energy(), within(1e-4));
    }
  }

  private static Distance distance(Kernel kernel, String label) {
    return distance(new ChainRunner(SETTINGS), kernel, Target.of(energy), label);
  }

  private static Distance distance(ChainRunner runner, Kernel kernel, Target target, String label) {
    ChainRun run =
        runner.run(
            kernel,
            target,
            random -> State.of(random.nextInt(6), random.nextInt(6), random.nextInt(6)));
    int[][] numbers =
        run.kept().stream()
            .map(
                chain ->
                    chain.stream()
                        .mapToInt(visit -> enumeration.space().indexOf(visit.state()))
                        .toArray())
            .toArray(int[][]::new);
    double[] frequencies = new double[enumeration.space().size()];
    for (int[] chain : numbers) {
      for (int number : chain) {
        frequencies[number] += 1.0 / (CHAINS * (STEPS - BURN_IN));
      }
    }
    Distance distance =
        new Distance(
            enumeration.totalVariation(frequencies),
            expectedTotalVariation(numbers),
            hotelling(numbers),
            effectiveSampleSize(numbers, enumeration::energy));
    System.out.printf(
        Locale.ROOT,
        "%s (%s): total variation %.4f, expected %.4f, bound %.4f, T² as F %.2f, effective sample"
            + " size of U %.0f%n",
        kernel.name(),
        label,
        distance.totalVariation(),
        distance.expected(),
        distance.bound(),
        distance.hotelling(),
        distance.effectiveSampleSize());
    return distance;
  }

  private static double expectedTotalVariation(int[][] numbers) {
    double[][] frequencies = new double[enumeration.space().size()][CHAINS];
    for (int chain = 0; chain < CHAINS; chain++) {
      for (int number : numbers[chain]) {
        frequencies[number][chain] += 1.0 / numbers[chain].length;
      }
    }
    double sum = 0;
    for (double[] ofChains : frequencies) {
      double mean = Arrays.stream(ofChains).average().orElseThrow();
      double squares = Arrays.stream(ofChains).map(f -> (f - mean) * (f - mean)).sum();
      sum += Math.sqrt(squares / (CHAINS - 1) / CHAINS);
    }
    return sum * Math.sqrt(2 / Math.PI) / 2;
  }

  private static double effectiveSampleSize(int[][] numbers, IntToDoubleFunction trace) {
    double[][] traces =
        Arrays.stream(numbers)
            .map(chain -> Arrays.stream(chain).mapToDouble(trace).toArray())
            .toArray(double[][]::new);
    return Convergence.of(traces).effectiveSampleSize().orElseThrow();
  }

  /** Returns what {@link #HOTELLING_BOUND} bounds. */
  private static double hotelling(int[][] visited) {
    int[] fillings =
        IntStream.range(0, enumeration.space().size())
            .boxed()
            .sorted(Comparator.comparingDouble(number -> -enumeration.probability(number)))
            .limit(LIKELIEST)
            .mapToInt(Integer::intValue)
            .toArray();
    int n = visited.length;
    int d = fillings.length;
    double[][] errors = new double[n][d];
    double[] mean = new double[d];
    for (int chain = 0; chain < n; chain++) {
      for (int k = 0; k < d; k++) {
        int filling = fillings[k];
        double there = IntStream.of(visited[chain]).filter(number -> number == filling).count();
        errors[chain][k] = there / visited[chain].length - enumeration.probability(filling);
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

  /** Candidates are in the order of their ids, not of the lists above. */
  private static List<String> tokens(State state) {
    return IntStream.range(0, WORDS.size())
        .mapToObj(
            i ->
                WORDS.get(i).stream()
                    .sorted(
                        (a, b) ->
                            Integer.compare(
                                model.vocabulary().id(a).orElseThrow(),
                                model.vocabulary().id(b).orElseThrow()))
                    .toList()
                    .get(state.get(i)))
        .toList();
  }

  private static BlankConstraint allowed(int blank) {
    return new BlankConstraint(WORDS.get(blank), List.of());
  }

  private static Offset<Double> within(double tolerance) {
    return Offset.offset(tolerance);
  }

  /**
   * How far the visited fillings are from π.
   *
   * @param totalVariation the distance measured
   * @param expected what the spread between chains lets expect
   * @param hotelling T² in units in which it has an F distribution
   * @param effectiveSampleSize of U
   */
  private record Distance(
      double totalVariation, double expected, double hotelling, double effectiveSampleSize) {
    double bound() {
      return expected * (1 + 4 * Math.sqrt(Math.PI / 2 - 1));
    }

    void assertExplained() {
      // Chains that hardly move are excused by the bound: they must not be what is tested.
      assertThat(effectiveSampleSize).isGreaterThan(800);
      assertThat(hotelling).isLessThan(HOTELLING_BOUND);
      assertThat(totalVariation).isLessThan(bound());
    }
  }
}
