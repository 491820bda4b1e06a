package dev.infill.core.sample;

import static dev.infill.core.Refusals.assertRefused;
import static dev.infill.core.sample.Samples.ALLOWED;
import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TermValue;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.WeightedTerm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fillings with terms beside U. That what is sampled is right: {@link InfillerPosteriorTest}. */
class AddedTermsTest {
  private static final WeightedTerm CAT = new WeightedTerm("cat", 2.5, TextTerm.keyword("cat"));

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static SampleSettings few() {
    return InfillerPosteriorTest.settings("gibbs-mh")
        .with(Settings.CHAINS, 8)
        .with(Settings.STEPS, 60)
        .with(Settings.BURN_IN, 10)
        .withSeed(3);
  }

  private static SampleSettings keywords(Map<String, Double> weights) {
    return few().with(Settings.KEYWORD, new TreeMap<>(weights));
  }

  @Test
  void keywordsAreTermsBeforeThoseThatAreAdded() {
    WeightedTerm length = new WeightedTerm("length", -0.25, TextTerm.of(String::length));
    SampleSettings settings =
        keywords(Map.of(" Cat ", 2.5, "dog", -1.0)).withTerms(List.of(length));

    assertThat(settings.terms())
        .extracting(WeightedTerm::name, WeightedTerm::weight)
        .containsExactly(
            tuple("keyword Cat", 2.5), tuple("keyword dog", -1.0), tuple("length", -0.25));
    assertThat(settings.withAll(Map.of())).isEqualTo(settings);
    assertThat(settings.withTerms(List.of()))
        .isEqualTo(keywords(Map.of(" Cat ", 2.5, "dog", -1.0)))
        .isNotEqualTo(keywords(Map.of("dog", -1.0)));
    assertThat(infiller.sample(TEXT, keywords(Map.of("cat", 2.5))).candidates())
        .extracting(Candidate::text, Candidate::total)
        .isEqualTo(
            infiller.sample(TEXT, few().withTerms(List.of(CAT))).candidates().stream()
                .map(candidate -> tuple(candidate.text(), candidate.total()))
                .toList());
  }

  @Test
  void keywordsAreShortWordsWithFiniteNumbersAndFew() {
    for (Map<String, Double> weights :
        List.of(
            Map.of(" ", 1.0),
            Map.of("a".repeat(101), 1.0),
            Map.of("cat", Double.NaN),
            Map.of("cat", -1.1e6),
            Map.of("cat", Double.POSITIVE_INFINITY))) {
      assertThatThrownBy(() -> keywords(weights))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith(
              "a keyword is a word of up to 100 characters, and counts a number from -1e6 to 1e6; not '");
    }
    Map<String, Double> many = new HashMap<>();
    IntStream.rangeClosed(0, 100).forEach(k -> many.put("w" + k, 1.0));
    assertThatThrownBy(() -> keywords(many))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("there may be 100 keywords, not 101");
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sample.Samples#exactSamplers")
  void candidatesTellUAndTheTermsAndAreOrderedByTheSum(String sampler) {
    WeightedTerm length = new WeightedTerm("length", -0.25, TextTerm.of(String::length));
    Posterior alone = new Posterior(model, TEXT, ALLOWED, 1);
    SampleResult filled =
        infiller.sample(
            TEXT,
            few()
                .with(Settings.SAMPLER, sampler)
                .with(Settings.TEMPERATURE, 2.0)
                .withTerms(List.of(CAT, length)));

    assertThat(filled.candidates()).hasSizeGreaterThan(5);
    for (Candidate candidate : filled.candidates()) {
      double cats = tokens(candidate).contains("cat") ? 1 : 0;
      assertThat(candidate.energy()).isCloseTo(alone.energy(tokens(candidate)), within(1e-9));
      assertThat(candidate.terms())
          .containsExactly(
              new TermValue("cat", 2.5, cats),
              new TermValue("length", -0.25, candidate.text().length()));
      assertThat(candidate.total())
          .isEqualTo(
              candidate.energy() + (2.5 * cats - 0.25 * candidate.text().length()), within(1e-12));
    }
    assertThat(filled.candidates())
        .isSortedAccordingTo(Comparator.comparingDouble(Candidate::total).reversed());
    assertThat(filled.candidates().get(0).energy())
        .as("the best by U is another one")
        .isLessThan(filled.candidates().stream().mapToDouble(Candidate::energy).max().orElse(0));
  }

  /** 24 fillings: the chains meet all of them, so that estimates can be held against π. */
  @Test
  void probabilitiesAreThoseOfTheSum() {
    Posterior posterior =
        new Posterior(model, TEXT, ALLOWED, 1.5).with(tokens -> tokens.contains("cat") ? 2.5 : 0);
    SampleResult filled =
        infiller.sample(
            TEXT,
            few()
                .with(Settings.CHAINS, 40)
                .with(Settings.STEPS, 400)
                .with(Settings.TEMPERATURE, 1.5)
                .withTerms(List.of(CAT)));

    assertThat(filled.marginals()).hasSize(3);
    for (Candidate candidate : filled.candidates()) {
      assertThat(candidate.probability().estimate().orElseThrow())
          .as(candidate.text())
          .isCloseTo(posterior.probability(tokens(candidate)), within(1e-3));
    }
  }

  /** Of a single blank the model tells all of U at once, but not V. */
  @Test
  void aSingleBlankIsEstimated() {
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.CHAINS, 40)
            .with(Settings.STEPS, 400)
            .withSeed(5)
            .with(Settings.TOP, 3);
    SampleResult alone = infiller.sample("the ___ sat .", settings);
    SampleResult filled = infiller.sample("the ___ sat .", settings.withTerms(List.of(CAT)));
    double cat = of(alone, "cat") * Math.exp(2.5);
    double expected = cat / (cat + 1 - of(alone, "cat"));

    assertThat(alone.verdict().reliability()).isEqualTo(Reliability.EXACT);
    assertThat(filled.verdict().reliability()).isEqualTo(Reliability.RELIABLE);
    assertThat(of(filled, "cat")).isCloseTo(expected, within(1e-3));
  }

  private static double of(SampleResult filled, String word) {
    return filled.marginals().get(0).words().stream()
        .filter(each -> each.text().equals(word))
        .findFirst()
        .orElseThrow()
        .estimate();
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sample.Samples#exactSamplers")
  void eachFillingIsEvaluatedOnce(String sampler) {
    Map<String, Integer> asked = new HashMap<>();
    List<Integer> batches = new ArrayList<>();
    TextTerm counting =
        texts -> {
          texts.forEach(filled -> asked.merge(filled.text(), 1, Integer::sum));
          batches.add(texts.size());
          return texts.stream().map(filled -> 0.5 * filled.text().length()).toList();
        };
    SampleResult filled =
        infiller.sample(
            TEXT,
            few()
                .with(Settings.SAMPLER, sampler)
                .withTerms(List.of(new WeightedTerm("n", 1, counting))));

    assertThat(asked.values()).containsOnly(1);
    assertThat(asked).hasSizeLessThanOrEqualTo(24);
    assertThat(filled.candidates()).allMatch(candidate -> asked.containsKey(candidate.text()));
    assertThat(batches.get(0)).as("the chains' starts, together").isGreaterThan(2);
  }

  /** A term of no weight changes nothing, the passes of the model and what is refused included. */
  @ParameterizedTest
  @MethodSource("dev.infill.core.sample.Samples#exactSamplers")
  void aTermOfNoWeightChangesNothing(String sampler) {
    SampleSettings settings = few().with(Settings.SAMPLER, sampler);
    SampleResult alone = infiller.sample(TEXT, settings);
    SampleResult filled =
        infiller.sample(TEXT, settings.withTerms(List.of(new WeightedTerm("none", 0, CAT.term()))));

    assertThat(filled.candidates())
        .extracting(Candidate::text)
        .isEqualTo(alone.candidates().stream().map(Candidate::text).toList());
    assertThat(filled.diagnostics().modelPasses()).isEqualTo(alone.diagnostics().modelPasses());
    assertThat(filled.diagnostics().hits()).isEqualTo(alone.diagnostics().hits());
    assertThat(filled.diagnostics().moves().accepted())
        .isEqualTo(alone.diagnostics().moves().accepted());
  }

  @Test
  void aDiverseListWeighsTheSum() {
    SampleResult filled =
        infiller.sample(
            TEXT,
            few()
                .with(Settings.SELECT, Selection.DIVERSE)
                .with(Settings.TOP, 3)
                .withTerms(List.of(new WeightedTerm("cat", 50, CAT.term()))));
    assertThat(tokens(filled.candidates().get(0))).contains("cat");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gibbs", "dula", "cdula"})
  void samplersThatDoNotLookAtTheEnergyAreRefused(String sampler) {
    assertRefused("sampler", () -> few().with(Settings.SAMPLER, sampler).withTerms(List.of(CAT)))
        .hasMessage(
            sampler
                + " does not look at the energy of what it draws, so that a term beside U has no"
                + " effect on it; take one of dmala, gwg, gibbs-mh, cdmala, cgwg");
    assertThatCode(() -> few().with(Settings.SAMPLER, sampler).withTerms(List.of()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e308})
  void aTermThatIsNoFiniteNumberIsRefused(double value) {
    TextTerm broken = TextTerm.of(text -> text.contains("cat") ? value : 0);
    assertThatThrownBy(
            () ->
                infiller.sample(
                    TEXT, few().withTerms(List.of(new WeightedTerm("broken", -10, broken)))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(
            "the term 'broken' must be a finite number times its weight, not -10.0 · "
                + value
                + " where the blanks hold '")
        .hasMessageContaining("'cat'")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aTermThatSaysTooLittleIsAMistake() {
    assertThatThrownBy(
            () ->
                infiller.sample(
                    TEXT, few().withTerms(List.of(new WeightedTerm("few", 1, texts -> List.of())))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the term 'few' says 0 values of ");
  }

  @Test
  void settingsCarryTheTerms() {
    SampleSettings settings = few().withTerms(List.of(CAT));
    assertThat(settings.withAll(Map.of())).isEqualTo(settings).hasSameHashCodeAs(settings);
    assertThat(settings).isNotEqualTo(few());
    assertThat(settings.withDrawnSeed().terms()).containsExactly(CAT);
    assertThat(settings.toString()).contains("cat");
  }

  @Test
  void termsDoNotGoWithAMinibatch() {
    assertThatThrownBy(
            () ->
                few()
                    .with(Settings.SAMPLER, "dula")
                    .with(Settings.MINIBATCH, OptionalInt.of(1))
                    .withTerms(List.of(CAT)))
        .isInstanceOf(InvalidInputException.class);
  }
}
