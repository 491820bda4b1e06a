package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.runtime.Precision;
import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.Fill;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The real BERT-base against values computed in float64 by an independent implementation: U, log f
 * and gradients of given fillings, and what the model says of blanks while others are masked.
 */
@ExtendWith(RealModel.class)
class GoldenEnergyTest {
  /** In float32 up to 4.2e-5 was seen; processors that add in another order have room. */
  private static final double TOLERANCE = 2e-4;

  /** In float16 a logit of 8 to 16 is 0.008 away from the next one. */
  private static final double FLOAT16_TOLERANCE = 0.05;

  /** The file gives this many of the likeliest tokens, in order. */
  private static final int TOP = 5;

  private static JsonNode golden;
  private static JsonNode twoWay;
  private static BertModel model;

  @BeforeAll
  static void open(BertModel opened) throws IOException {
    model = opened;
    golden = GoldenFile.read("energy-bert-base-uncased.json");
    twoWay = GoldenFile.read("two-way-bert-base-uncased.json");
  }

  @Test
  void textsAreCutIntoTheSamePieces() {
    for (JsonNode text : golden) {
      TokenizedText tokenized = tokenized(text);
      assertThat(tokenized.pieces()).isEqualTo(integers(text.get("token_ids")));
      assertThat(tokenized.blanks()).isEqualTo(integers(text.get("mask_positions")));
    }
  }

  @Test
  void theLikeliestTokensOfTheAllMaskedTextAgreeInOrder() {
    LargestError error = new LargestError("all-masked log f", TOLERANCE);
    for (JsonNode text : golden) {
      List<double[]> logProbabilities = model.allMaskedLogProbabilities(tokenized(text));
      for (int i = 0; i < logProbabilities.size(); i++) {
        double[] row = logProbabilities.get(i);
        List<Integer> best =
            IntStream.range(0, row.length)
                .boxed()
                .sorted(Comparator.comparingDouble(id -> -row[id]))
                .limit(TOP)
                .toList();
        JsonNode expected = text.get("all_masked_top5_log_prob").get(i);
        assertThat(best.stream().map(model.vocabulary()::token).toList())
            .isEqualTo(elements(expected).map(entry -> entry.get(0).asText()).toList());
        for (int rank = 0; rank < TOP; rank++) {
          error.check(row[best.get(rank)], expected.get(rank).get(1).asDouble());
        }
      }
    }
    error.report();
  }

  @Test
  void energiesOwnTermsAndGradientsAgree() {
    assertEnergiesOwnTermsAndGradientsAgree(model, TOLERANCE);
  }

  /** Every day random models are compared in float16; see {@link PrecisionTest}. */
  @Tag("exhaustive")
  @Test
  void energiesOwnTermsAndGradientsInFloat16AreNear() {
    try (BertModel half =
        BertModel.open(BertModelOptions.defaults().withPrecision(Precision.FLOAT16))) {
      assertEnergiesOwnTermsAndGradientsAgree(half, FLOAT16_TOLERANCE);
    }
  }

  private static void assertEnergiesOwnTermsAndGradientsAgree(BertModel model, double tolerance) {
    LargestError energies = new LargestError("U", tolerance);
    LargestError logProbabilities = new LargestError("log f", tolerance);
    LargestError ownTerms = new LargestError("own term", tolerance);
    LargestError gradients = new LargestError("gradient", tolerance);
    LargestError differences = new LargestError("gradient minus current", tolerance);
    for (JsonNode text : golden) {
      for (JsonNode fills : text.get("fills")) {
        Energy energy = energy(model, text);
        State state = state(fills);
        List<State> one = List.of(state);
        Evaluation value = energy.evaluate(one, GradientKind.NONE).get(0);
        Evaluation own = energy.evaluate(one, GradientKind.OWN_TERM).get(0);
        Evaluation exact = energy.evaluate(one, GradientKind.EXACT).get(0);
        for (Evaluation evaluation : List.of(value, own, exact)) {
          energies.check(evaluation.energy(), fills.get("U").asDouble());
          for (int i = 0; i < state.size(); i++) {
            logProbabilities.check(
                evaluation.logProbabilities()[i], fills.get("log_f").get(i).asDouble());
          }
        }
        for (JsonNode probe : fills.get("probes")) {
          int blank = probe.get("position").asInt();
          int token = id(probe.get("token").asText());
          ownTerms.check(own.gradient(blank)[token], probe.get("own_term").asDouble());
          gradients.check(exact.gradient(blank)[token], probe.get("gradient").asDouble());
          differences.check(
              energy
                  .domains()
                  .get(blank)
                  .firstOrderDifference(exact.gradient(blank), state.get(blank), token),
              probe.get("gradient_minus_current").asDouble());
        }
      }
    }
    Stream.of(energies, logProbabilities, ownTerms, gradients, differences)
        .forEach(LargestError::report);
  }

  @Test
  void aResultDoesNotDependOnTheRestOfTheBatch() {
    JsonNode text = golden.get(0);
    Energy energy = energy(model, text);
    List<State> states =
        new ArrayList<>(elements(text.get("fills")).map(GoldenEnergyTest::state).toList());
    List<Evaluation> together = energy.evaluate(states, GradientKind.EXACT);
    Collections.reverse(states);
    LargestError error = new LargestError("batch", TOLERANCE);
    for (int s = 0; s < states.size(); s++) {
      Evaluation alone = energy.evaluate(List.of(states.get(s)), GradientKind.EXACT).get(0);
      Evaluation batched = together.get(states.size() - 1 - s);
      error.check(alone.energy(), batched.energy());
      for (int token = 0; token < model.vocabulary().size(); token += 97) {
        error.check(alone.gradient(1)[token], batched.gradient(1)[token]);
      }
    }
    error.report();
  }

  /** The terms of the chain rule, from the left and from the right: later blanks are masked. */
  @Test
  void termsWithOtherBlanksMaskedAgree() {
    LargestError error = new LargestError("log f, other blanks masked", TOLERANCE);
    for (JsonNode text : twoWay) {
      Energy energy = energy(model, text);
      for (JsonNode fills : text.get("fills")) {
        State state = state(fills);
        for (int i = 0; i < state.size(); i++) {
          int blank = i;
          error.check(
              term(energy, state, i, other -> other < blank),
              fills.get("left_to_right").get(i).asDouble());
          error.check(
              term(energy, state, i, other -> other > blank),
              fills.get("right_to_left").get(i).asDouble());
        }
      }
    }
    error.report();
  }

  /** What fill says of a few allowed words is what enumeration in float64 says. */
  @Test
  void probabilitiesOfFillAgree() {
    LargestError error = new LargestError("M and p of fill", TOLERANCE);
    for (JsonNode text : twoWay) {
      SortedMap<Integer, List<String>> allowed = new TreeMap<>();
      text.get("allow")
          .forEach(
              words -> {
                List<String> ofBlank = new ArrayList<>();
                words.forEach(word -> ofBlank.add(word.asText()));
                allowed.put(allowed.size() + 1, ofBlank);
              });
      FillResult result =
          new Infiller(model)
              .fill(
                  text.get("text").asText(),
                  FillSettings.defaults()
                      .with(Settings.VOCABULARY, VocabularyChoice.FULL)
                      .with(Settings.ALLOW, allowed)
                      .with(Settings.TOP, 10_000));
      assertThat(result.verdict().reliability()).isEqualTo(Reliability.EXACT);
      for (JsonNode expected : text.get("posterior")) {
        List<String> tokens = new ArrayList<>();
        expected.get("tokens").forEach(token -> tokens.add(token.asText()));
        Filling filling =
            result.fillings().stream()
                .filter(it -> it.fills().stream().map(Fill::token).toList().equals(tokens))
                .findFirst()
                .orElseThrow();
        double p = filling.probability().estimate().orElseThrow();
        error.check(filling.twoWay(), expected.get("M").asDouble());
        error.check(p, expected.get("p").asDouble());
        error.check(filling.twoWay() - Math.log(p), text.get("log_Z").asDouble());
      }
    }
    error.report();
  }

  private static double term(Energy energy, State state, int coordinate, IntPredicate known) {
    State asked =
        State.of(
            IntStream.range(0, state.size())
                .map(i -> i == coordinate || known.test(i) ? state.get(i) : Energy.MASKED)
                .toArray());
    return energy
        .conditionals(List.of(new Context(asked, coordinate)))
        .get(0)
        .logProbability(state.get(coordinate));
  }

  private static TokenizedText tokenized(JsonNode text) {
    return model.tokenize(BlankedText.parse(text.get("text").asText()));
  }

  private static Energy energy(BertModel model, JsonNode text) {
    TokenizedText tokenized = tokenized(text);
    return model.energy(
        tokenized,
        Collections.nCopies(tokenized.blankCount(), TokenSet.all(model.vocabulary().size())));
  }

  /** Candidates are the whole vocabulary here, so a token's index is its id. */
  private static State state(JsonNode fills) {
    return State.of(elements(fills.get("tokens")).mapToInt(token -> id(token.asText())).toArray());
  }

  private static int id(String token) {
    return model.vocabulary().id(token).orElseThrow();
  }

  private static int[] integers(JsonNode array) {
    return elements(array).mapToInt(JsonNode::asInt).toArray();
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** Checks values against the tolerance and keeps the largest error, to be reported. */
  private static final class LargestError {
    private final String name;
    private final double tolerance;
    private double largest;
    private int checks;

    LargestError(String name, double tolerance) {
      this.name = name;
      this.tolerance = tolerance;
    }

    void check(double actual, double expected) {
      largest = Math.max(largest, Math.abs(actual - expected));
      checks++;
      assertThat(Math.abs(actual - expected))
          .as("%s: %s against %s", name, actual, expected)
          .isLessThanOrEqualTo(tolerance);
    }

    void report() {
      assertThat(checks).as("%s: checks made", name).isPositive();
      System.out.printf(
          Locale.ROOT, "%s: largest error %.1e of %d checks%n", name, largest, checks);
    }
  }
}
