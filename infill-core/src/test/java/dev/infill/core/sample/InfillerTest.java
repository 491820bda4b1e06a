package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.WORDS;
import static dev.infill.core.sample.Samples.settings;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.score.Alternative;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class InfillerTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private SampleResult sample(SampleSettings settings) {
    return infiller.sample(TEXT, settings);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void candidatesAreTheBestOfThePool(String sampler) {
    SampleSettings all = settings().with(Settings.SAMPLER, sampler).with(Settings.TOP, 1000);
    SampleResult everything = sample(all);
    SampleResult best = sample(all.with(Settings.TOP, 4));
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

    assertThat(sample(settings().with(Settings.STEPS, 400)).candidates())
        .extracting(Samples::tokens)
        .isEqualTo(best);
  }

  @Test
  void candidatesTellLogProbabilitiesOffsetsAndEnergy() {
    SampleResult infilling = sample(settings());

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
    SampleResult without = sample(settings());
    SampleResult with = sample(settings().with(Settings.TWO_WAY, true));
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
        sample(
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
    List<Candidate> once = sample(distinct).candidates();
    List<Candidate> repeated = sample(distinct.with(Settings.REPEATS, true)).candidates();

    assertThat(once).hasSizeLessThan(25);
    assertThat(repeated)
        .isEqualTo(
            once.stream()
                .flatMap(candidate -> Collections.nCopies(candidate.chains(), candidate).stream())
                .toList());
  }

  @Test
  void paperSettingsAreThoseOfItsProtocol() {
    SampleSettings paper = SampleSettings.paper().withSeed(4);
    SampleResult infilling = sample(paper);

    assertThat(infilling.candidates()).hasSize(5);
    assertThat(infilling.diagnostics().moves().kept()).isEqualTo(50);
    assertThat(paper.get(Settings.VOCABULARY)).isEqualTo(VocabularyChoice.FULL);
    assertThat(paper.get(Settings.BALANCING).label()).isEqualTo("sqrt");
  }

  @Test
  void temperatureChangesTheTargetButNotTheReportedEnergy() {
    Posterior posterior = new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1);
    SampleResult cold = sample(settings().with(Settings.TEMPERATURE, 0.1));
    SampleResult hot = sample(settings().with(Settings.TEMPERATURE, 20.0).with(Settings.TOP, 1000));

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
        sample(
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
  void seedDecidesWhateverBatchAndThreads(String sampler) {
    SampleSettings settings = settings().with(Settings.SAMPLER, sampler).with(Settings.TOP, 1000);
    List<Candidate> expected = sample(settings).candidates();
    for (int batch : new int[] {1, 7, 25, 100}) {
      for (int threads : new int[] {1, 2}) {
        SampleSettings cut =
            settings.with(Settings.BATCH, batch).with(Settings.CONCURRENT_BATCHES, threads);
        assertThat(sample(cut).candidates()).isEqualTo(expected);
      }
    }
    Infiller other = new Infiller(model);
    other.sample("another ___ text .", settings);
    assertThat(other.sample(TEXT, settings).candidates()).isEqualTo(expected);
    assertThat(sample(settings.withSeed(2)).candidates()).isNotEqualTo(expected);
  }

  @Test
  void drawnSeedIsReportedAndRepeatsTheRun() {
    SampleSettings unseeded = SampleSettings.defaults();
    SampleResult first = sample(unseeded);
    long seed = first.settings().seed().orElseThrow();

    assertThat(seed).isBetween(0L, (1L << 53) - 1);
    assertThat(first.settings()).isEqualTo(unseeded.withSeed(seed));
    SampleResult again = sample(first.settings());
    assertThat(again.candidates()).isEqualTo(first.candidates());
    assertThat(sample(unseeded).settings().seed().orElseThrow()).isNotEqualTo(seed);
  }

  @Test
  void theEnergyIsSampledAndScoredAlike() {
    SampleResult infilling = sample(settings().with(Settings.GRADIENT, GradientKind.EXACT));

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
}
