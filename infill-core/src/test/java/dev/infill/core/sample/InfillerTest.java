package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.WORDS;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.SampleDiagnostics.Moves;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.score.Alternative;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class InfillerTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void candidatesAreTheBestOfThePool(String sampler) {
    SampleSettings all = settings().with(Settings.SAMPLER, sampler).with(Settings.TOP, 1000);
    SampleResult everything = infiller.sample(TEXT, all);
    SampleResult best = infiller.sample(TEXT, all.with(Settings.TOP, 4));
    Posterior posterior = new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1);

    assertThat(everything.candidates().stream().mapToInt(Candidate::visits).sum())
        .isEqualTo(25 * everything.diagnostics().moves().kept());
    assertThat(everything.candidates())
        .filteredOn(candidate -> candidate.visits() > 0)
        .hasSize(everything.diagnostics().distinctFillings());
    assertThat(everything.candidates()).extracting(Samples::tokens).doesNotHaveDuplicates();
    assertThat(everything.candidates())
        .isSortedAccordingTo(Comparator.comparingDouble(Candidate::energy).reversed());
    assertThat(everything.candidates())
        .allSatisfy(
            candidate ->
                assertThat(candidate.energy())
                    .isCloseTo(posterior.energy(tokens(candidate)), within(1e-9)));
    assertThat(best.candidates()).isEqualTo(everything.candidates().subList(0, 4));
  }

  @Test
  void longRunFindsTheVeryBestFillings() {
    Posterior posterior = new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1);
    List<List<String>> best =
        posterior.energies().entrySet().stream()
            .sorted(Map.Entry.<List<String>, Double>comparingByValue().reversed())
            .limit(5)
            .map(Map.Entry::getKey)
            .toList();

    assertThat(infiller.sample(TEXT, settings().with(Settings.STEPS, 400)).candidates())
        .extracting(Samples::tokens)
        .isEqualTo(best);
  }

  @Test
  void candidatesTellLogProbabilitiesOffsetsAndEnergy() {
    SampleResult infilling = infiller.sample(TEXT, settings());

    assertThat(infilling.text()).isEqualTo(TEXT);
    assertThat(infilling.candidates())
        .hasSize(5)
        .allSatisfy(
            candidate -> {
              assertThat(candidate.fills().stream().mapToDouble(Fill::logProbability).sum())
                  .isCloseTo(candidate.energy(), within(1e-9));
              assertThat(candidate.fills())
                  .allSatisfy(
                      fill ->
                          assertThat(candidate.text().substring(fill.start(), fill.end()))
                              .isEqualTo(fill.token()));
            });
  }

  /** M is that of fill, for at most 2 (m − 1) passes a candidate and one of each direction. */
  @Test
  void candidatesTellTwoWayWhereItIsAskedFor() {
    SampleResult without = infiller.sample(TEXT, settings());
    SampleResult with = infiller.sample(TEXT, settings().with(Settings.TWO_WAY, true));
    Map<String, Double> twoWay =
        infiller.fill(TEXT, FillSettings.defaults().with(Settings.TOP, 1_000)).fillings().stream()
            .collect(Collectors.toMap(Filling::text, Filling::twoWay));

    assertThat(without.candidates()).allMatch(candidate -> candidate.twoWay().isEmpty());
    assertThat(with.candidates())
        .hasSize(5)
        .allSatisfy(
            candidate ->
                assertThat(candidate.twoWay().orElseThrow())
                    .isCloseTo(Objects.requireNonNull(twoWay.get(candidate.text())), within(1e-9)));
    assertThat(with.diagnostics().modelPasses() - without.diagnostics().modelPasses())
        .isBetween(1L, 5 * 2 * 2 + 2L);
  }

  @Test
  void textAroundTheBlanksStaysAsItWasWritten() {
    String text = "😀 The\tCAT [MASK]  ran😀___ [MASK]!?";
    SampleResult infilling =
        infiller.sample(
            text,
            settings()
                .withConstraints(
                    Map.of(
                        1, BlankConstraint.allow("😀"),
                        2, BlankConstraint.allow("##s"),
                        3, BlankConstraint.allow("##ing"))));

    assertThat(infilling.candidates()).hasSize(1);
    Candidate candidate = infilling.candidates().get(0);
    assertThat(candidate.text()).isEqualTo("😀 The\tCAT 😀  ran😀sing!?");
    assertThat(candidate.fills()).extracting(Fill::token).containsExactly("😀", "##s", "##ing");
    assertThat(candidate.fills())
        .extracting(fill -> candidate.text().substring(fill.start(), fill.end()))
        .containsExactly("😀", "s", "ing");
    assertThat(candidate.probability()).isEqualTo(Probability.known(1));
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void singleFillingIsNoProblem(String sampler) {
    SampleResult infilling =
        infiller.sample(
            "the ___ .",
            settings()
                .with(Settings.SAMPLER, sampler)
                .withConstraints(Map.of(1, BlankConstraint.allow("cat"))));

    assertThat(infilling.candidates()).extracting(Candidate::text).containsExactly("the cat .");
    assertThat(infilling.diagnostics().moves().changed()).isZero();
    if (!sampler.equals("gibbs")) {
      assertThat(infilling.diagnostics().effectiveSampleSize()).hasValue(0);
    }
    Convergence ofHammingDistance = infilling.diagnostics().hammingDistance();
    assertThat(ofHammingDistance.isConstant()).isTrue();
    assertThat(ofHammingDistance.constantChains()).isEqualTo(25);
    assertThat(ofHammingDistance.rHat()).isEmpty();
  }

  @Test
  void lastStatesArePooledOncePerChain() {
    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings()
                .with(Settings.CHAINS, 12)
                .with(Settings.POOL, Pool.LAST)
                .with(Settings.TOP, 100));

    assertThat(infilling.candidates())
        .allSatisfy(candidate -> assertThat(candidate.visits()).isEqualTo(candidate.chains()));
    assertThat(infilling.candidates().stream().mapToInt(Candidate::chains).sum()).isEqualTo(12);
  }

  @Test
  void repeatsListTheLastStateOfEveryChain() {
    SampleSettings distinct =
        settings()
            .with(Settings.POOL, Pool.LAST)
            .with(Settings.TOP, 25)
            .with(Settings.TEMPERATURE, 0.3)
            .with(Settings.STEPS, 200);
    List<Candidate> once = infiller.sample(TEXT, distinct).candidates();
    List<Candidate> repeated =
        infiller.sample(TEXT, distinct.with(Settings.REPEATS, true)).candidates();

    assertThat(once).hasSizeLessThan(25);
    assertThat(repeated)
        .isEqualTo(
            once.stream()
                .flatMap(candidate -> Collections.nCopies(candidate.chains(), candidate).stream())
                .toList());
  }

  @Test
  void aDiverseListWithoutDiversityIsThatOfTheBest() {
    for (String text : List.of(TEXT, "the [MASK:2] sat ___ .")) {
      assertThat(infiller.sample(text, diverse(0).with(Settings.TOP, 8)).candidates())
          .isEqualTo(infiller.sample(text, settings().with(Settings.TOP, 8)).candidates());
    }
  }

  @Test
  void aDiverseListIsOfThePoolAndTellsOfEachWhatItIs() {
    for (String text : List.of(TEXT, "the [MASK:2] sat ___ .")) {
      List<Candidate> all = infiller.sample(text, settings().with(Settings.TOP, 1000)).candidates();
      List<Candidate> best = all.subList(0, 5);
      List<Candidate> diverse = infiller.sample(text, diverse(0.9)).candidates();

      assertThat(diverse).hasSize(5).doesNotHaveDuplicates().startsWith(best.get(0));
      assertThat(all).containsAll(diverse);
      assertThat(differentWords(diverse)).isGreaterThan(differentWords(best));
      assertThat(infiller.sample(text, diverse(0.9).with(Settings.TOP, 3)).candidates())
          .isEqualTo(diverse.subList(0, 3));
    }
  }

  @ParameterizedTest
  @EnumSource(Pool.class)
  void aDiverseListOfManyIsTheWholePool(Pool pool) {
    SampleResult infilling =
        infiller.sample(TEXT, diverse(1).with(Settings.POOL, pool).with(Settings.TOP, 1000));
    SampleResult best =
        infiller.sample(TEXT, settings().with(Settings.POOL, pool).with(Settings.TOP, 1000));

    assertThat(infilling.candidates())
        .filteredOn(candidate -> candidate.visits() > 0)
        .hasSize(infilling.diagnostics().distinctFillings());
    assertThat(infilling.candidates())
        .extracting(Samples::tokens)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            best.candidates().stream().map(Samples::tokens).toList());
  }

  private static SampleSettings diverse(double diversity) {
    return settings()
        .with(Settings.SELECT, Selection.DIVERSE)
        .with(Settings.DIVERSITY, OptionalDouble.of(diversity));
  }

  /** How many different words there are, summed over the blanks. */
  private static long differentWords(List<Candidate> candidates) {
    return candidates.stream()
        .flatMap(
            candidate ->
                candidate.fills().stream()
                    .collect(
                        Collectors.groupingBy(
                            Fill::blank, Collectors.mapping(Fill::token, Collectors.toList())))
                    .entrySet()
                    .stream())
        .distinct()
        .count();
  }

  @Test
  void paperSettingsAreThoseOfItsProtocol() {
    SampleSettings paper = SampleSettings.paper().withSeed(4);
    SampleResult infilling = infiller.sample(TEXT, paper);

    assertThat(infilling.candidates()).hasSize(5);
    assertThat(infilling.diagnostics().moves().kept()).isEqualTo(50);
    assertThat(paper.get(Settings.VOCABULARY)).isEqualTo(VocabularyChoice.FULL);
    assertThat(paper.get(Settings.BALANCING).label()).isEqualTo("sqrt");
  }

  @Test
  void temperatureChangesTheTargetButNotTheReportedEnergy() {
    Posterior posterior = new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1);
    SampleResult cold = infiller.sample(TEXT, settings().with(Settings.TEMPERATURE, 0.1));
    SampleResult hot =
        infiller.sample(TEXT, settings().with(Settings.TEMPERATURE, 20.0).with(Settings.TOP, 1000));

    assertThat(hot.candidates())
        .allSatisfy(
            candidate ->
                assertThat(candidate.energy())
                    .isCloseTo(posterior.energy(tokens(candidate)), within(1e-9)));
    assertThat(hot.diagnostics().distinctFillings())
        .isGreaterThan(4 * cold.diagnostics().distinctFillings());
  }

  @Test
  void allowAndForbidShrinkABlank() {
    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings()
                .with(Settings.TOP, 1000)
                .with(Settings.TEMPERATURE, 10.0)
                .with(Settings.VOCABULARY, VocabularyChoice.PIECES)
                .withConstraints(
                    Map.of(
                        1,
                        new BlankConstraint(List.of("Cat", "DOG", "##ing"), List.of("dog")),
                        3,
                        BlankConstraint.forbid("the", "Sat"))));

    assertThat(infilling.candidates())
        .extracting(candidate -> tokens(candidate).get(0))
        .containsOnly("cat", "##ing");
    assertThat(infilling.candidates())
        .extracting(candidate -> tokens(candidate).get(1))
        .contains("the", "sat", "##s");
    assertThat(infilling.candidates())
        .extracting(candidate -> tokens(candidate).get(2))
        .contains("cat", "##s")
        .doesNotContain("the", "sat");
  }

  /** 20,000 chains that never step: |share − p| stays within 5 binomial standard errors. */
  @ParameterizedTest
  @EnumSource
  void chainsStartIndependentlyInEveryBlank(Start start) {
    List<List<String>> allowed = List.of(List.of("cat", "dog", "the"), List.of("mat", "sat"));
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    SampleResult infilling =
        infiller.sample(
            "the [MASK] on ___ .",
            settings()
                .with(Settings.START, start)
                .with(Settings.CHAINS, 20_000)
                .withConstraints(
                    Map.of(
                        1, BlankConstraint.allow("cat", "dog", "the"),
                        2, BlankConstraint.allow("mat", "sat")))
                .with(Settings.TOP, 6),
            ProgressListener.NONE,
            cancelled);

    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.candidates()).hasSize(6);
    assertThat(infilling.candidates())
        .allSatisfy(
            candidate -> {
              double expected =
                  startProbability(start, candidate, 0, allowed.get(0))
                      * startProbability(start, candidate, 1, allowed.get(1));
              assertThat(candidate.visits() / 20_000.0)
                  .isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - expected) / 20_000)));
            });
  }

  private double startProbability(Start start, Candidate candidate, int blank, List<String> set) {
    if (start == Start.RANDOM) {
      return 1.0 / set.size();
    }
    TokenizedText masked = model.tokenize(BlankedText.parse("the [MASK] on [MASK] ."));
    double[] log = model.logProbabilities(masked.pieces(), masked.blankPosition(blank));
    double sum =
        set.stream().mapToDouble(w -> Math.exp(log[TinyLanguageModel.TOKENS.indexOf(w)])).sum();
    return Math.exp(log[TinyLanguageModel.TOKENS.indexOf(tokens(candidate).get(blank))]) / sum;
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void modelPassesAreCountedHonestly(String sampler) {
    for (Pool pool : Pool.values()) {
      for (Start start : Start.values()) {
        SampleDiagnostics diagnostics =
            counted(
                    settings()
                        .with(Settings.SAMPLER, sampler)
                        .with(Settings.POOL, pool)
                        .with(Settings.START, start))
                .diagnostics();
        assertThat(diagnostics.hammingDistance().effectiveSampleSize().orElseThrow())
            .isBetween(10.0, 2000.0);
      }
    }
  }

  /** Samples, and compares the model's passes with those that are told. */
  private SampleResult counted(SampleSettings settings) {
    long before = model.passes();
    Scored scored = new Scored();
    SampleResult infilling = infiller.sample(TEXT, settings, scored, new Cancellation());
    SampleDiagnostics diagnostics = infilling.diagnostics();
    assertThat(diagnostics.modelPasses()).isEqualTo(model.passes() - before);
    assertThat(diagnostics.modelPasses() + diagnostics.hits())
        .isEqualTo(asked(settings) + 3 * scored.states);
    return infilling;
  }

  /** Returns how many passes the chains ask for by their own account, remembered or not. */
  private long asked(SampleSettings settings) {
    return infiller
        .chains(
            TEXT,
            settings,
            StoppingRule.afterSteps(settings.steps()),
            ProgressListener.NONE,
            new Cancellation())
        .modelPasses(settings.steps());
  }

  /** Counts the states that are scored. */
  private static final class Scored implements ProgressListener {
    private long states;
    private long before;

    @Override
    public void onProgress(Phase phase, long done, long total) {
      if (phase == Phase.SCORING) {
        states += Math.max(0, done - before);
        before = done;
      }
    }
  }

  @Test
  void aMinibatchIsApproximateAndItsPassesAreCounted() {
    SampleSettings settings =
        settings().with(Settings.SAMPLER, "dula").with(Settings.MINIBATCH, OptionalInt.of(1));
    for (Precondition precondition : Precondition.values()) {
      long before = model.passes();
      SampleResult infilling =
          infiller.sample(TEXT, settings.with(Settings.PRECONDITION, precondition));

      assertThat(infilling.verdict().reliability()).isEqualTo(Reliability.BOUNDS_ONLY);
      assertThat(infilling.candidates()).isNotEmpty();
      assertThat(infilling.diagnostics().moves().stepSize()).isPresent();
      assertThat(infilling.diagnostics().modelPasses()).isEqualTo(model.passes() - before);
    }
  }

  @Test
  void passesThatACurvatureCostsAreCountedAndASeedRepeatsIt() {
    SampleSettings settings = settings().with(Settings.PRECONDITION, Precondition.CURVATURE);
    SampleResult infilling = counted(settings);

    assertThat(infiller.sample(TEXT, settings).candidates()).isEqualTo(infilling.candidates());
    assertThat(infiller.sample(TEXT, settings()).candidates()).isNotEqualTo(infilling.candidates());
  }

  @Test
  void diagnosticsDescribeTheChains() {
    BlankConstraint words =
        BlankConstraint.allow("the", "cat", "dog", "sat", "ran", "on", "mat", ".", "😀");
    SampleDiagnostics dmala =
        infiller
            .sample(TEXT, settings().withConstraints(Map.of(1, words, 2, words, 3, words)))
            .diagnostics();
    SampleDiagnostics gibbs =
        infiller.sample(TEXT, settings().with(Settings.SAMPLER, "gibbs")).diagnostics();

    Moves moves = dmala.moves();
    assertThat(moves.accepted()).isBetween(moves.changed(), 1.0);
    assertThat(moves.changed()).isPositive();
    assertThat(moves.meanChangedBlanks()).isBetween(moves.changed(), 3.0);
    assertThat(moves.stepSize()).hasValue(SampleSettings.defaults().get(Settings.ALPHA));
    assertThat(moves.kept()).isEqualTo(40);
    assertThat(dmala.effectiveSampleSize().orElseThrow()).isBetween(10.0, 2000.0);
    Convergence ofEnergy = dmala.energy().orElseThrow();
    assertThat(ofEnergy.effectiveSampleSize()).isEqualTo(dmala.effectiveSampleSize());
    assertThat(ofEnergy.rHat().orElseThrow()).isBetween(0.9, 1.5);
    assertThat(ofEnergy.constantChains()).isZero();
    assertThat(dmala.hammingDistance().rHat().orElseThrow()).isBetween(0.9, 1.5);
    assertThat(gibbs.moves().stepSize()).isEmpty();
    assertThat(gibbs.moves().accepted()).isEqualTo(1);
    // Every visited state was scored, so U is known along the chains.
    assertThat(gibbs.effectiveSampleSize().orElseThrow()).isPositive();
    assertThat(
            infiller
                .sample(
                    TEXT, settings().with(Settings.SAMPLER, "gibbs").with(Settings.POOL, Pool.LAST))
                .diagnostics()
                .effectiveSampleSize())
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void seedDecidesWhateverBatchAndThreads(String sampler) {
    SampleSettings settings = settings().with(Settings.SAMPLER, sampler).with(Settings.TOP, 1000);
    List<Candidate> expected = infiller.sample(TEXT, settings).candidates();
    for (int batch : new int[] {1, 7, 25, 100}) {
      for (int threads : new int[] {1, 2}) {
        SampleSettings cut =
            settings.with(Settings.BATCH, batch).with(Settings.CONCURRENT_BATCHES, threads);
        assertThat(infiller.sample(TEXT, cut).candidates()).isEqualTo(expected);
      }
    }
    Infiller other = new Infiller(model);
    other.sample("another ___ text .", settings);
    assertThat(other.sample(TEXT, settings).candidates()).isEqualTo(expected);
    assertThat(infiller.sample(TEXT, settings.withSeed(2)).candidates()).isNotEqualTo(expected);
  }

  @Test
  void drawnSeedIsReportedAndRepeatsTheRun() {
    SampleSettings unseeded = SampleSettings.defaults();
    SampleResult first = infiller.sample(TEXT, unseeded);
    long seed = first.settings().seed().orElseThrow();

    assertThat(seed).isBetween(0L, (1L << 53) - 1);
    assertThat(first.settings()).isEqualTo(unseeded.withSeed(seed));
    SampleResult again = infiller.sample(TEXT, first.settings());
    assertThat(again.candidates()).isEqualTo(first.candidates());
    assertThat(infiller.sample(TEXT, unseeded).settings().seed().orElseThrow()).isNotEqualTo(seed);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void cancellationKeepsWhatWasFound(String sampler) {
    Cancellation cancellation = new Cancellation();
    List<Long> steps = new ArrayList<>();
    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, 100)
                .with(Settings.BURN_IN, 10),
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SAMPLING) {
                steps.add(done);
                if (done == 30) {
                  cancellation.cancel();
                }
              }
            },
            cancellation);
    int made = 10 + infilling.diagnostics().moves().kept();
    SampleResult shorter =
        infiller.sample(
            TEXT,
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, made)
                .with(Settings.BURN_IN, 10)
                .with(Settings.TOP, 1000));

    assertThat(infilling.interrupted()).isTrue();
    // Chains that move freely may have made some more steps by then.
    assertThat(made).isBetween(30, 50);
    assertThat(infilling.candidates()).isNotEmpty();
    assertThat(shorter.interrupted()).isFalse();
    // Pseudo-Gibbs is cancelled before it has scored all states; of the others nothing is lost.
    if (sampler.equals("gibbs")) {
      assertThat(shorter.candidates())
          .extracting(Candidate::text, Candidate::energy, Candidate::visits)
          .containsAll(
              infilling.candidates().stream()
                  .map(candidate -> tuple(candidate.text(), candidate.energy(), candidate.visits()))
                  .toList());
    } else {
      assertThat(infilling.candidates()).isEqualTo(shorter.candidates().subList(0, 5));
      assertThat(steps).endsWith((long) made);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void interruptedThreadKeepsWhatWasFound(String sampler) {
    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.STEPS, 100)
                .with(Settings.BURN_IN, 10)
                .with(Settings.BATCH, 5),
            (phase, done, total) -> {
              if (done == 30) {
                Thread.currentThread().interrupt();
              }
            },
            new Cancellation());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.diagnostics().moves().kept()).isBetween(20, 40);
    assertThat(infilling.candidates()).hasSize(5);
  }

  @Test
  void cancellationInBurnInReturnsWhereTheChainsWere() {
    Cancellation cancellation = new Cancellation();
    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings().with(Settings.STEPS, 100).with(Settings.BURN_IN, 40).with(Settings.TOP, 100),
            (phase, done, total) -> {
              if (done == 3) {
                cancellation.cancel();
              }
            },
            cancellation);

    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.candidates().stream().mapToInt(Candidate::chains).sum()).isEqualTo(25);
    assertThat(infilling.diagnostics().moves().kept()).isZero();
    assertThat(infilling.diagnostics().moves().accepted()).isPositive();
    assertThat(infilling.diagnostics().effectiveSampleSize()).isEqualTo(OptionalDouble.empty());
    assertThat(infilling.diagnostics().hammingDistance().effectiveSampleSize())
        .isEqualTo(OptionalDouble.empty());
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void whatChainsDoIsToldStepByStep(String sampler) {
    SampleSettings settings =
        settings()
            .with(Settings.SAMPLER, sampler)
            .with(Settings.STEPS, 60)
            .with(Settings.BURN_IN, 20)
            .with(Settings.TOP, 1000)
            .with(Settings.TEMPERATURE, 2.0);
    List<ChainsStep> told = new ArrayList<>();
    SampleResult infilling =
        infiller.sample(TEXT, settings, ProgressListener.NONE, told::add, new Cancellation());

    assertThat(told)
        .extracting(ChainsStep::step)
        .isEqualTo(IntStream.rangeClosed(1, 60).boxed().toList());
    assertThat(told)
        .allMatch(step -> step.total() == 60 && step.burnIn() == 20 && step.visits().size() == 25);
    List<Visit> kept =
        told.stream().filter(ChainsStep::isKept).flatMap(step -> step.visits().stream()).toList();
    assertThat(kept).hasSize(25 * 40);
    TextOfLengths text = told.get(0).text();
    // A text for each step would fill the memory of whoever keeps them.
    assertThat(told).allSatisfy(step -> assertThat(step.text()).isSameAs(text));
    for (Candidate candidate : infilling.candidates()) {
      List<Visit> there =
          kept.stream()
              .filter(visit -> text.filled(visit.state()).text().equals(candidate.text()))
              .toList();
      assertThat(candidate.visits()).isEqualTo(there.size());
      for (Visit visit : there) {
        assertThat(text.tokens(visit.state())).isEqualTo(tokens(candidate));
        assertThat(visit.energy().isPresent()).isEqualTo(!sampler.equals("gibbs"));
        visit.energy().ifPresent(u -> assertThat(u).isCloseTo(candidate.energy(), within(1e-9)));
      }
    }
    // Burn-in gives no draws, but fillings to choose from where U of them is known for nothing.
    assertThat(infilling.candidates())
        .extracting(Candidate::text)
        .containsExactlyInAnyOrderElementsOf(
            told.stream()
                .filter(step -> step.isKept() || !sampler.equals("gibbs"))
                .flatMap(step -> step.visits().stream())
                .map(visit -> text.filled(visit.state()).text())
                .collect(Collectors.toSet()));
    List<StepInfo> made = kept.stream().map(Visit::info).toList();
    assertThat(made.stream().mapToInt(StepInfo::changedCoordinates).average().orElseThrow())
        .isCloseTo(infilling.diagnostics().moves().meanChangedBlanks(), within(1e-12));
    assertThat(
            (double) made.stream().filter(step -> step.changedCoordinates() > 0).count()
                / made.size())
        .isCloseTo(infilling.diagnostics().moves().changed(), within(1e-12));
    assertThat((double) made.stream().filter(StepInfo::accepted).count() / made.size())
        .isCloseTo(infilling.diagnostics().moves().accepted(), within(1e-12));
    assertThat(made)
        .allSatisfy(step -> assertThat(step.acceptanceProbability()).isBetween(0.0, 1.0))
        .allMatch(step -> step.accepted() || step.acceptanceProbability() < 1);
    SampledChains sampled =
        infiller.chains(
            TEXT, settings, StoppingRule.afterSteps(60), ProgressListener.NONE, new Cancellation());
    for (ChainsStep step : told) {
      assertThat(step.stepSize()).isEqualTo(infilling.diagnostics().moves().stepSize());
      assertThat(step.visits().stream().mapToLong(visit -> visit.info().modelPasses()).sum())
          .isEqualTo(sampled.modelPasses(step.step()) - sampled.modelPasses(step.step() - 1));
    }
  }

  @Test
  void aStepSizeThatIsAdaptedIsToldStepByStep() {
    SampleSettings settings =
        settings()
            .with(Settings.STEPS, 30)
            .with(Settings.BURN_IN, 12)
            .with(Settings.ADAPT, OptionalDouble.of(0.6));
    List<ChainsStep> told = new ArrayList<>();
    SampleResult infilling =
        infiller.sample(TEXT, settings, ProgressListener.NONE, told::add, new Cancellation());

    assertThat(told.get(0).stepSize()).hasValue(settings.get(Settings.ALPHA));
    assertThat(told.subList(0, 13)).extracting(ChainsStep::stepSize).doesNotHaveDuplicates();
    assertThat(told.subList(12, 30))
        .extracting(ChainsStep::stepSize)
        .containsOnly(infilling.diagnostics().moves().stepSize());
  }

  @Test
  void scoringReportsProgressAndCanBeCancelled() {
    SampleSettings settings =
        settings()
            .with(Settings.SAMPLER, "gibbs")
            .with(Settings.BATCH, 10)
            .with(Settings.TOP, 15)
            .with(Settings.TEMPERATURE, 5.0);
    List<Long> scored = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    SampleResult whole =
        infiller.sample(
            TEXT,
            settings,
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SCORING) {
                scored.add(done);
                totals.add(total);
              }
            },
            new Cancellation());
    Cancellation cancellation = new Cancellation();
    SampleResult cut =
        infiller.sample(
            TEXT,
            settings,
            (phase, done, total) -> {
              if (phase == ProgressListener.Phase.SCORING) {
                cancellation.cancel();
              }
            },
            cancellation);

    long distinct = whole.diagnostics().distinctFillings();
    assertThat(scored).isSorted().startsWith(0L, 10L, 20L).endsWith(distinct);
    assertThat(totals).containsOnly(distinct);
    assertThat(whole.interrupted()).isFalse();
    assertThat(cut.interrupted()).isTrue();
    // As many as were asked for are scored all the same, the most frequent ones.
    assertThat(cut.candidates()).hasSize(15);
    assertThat(cut.diagnostics().effectiveSampleSize()).isEmpty();
  }

  /** A listener can so end a job whose candidates nobody waits for. */
  @Test
  void theCandidatesOfASamplerThatTracesUAreScoredInBatchesThatCanBeStopped() {
    SampleSettings settings =
        settings().with(Settings.BATCH, 2).with(Settings.TOP, 5).with(Settings.TEMPERATURE, 5.0);
    List<Long> scored = new ArrayList<>();
    infiller.sample(
        TEXT,
        settings,
        (phase, done, total) -> {
          if (phase == ProgressListener.Phase.SCORING) {
            assertThat(total).isEqualTo(5);
            scored.add(done);
          }
        },
        new Cancellation());
    assertThat(scored).containsExactly(0L, 2L, 4L, 5L);

    IllegalStateException gone = new IllegalStateException("nobody waits");
    assertThatThrownBy(
            () ->
                infiller.sample(
                    TEXT,
                    settings,
                    (phase, done, total) -> {
                      if (phase == ProgressListener.Phase.SCORING) {
                        throw gone;
                      }
                    },
                    new Cancellation()))
        .isSameAs(gone);
  }

  @Test
  void theEnergyIsSampledAndScoredAlike() {
    SampleResult infilling =
        infiller.sample(TEXT, settings().with(Settings.GRADIENT, GradientKind.EXACT));

    assertThat(infilling.candidates())
        .isNotEmpty()
        .allSatisfy(
            candidate -> {
              Score score = new Scorer(model).scoreFills(TEXT, tokens(candidate));
              assertThat(score.energy()).isCloseTo(candidate.energy(), within(1e-9));
              assertThat(score.text()).isEqualTo(candidate.text());
              assertThat(score.fills())
                  .extracting(Score.ScoredToken::logProbability)
                  .isEqualTo(candidate.fills().stream().map(Fill::logProbability).toList());
            });
  }

  private static SampleSettings settings() {
    return SampleSettings.defaults()
        .with(Settings.SAMPLER, "dmala")
        .with(Settings.STEPS, 50)
        .withSeed(1);
  }

  @Test
  void aBlankThatIsGluedToAWordHoldsItsEnd() {
    SampleResult infilling =
        infiller.sample("the cat[MASK] sat on ___ .", settings().with(Settings.TOP, 99));

    assertThat(infilling.candidates())
        .isNotEmpty()
        .allSatisfy(
            candidate -> {
              assertThat(candidate.fills().get(0).token()).isIn("##s", "##ing");
              assertThat(candidate.fills().get(1).token()).isIn(WORDS);
              assertThat(candidate.text()).matches("the cat(s|ing) sat on [a-z]+ \\.");
            });
    Candidate best = infilling.candidates().get(0);
    // Scored as users write it, and as the vocabulary spells it.
    for (String end :
        List.of(best.fills().get(0).token(), best.fills().get(0).token().substring(2))) {
      assertThat(
              new Scorer(model)
                  .scoreFills(
                      "the cat___ sat on <mask> .", List.of(end, best.fills().get(1).token()))
                  .energy())
          .isCloseTo(best.energy(), within(1e-12));
    }
  }

  @Test
  void wordsThatAreNamedForAGluedBlankAreMeantAsItsEnd() {
    SampleResult infilling =
        infiller.sample(
            "the cat___ sat .",
            settings()
                .withConstraints(Map.of(1, BlankConstraint.allow("ing", "dog")))
                .with(Settings.TOP, 9));

    assertThat(infilling.candidates())
        .extracting(Candidate::text)
        .containsExactlyInAnyOrder("the cating sat .", "the cat dog sat .");
    assertThat(
            new Scorer(model)
                .alternatives("cat___ ___", List.of("s", "sat"), VocabularyChoice.WORDS, 9))
        .extracting(alternatives -> alternatives.stream().map(Alternative::token).sorted().toList())
        .containsExactly(List.of("##ing", "##s"), WORDS.stream().sorted().toList());
  }

  @Test
  void whatWasMeantForABlankIsNamed() {
    assertThatThrownBy(() -> infiller.sample("the {mask} sat ."))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("the text has no blank ('{mask}' is none): write [MASK] or ___");
  }
}
