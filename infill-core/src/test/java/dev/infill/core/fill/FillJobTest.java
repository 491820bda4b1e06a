package dev.infill.core.fill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.text.WeightedTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the answers of fill against the enumeration of a tiny model. */
final class FillJobTest {
  private static final double ROUNDING = 1e-9;

  private static TinyLanguageModel model;

  @BeforeAll
  static void open() {
    model = new TinyLanguageModel();
  }

  @AfterAll
  static void close() {
    model.close();
  }

  private static FillSettings seeded() {
    return FillSettings.defaults().with(Settings.SEED, OptionalLong.of(3));
  }

  private static <T> FillSettings seeded(Setting<T> setting, T value) {
    return seeded().with(setting, value);
  }

  private static FillResult fill(String text, FillSettings settings) {
    return new Infiller(model).fill(text, settings);
  }

  /** Returns M of every filling of words, by its text. */
  private static Map<String, Double> enumerated(String text) {
    BlankedText blanked = BlankedText.parse(text);
    TokenizedText tokenized = model.tokenize(blanked);
    TokenSet words = model.vocabulary().select(VocabularyChoice.WORDS);
    int blanks = tokenized.blankCount();
    Energy energy = model.energy(tokenized, Collections.nCopies(blanks, words));
    List<State> all = List.of(State.of(new int[blanks]));
    for (int blank = 0; blank < blanks; blank++) {
      List<State> more = new ArrayList<>();
      for (State state : all) {
        for (int word = 0; word < words.size(); word++) {
          more.add(state.with(blank, word));
        }
      }
      all = more;
    }
    Map<String, Double> found = new LinkedHashMap<>();
    for (State state : all) {
      double sum = 0;
      for (int i = 0; i < blanks; i++) {
        int blank = i;
        for (boolean forward : new boolean[] {true, false}) {
          int[] known =
              IntStream.range(0, blanks)
                  .map(j -> (forward ? j < blank : j > blank) ? state.get(j) : Energy.MASKED)
                  .toArray();
          sum +=
              0.5
                  * energy
                      .conditionals(List.of(new Context(State.of(known), i)))
                      .get(0)
                      .logProbability(state.get(i));
        }
      }
      List<String> tokens =
          IntStream.range(0, blanks)
              .mapToObj(i -> model.vocabulary().token(words.id(state.get(i))))
              .toList();
      found.put(blanked.fill(tokens).text(), sum);
    }
    return found;
  }

  private static void assertAnswers(
      FillResult result, Map<String, Double> weights, double temperature, double errors) {
    double z = weights.values().stream().mapToDouble(m -> Math.exp(m / temperature)).sum();
    List<Double> best = weights.values().stream().sorted(Comparator.reverseOrder()).toList();
    for (int rank = 0; rank < result.fillings().size(); rank++) {
      Filling filling = result.fillings().get(rank);
      assertEquals(Objects.requireNonNull(weights.get(filling.text())), filling.total(), ROUNDING);
      assertEquals(best.get(rank), filling.total(), ROUNDING, "rank " + rank);
      double p = Math.exp(filling.total() / temperature) / z;
      assertEquals(
          p,
          filling.probability().estimate().orElseThrow(),
          errors * filling.probability().standardError().orElseThrow() + ROUNDING);
      assertTrue(p <= filling.probability().upperBound().orElseThrow() + ROUNDING);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the [MASK] sat on the mat .",
        "the [MASK] [MASK] on the mat .",
        "the [MASK] sat [MASK] the [MASK] ."
      })
  void theListIsCertainAndItsProbabilitiesAreRight(String text) {
    FillResult result = fill(text, seeded());
    assertEquals(5, result.fillings().size());
    assertEquals(5, result.verdict().certain());
    assertTrue(result.verdict().text().startsWith("These are the five most probable fillings"));
    assertAnswers(result, enumerated(text), 1, 3);
  }

  @Test
  void aSingleBlankIsExact() {
    FillResult result = fill("the [MASK] sat on the mat .", seeded(Settings.TOP, 4));
    assertEquals(Reliability.EXACT, result.verdict().reliability());
    assertEquals(1, result.diagnostics().searchPasses());
    assertEquals(0, result.diagnostics().draws());
    assertEquals(
        "These are the four most probable fillings, and the probabilities are exact.",
        result.verdict().text());
    assertEquals(4, result.verdict().certain());
    // The marginals of the blank are the list.
    for (int rank = 0; rank < 4; rank++) {
      assertEquals(
          result.fillings().get(rank).probability().estimate().orElseThrow(),
          result.marginals().get(0).words().get(rank).estimate(),
          1e-12);
      assertEquals(result.fillings().get(rank).energy(), result.fillings().get(rank).twoWay());
    }
  }

  @Test
  void allFillingsAreListedWhereThereAreFewer() {
    FillResult result =
        fill(
            "the [MASK] [MASK] on the mat .",
            seeded(Settings.TOP, 100)
                .with(
                    Settings.ALLOW,
                    new TreeMap<>(Map.of(1, List.of("cat", "dog"), 2, List.of("sat", "ran")))));
    assertEquals(4, result.fillings().size());
    assertEquals(
        "These are all four fillings, and the probabilities are exact.", result.verdict().text());
    assertEquals(
        1,
        result.fillings().stream()
            .mapToDouble(filling -> filling.probability().estimate().orElseThrow())
            .sum(),
        ROUNDING);
    assertEquals(OptionalDouble.of(0), result.verdict().unlisted());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2})
  void temperaturesChangeProbabilitiesAndNotTheOrder(double temperature) {
    String text = "the [MASK] sat [MASK] the [MASK] .";
    FillResult result = fill(text, seeded(Settings.TEMPERATURE, temperature));
    assertAnswers(result, enumerated(text), temperature, 3.5);
  }

  @Test
  void whatIsAddedCounts() {
    String text = "the [MASK] sat [MASK] the [MASK] .";
    TextTerm cats = TextTerm.of(filled -> filled.contains("cat") ? 1.0 : 0.0);
    FillResult result =
        fill(text, seeded().withTerms(List.of(new WeightedTerm("cats", 1.5, cats))));
    Map<String, Double> weights = enumerated(text);
    weights.replaceAll((filled, m) -> m + (filled.contains("cat") ? 1.5 : 0));
    assertEquals(0, result.verdict().certain());
    assertEquals(OptionalDouble.empty(), result.verdict().unlisted());
    assertTrue(result.verdict().text().startsWith("These are the best of"));
    assertAnswers(result, weights, 1, 3);
    assertEquals(1.5, result.fillings().get(0).terms().get(0).weight());
    FillResult one =
        fill(text, seeded(Settings.TOP, 1).withTerms(List.of(new WeightedTerm("cats", 1.5, cats))));
    assertTrue(one.verdict().text().startsWith("This is the best of"), one.verdict().text());
    assertTrue(one.verdict().text().contains("; its probability is"), one.verdict().text());
  }

  /** What a keyword adds at most is known, so that the list is certain. */
  @ParameterizedTest
  @ValueSource(doubles = {4, -4})
  void listsWithKeywordsAreCertain(double weight) {
    String text = "the [MASK] sat [MASK] the [MASK] .";
    FillResult result = fill(text, seeded(Settings.KEYWORD, new TreeMap<>(Map.of("dog", weight))));
    Map<String, Double> weights = enumerated(text);
    weights.replaceAll((filled, m) -> m + (filled.contains("dog") ? weight : 0));
    assertEquals(5, result.verdict().certain());
    assertAnswers(result, weights, 1, 3);
  }

  @Test
  void repetitionsAreLeftOut() {
    String text = "the [MASK] [MASK] on [MASK] mat .";
    FillResult result = fill(text, seeded(Settings.DISTINCT_WORDS, true));
    Map<String, Double> weights = enumerated(text);
    weights
        .keySet()
        .removeIf(
            filled -> {
              String[] words = filled.split(" ", -1);
              return words[1].equals(words[2])
                  || words[2].equals(words[4])
                  || words[1].equals(words[4]);
            });
    assertAnswers(result, weights, 1, 3);
    assertEquals(5, result.verdict().certain());
  }

  @Test
  void marginalsSumToOne() {
    FillResult result = fill("the [MASK] [MASK] on [MASK] mat .", seeded());
    assertEquals(3, result.marginals().size());
    for (Marginal marginal : result.marginals()) {
      assertEquals(1, marginal.rest(0), 0.03);
    }
  }

  /** Each length by itself; listed by M per piece. */
  @Test
  void lengthsAreMergedJobs() {
    FillResult both = fill("the [MASK:1-2] on the mat .", seeded(Settings.TOP, 8));
    FillResult one = fill("the [MASK] on the mat .", seeded(Settings.TOP, 50));
    FillResult two = fill("the [MASK:2] on the mat .", seeded(Settings.TOP, 1_000));
    assertEquals(2, both.reading().lengths());
    double previous = 0;
    for (Filling filling : both.fillings()) {
      double perPiece = filling.twoWay() / filling.fills().size();
      assertTrue(perPiece <= previous);
      previous = perPiece;
      Filling same =
          (filling.fills().size() == 1 ? one : two)
              .fillings().stream()
                  .filter(other -> other.text().equals(filling.text()))
                  .findFirst()
                  .orElseThrow();
      assertEquals(same.twoWay(), filling.twoWay(), ROUNDING);
      assertEquals(
          same.probability().estimate().orElseThrow(),
          filling.probability().estimate().orElseThrow(),
          0.2 * same.probability().estimate().orElseThrow());
    }
    assertEquals(8, both.verdict().certain());
  }

  @Test
  void diverseListsDiffer() {
    FillResult result =
        fill(
            "the [MASK] [MASK] on [MASK] mat .",
            seeded(Settings.SELECT, Selection.DIVERSE)
                .with(Settings.DIVERSITY, OptionalDouble.of(0.9)));
    FillResult best = fill("the [MASK] [MASK] on [MASK] mat .", seeded());
    List<String> texts = result.fillings().stream().map(Filling::text).toList();
    assertEquals(best.fillings().get(0).text(), texts.get(0));
    assertFalse(best.fillings().stream().map(Filling::text).toList().equals(texts));
    assertEquals(0, result.verdict().certain());
  }

  /** The search gets half of the passes; what it leaves possible is told. */
  @Test
  void tooFewPassesAreSaidSo() {
    String text = "the [MASK] [MASK] on [MASK] mat .";
    FillResult result =
        fill(text, seeded(Settings.MAX_PASSES, OptionalInt.of(12)).with(Settings.TOP, 20));
    assertEquals(Reliability.UNRELIABLE, result.verdict().reliability());
    assertTrue(result.verdict().certain() < 20);
    assertTrue(result.verdict().text().contains("(max-passes 48) would help"));
    double bound = result.verdict().unlisted().orElse(1);
    Map<String, Double> weights = enumerated(text);
    double z = weights.values().stream().mapToDouble(Math::exp).sum();
    List<String> listed = result.fillings().stream().map(Filling::text).toList();
    weights.forEach(
        (filled, m) ->
            assertTrue(listed.contains(filled) || Math.exp(m) / z <= bound + ROUNDING, filled));
  }

  /** Before Z has an error, what was found has no probability, and no word of it either. */
  @Test
  void wordsHaveNoProbabilityBeforeFillingsDo() {
    Set<Boolean> known = new HashSet<>();
    for (int passes = 4; passes <= 256; passes *= 2) {
      FillResult result =
          fill(
              "the [MASK] [MASK] on [MASK] mat .",
              seeded(Settings.MAX_PASSES, OptionalInt.of(passes)));
      for (Filling filling : result.fillings()) {
        boolean hasEstimate = filling.probability().estimate().isPresent();
        assertEquals(hasEstimate, !result.marginals().isEmpty());
        known.add(hasEstimate);
      }
    }
    assertEquals(Set.of(true, false), known);
  }

  @Test
  void aCancelledJobTellsWhatItFound() {
    Cancellation cancellation = new Cancellation();
    List<FillListener.Progress> told = new ArrayList<>();
    Infiller infiller = new Infiller(model);
    FillResult result =
        infiller.fill(
            infiller.prepare(BlankedText.parse("the [MASK] [MASK] on [MASK] mat ."), seeded()),
            progress -> {
              told.add(progress);
              if (!progress.list().isEmpty()) {
                cancellation.cancel();
              }
            },
            cancellation);
    assertTrue(result.interrupted());
    assertFalse(result.fillings().isEmpty());
    assertEquals(
        told.get(told.size() - 1).list().stream().map(FillListener.Found::text).toList(),
        result.fillings().stream().map(Filling::text).toList());
  }

  @Test
  void anEndedJobMakesNoPass() {
    Cancellation cancellation = new Cancellation();
    cancellation.end();
    Infiller infiller = new Infiller(model);
    FillResult result =
        infiller.fill(
            infiller.prepare(BlankedText.parse("the [MASK] [MASK] on the mat ."), seeded()),
            FillListener.NONE,
            cancellation);
    assertTrue(result.interrupted());
    assertEquals(Reliability.NOT_SAMPLED, result.verdict().reliability());
  }

  @Test
  void theSameSeedGivesTheSame() {
    String text = "the [MASK] [MASK] on [MASK] mat .";
    assertEquals(
        fill(text, seeded()).withoutTime().toString(),
        fill(text, seeded()).withoutTime().toString());
  }

  @Test
  void settingsOfChainsAreRefused() {
    InvalidInputException refused =
        assertThrows(
            InvalidInputException.class, () -> FillSettings.defaults().with(Settings.CHAINS, 5));
    assertEquals("chains", refused.field());
    assertEquals("fill has no chains; sample has", refused.getMessage());
  }

  @Test
  void tooManyLengthsAreRefused() {
    InvalidInputException refused =
        assertThrows(
            InvalidInputException.class, () -> fill("[MASK:1-5] [MASK:1-5] [MASK:1-5]", seeded()));
    assertEquals("text", refused.field());
  }
}
