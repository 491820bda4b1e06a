package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
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
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fillings with terms beside U. That what is sampled is right: {@link InfillerPosteriorTest}. */
class AddedTermsTest {
  private static final WeightedTerm CAT = new WeightedTerm("cat", 2.5, TextTerm.keyword("cat"));

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private static InfillSettings.Builder few() {
    return InfillerPosteriorTest.settings("gibbs-mh").chains(8).steps(60).burnIn(10).seed(3);
  }

  private static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }

  private static InfillSettings.Builder keywords(Map<String, Double> weights) {
    return few().set(Settings.KEYWORD, new TreeMap<>(weights));
  }

  @Test
  void keywordsAreTermsBeforeThoseThatAreAdded() {
    WeightedTerm length = new WeightedTerm("length", -0.25, TextTerm.of(String::length));
    InfillSettings settings =
        keywords(Map.of(" Cat ", 2.5, "dog", -1.0)).terms(List.of(length)).build();

    assertThat(settings.terms())
        .extracting(WeightedTerm::name, WeightedTerm::weight)
        .containsExactly(
            tuple("keyword Cat", 2.5), tuple("keyword dog", -1.0), tuple("length", -0.25));
    assertThat(settings.toBuilder().build()).isEqualTo(settings);
    assertThat(settings.toBuilder().terms(List.of()).build())
        .isEqualTo(keywords(Map.of(" Cat ", 2.5, "dog", -1.0)).build())
        .isNotEqualTo(keywords(Map.of("dog", -1.0)).build());
    assertThat(
            infiller
                .infill(InfillerPosteriorTest.TEXT, keywords(Map.of("cat", 2.5)).build())
                .candidates())
        .extracting(Candidate::text, Candidate::total)
        .isEqualTo(
            infiller
                .infill(InfillerPosteriorTest.TEXT, few().terms(List.of(CAT)).build())
                .candidates()
                .stream()
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
      assertThatThrownBy(() -> keywords(weights).build())
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith(
              "a keyword is a word of up to 100 characters, and counts a number from -1e6 to 1e6; not '");
    }
    Map<String, Double> many = new HashMap<>();
    IntStream.rangeClosed(0, 100).forEach(k -> many.put("w" + k, 1.0));
    assertThatThrownBy(() -> keywords(many).build())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("there may be 100 keywords, not 101");
  }

  static Stream<String> exactSamplers() {
    return Sampler.labels().stream().filter(sampler -> Sampler.of(sampler).isExact());
  }

  @ParameterizedTest
  @MethodSource("exactSamplers")
  void candidatesTellUAndTheTermsAndAreOrderedByTheSum(String sampler) {
    WeightedTerm length = new WeightedTerm("length", -0.25, TextTerm.of(String::length));
    Posterior alone =
        new Posterior(model, InfillerPosteriorTest.TEXT, InfillerPosteriorTest.ALLOWED, 1);
    Infilling filled =
        infiller.infill(
            InfillerPosteriorTest.TEXT,
            few().sampler(sampler).temperature(2).terms(List.of(CAT, length)).build());

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
        new Posterior(model, InfillerPosteriorTest.TEXT, InfillerPosteriorTest.ALLOWED, 1.5)
            .with(tokens -> tokens.contains("cat") ? 2.5 : 0);
    Infilling filled =
        infiller.infill(
            InfillerPosteriorTest.TEXT,
            few().chains(40).steps(400).temperature(1.5).terms(List.of(CAT)).build());

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
    InfillSettings.Builder settings =
        new InfillSettings.Builder().chains(40).steps(400).seed(5).top(3);
    Infilling alone = infiller.infill("the ___ sat .", settings.build());
    Infilling filled = infiller.infill("the ___ sat .", settings.terms(List.of(CAT)).build());
    double cat = of(alone, "cat") * Math.exp(2.5);
    double expected = cat / (cat + 1 - of(alone, "cat"));

    assertThat(alone.verdict().reliability()).isEqualTo(Reliability.EXACT);
    assertThat(filled.verdict().reliability()).isEqualTo(Reliability.RELIABLE);
    assertThat(of(filled, "cat")).isCloseTo(expected, within(1e-3));
  }

  private static double of(Infilling filled, String word) {
    return filled.marginals().get(0).words().stream()
        .filter(each -> each.text().equals(word))
        .findFirst()
        .orElseThrow()
        .estimate();
  }

  @ParameterizedTest
  @MethodSource("exactSamplers")
  void eachFillingIsEvaluatedOnce(String sampler) {
    Map<String, Integer> asked = new HashMap<>();
    List<Integer> batches = new ArrayList<>();
    TextTerm counting =
        texts -> {
          texts.forEach(filled -> asked.merge(filled.text(), 1, Integer::sum));
          batches.add(texts.size());
          return texts.stream().map(filled -> 0.5 * filled.text().length()).toList();
        };
    Infilling filled =
        infiller.infill(
            InfillerPosteriorTest.TEXT,
            few().sampler(sampler).terms(List.of(new WeightedTerm("n", 1, counting))).build());

    assertThat(asked.values()).containsOnly(1);
    assertThat(asked).hasSizeLessThanOrEqualTo(24);
    assertThat(filled.candidates()).allMatch(candidate -> asked.containsKey(candidate.text()));
    assertThat(batches.get(0)).as("the chains' starts, together").isGreaterThan(2);
  }

  /** A term of no weight changes nothing, the passes of the model and what is refused included. */
  @ParameterizedTest
  @MethodSource("exactSamplers")
  void aTermOfNoWeightChangesNothing(String sampler) {
    InfillSettings.Builder settings = few().sampler(sampler);
    Infilling alone = infiller.infill(InfillerPosteriorTest.TEXT, settings.build());
    Infilling filled =
        infiller.infill(
            InfillerPosteriorTest.TEXT,
            settings.terms(List.of(new WeightedTerm("none", 0, CAT.term()))).build());

    assertThat(filled.candidates())
        .extracting(Candidate::text)
        .isEqualTo(alone.candidates().stream().map(Candidate::text).toList());
    assertThat(filled.diagnostics().modelPasses()).isEqualTo(alone.diagnostics().modelPasses());
    assertThat(filled.diagnostics().hits()).isEqualTo(alone.diagnostics().hits());
    assertThat(filled.diagnostics().acceptanceRate())
        .isEqualTo(alone.diagnostics().acceptanceRate());
  }

  @Test
  void aDiverseListWeighsTheSum() {
    Infilling filled =
        infiller.infill(
            InfillerPosteriorTest.TEXT,
            few()
                .select(Selection.DIVERSE)
                .top(3)
                .terms(List.of(new WeightedTerm("cat", 50, CAT.term())))
                .build());
    assertThat(tokens(filled.candidates().get(0))).contains("cat");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gibbs", "dula", "cdula"})
  void samplersThatDoNotLookAtTheEnergyAreRefused(String sampler) {
    assertInvalid(
        () -> few().sampler(sampler).terms(List.of(CAT)).build(),
        "sampler",
        sampler
            + " does not look at the energy of what it draws, so that a term beside U has no"
            + " effect on it; take one of dmala, gwg, gibbs-mh, cdmala, cgwg");
    assertThatCode(() -> few().sampler(sampler).terms(List.of()).build())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e308})
  void aTermThatIsNoFiniteNumberIsRefused(double value) {
    TextTerm broken = TextTerm.of(text -> text.contains("cat") ? value : 0);
    assertThatThrownBy(
            () ->
                infiller.infill(
                    InfillerPosteriorTest.TEXT,
                    few().terms(List.of(new WeightedTerm("broken", -10, broken))).build()))
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
                infiller.infill(
                    InfillerPosteriorTest.TEXT,
                    few().terms(List.of(new WeightedTerm("few", 1, texts -> List.of()))).build()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the term 'few' says 0 values of ");
  }

  @Test
  void settingsCarryTheTerms() {
    InfillSettings settings = few().terms(List.of(CAT)).build();
    assertThat(settings.toBuilder().build()).isEqualTo(settings).hasSameHashCodeAs(settings);
    assertThat(settings).isNotEqualTo(few().build());
    assertThat(settings.withDrawnSeed().terms()).containsExactly(CAT);
    assertThat(settings.toString()).contains("cat");
  }

  @Test
  void termsDoNotGoWithAMinibatch() {
    assertThatThrownBy(
            () ->
                few()
                    .sampler("dula")
                    .set(Settings.MINIBATCH, OptionalInt.of(1))
                    .terms(List.of(CAT))
                    .build())
        .isInstanceOf(InvalidInputException.class);
  }

  private static void assertInvalid(ThrowingCallable call, String field, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            invalid -> {
              assertThat(invalid.field()).isEqualTo(field);
              assertThat(invalid).hasMessage(message);
            });
  }
}
