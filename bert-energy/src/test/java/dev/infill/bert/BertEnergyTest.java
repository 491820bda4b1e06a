package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The energies of a random BERT of 2 layers, opened as a user's checkpoint is, against {@link
 * PlainEnergy} and finite differences of it.
 */
class BertEnergyTest {
  /** The model computes in float32, with scores of size 5 and gradients of size 10. */
  private static final double TOLERANCE = 5e-5;

  /** Between two evaluations of one state in float32. */
  private static final double ROUNDING = 2e-5;

  private static final int VOCABULARY = SyntheticCheckpoint.VOCABULARY.size();
  private static final int MASK = SyntheticCheckpoint.VOCABULARY.indexOf("[MASK]");

  private static final String ONE_BLANK = "the cat [MASK] on a mat.";
  private static final String THREE_BLANKS = "the [MASK] sat on [MASK] [MASK].";

  /** 16 pieces, all the model reads; every word is a blank. */
  private static final String ALL_BLANKS =
      "[MASK] [MASK] [MASK] [MASK] [MASK] [MASK] [MASK] "
          + "[MASK] [MASK] [MASK] [MASK] [MASK] [MASK] [MASK] ";

  @TempDir static Path folder = Path.of("");

  private static PlainBert plain;
  private static BertModel model;

  @BeforeAll
  static void open() throws IOException {
    SyntheticCheckpoint checkpoint = new SyntheticCheckpoint(21);
    plain =
        new PlainBert(
            new BertConfiguration(VOCABULARY, 128, 2, 2, 192, 16, 1e-12), checkpoint.values());
    model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(checkpoint.writeFolder(folder.resolve("model")).toString())
                .withCache(folder.resolve("cache"))
                .withThreads(1));
  }

  @AfterAll
  static void close() {
    model.close();
  }

  private static TokenizedText tokenize(String text) {
    return model.tokenize(BlankedText.parse(text));
  }

  private static List<TokenSet> allTokens(TokenizedText text) {
    return Collections.nCopies(text.blankCount(), TokenSet.all(VOCABULARY));
  }

  /** Over the whole vocabulary, so that a token's index is its id. */
  private static Energy energy(TokenizedText text) {
    return model.energy(text, allTokens(text));
  }

  private static PlainEnergy plainEnergy(TokenizedText text) {
    return new PlainEnergy(plain, text, MASK, VOCABULARY);
  }

  private static List<State> randomStates(int count, TokenizedText text) {
    Random random = new Random(count);
    return Stream.generate(() -> State.of(random.ints(text.blankCount(), 0, VOCABULARY).toArray()))
        .limit(count)
        .toList();
  }

  private static void assertSame(Evaluation actual, Evaluation expected) {
    assertThat(actual.energy()).isCloseTo(expected.energy(), within(ROUNDING));
    assertThat(actual.logProbabilities())
        .containsExactly(expected.logProbabilities(), within(ROUNDING));
    assertThat(actual.hasGradient()).isEqualTo(expected.hasGradient());
    for (int i = 0; actual.hasGradient() && i < actual.logProbabilities().length; i++) {
      for (int v = 0; v < VOCABULARY; v++) {
        assertThat(actual.gradient(i)[v]).isCloseTo(expected.gradient(i)[v], within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ONE_BLANK, THREE_BLANKS, ALL_BLANKS})
  void energiesLogProbabilitiesAndOwnTermsAreThoseOfTheDefinition(String blanked) {
    TokenizedText text = tokenize(blanked);
    PlainEnergy expected = plainEnergy(text);
    Energy energy = energy(text);
    List<State> states = randomStates(3, text);
    List<Evaluation> values = energy.evaluate(states, GradientKind.NONE);
    List<Evaluation> own = energy.evaluate(states, GradientKind.OWN_TERM);
    for (int s = 0; s < states.size(); s++) {
      int[] tokens = states.get(s).toArray();
      assertThat(values.get(s).hasGradient()).isFalse();
      for (Evaluation evaluation : List.of(values.get(s), own.get(s))) {
        assertThat(evaluation.energy()).isCloseTo(expected.energy(tokens), within(TOLERANCE));
      }
      for (int i = 0; i < tokens.length; i++) {
        double logProbability = expected.logProbabilities(i, tokens)[tokens[i]];
        assertThat(values.get(s).logProbabilities()[i])
            .isCloseTo(logProbability, within(TOLERANCE));
        double[] scores = expected.logProbabilities(i, tokens);
        for (int v = 0; v < VOCABULARY; v++) {
          assertThat(own.get(s).gradient(i)[v]).isCloseTo(scores[v], within(TOLERANCE));
        }
      }
    }
  }

  @Test
  void exactGradientIsTheDerivativeOfTheOneHots() {
    TokenizedText text = tokenize(THREE_BLANKS);
    State state = State.of(8, 15, 16);
    Evaluation evaluation =
        energy(text).evaluate(List.of(State.of(1, 2, 3), state), GradientKind.EXACT).get(1);
    PlainEnergy plainEnergy = plainEnergy(text);
    double[][] expected = plainEnergy.gradient(state.toArray());
    assertThat(evaluation.energy())
        .isCloseTo(plainEnergy.energy(state.toArray()), within(TOLERANCE));
    double largestCrossTerm = 0;
    for (int i = 0; i < state.size(); i++) {
      double[] own = plainEnergy.logProbabilities(i, state.toArray());
      for (int v = 0; v < VOCABULARY; v++) {
        assertThat(evaluation.gradient(i)[v]).isCloseTo(expected[i][v], within(TOLERANCE));
        largestCrossTerm = Math.max(largestCrossTerm, Math.abs(expected[i][v] - own[v]));
      }
    }
    assertThat(largestCrossTerm).as("a cross term that matters").isGreaterThan(1e4 * TOLERANCE);
  }

  @Test
  void oneBlankMaskedHasNoCrossTerm() {
    Energy energy = energy(tokenize(ONE_BLANK));
    List<State> states = List.of(State.of(10), State.of(3));
    List<Evaluation> exact = energy.evaluate(states, GradientKind.EXACT);
    List<Evaluation> own = energy.evaluate(states, GradientKind.OWN_TERM);
    assertSame(exact.get(0), own.get(0));
    assertSame(exact.get(1), own.get(1));
  }

  @ParameterizedTest
  @EnumSource
  void restrictedCandidatesHaveTheSameNumbers(GradientKind gradient) {
    TokenizedText text = tokenize(THREE_BLANKS);
    List<TokenSet> candidates =
        List.of(TokenSet.of(9, 8, 13), TokenSet.of(6), TokenSet.of(19, 15, 0, 8));
    Energy restricted = model.energy(text, candidates);
    assertThat(restricted.domains())
        .containsExactly(new Categorical(3), new Categorical(1), new Categorical(4));
    Evaluation expected = energy(text).evaluate(List.of(State.of(13, 6, 8)), gradient).get(0);
    Evaluation actual = restricted.evaluate(List.of(State.of(2, 0, 1)), gradient).get(0);
    assertThat(actual.energy()).isCloseTo(expected.energy(), within(ROUNDING));
    assertThat(actual.logProbabilities())
        .containsExactly(expected.logProbabilities(), within(ROUNDING));
    for (int i = 0; actual.hasGradient() && i < candidates.size(); i++) {
      TokenSet tokens = candidates.get(i);
      for (int k = 0; k < tokens.size(); k++) {
        assertThat(actual.gradient(i)[k])
            .isCloseTo(expected.gradient(i)[tokens.id(k)], within(ROUNDING));
      }
    }
  }

  /** 5 states of 14 sequences of 16 pieces each: passes of one sequence up to several states. */
  @ParameterizedTest
  @EnumSource
  void whatIsSplitOverSeveralPassesIsTheSame(GradientKind gradient) {
    TokenizedText text = tokenize(ALL_BLANKS);
    List<State> states = randomStates(5, text);
    List<Evaluation> whole =
        model
            .energy(text, allTokens(text), new PassSize(100_000, 100_000, 100_000, 100_000))
            .evaluate(states, gradient);
    for (int sequences : new int[] {1, 2, 3, 5, 13, 14, 27, 28, 42}) {
      PassSize size = new PassSize(16 * sequences, 16 * sequences, 100_000, 100_000);
      List<Evaluation> split = model.energy(text, allTokens(text), size).evaluate(states, gradient);
      assertThat(split).hasSameSizeAs(whole);
      for (int s = 0; s < split.size(); s++) {
        assertSame(split.get(s), whole.get(s));
      }
    }
  }

  @Test
  void conditionalsAreThoseOfTheModelOverTheCandidates() {
    TokenizedText text = tokenize(THREE_BLANKS);
    List<TokenSet> candidates =
        List.of(TokenSet.of(9, 8, 13), TokenSet.of(19, 15, 0, 8), TokenSet.all(VOCABULARY));
    List<Context> contexts =
        List.of(
            new Context(State.of(0, 1, 7), 1),
            new Context(State.of(2, 3, 19), 0),
            new Context(State.of(1, 0, 4), 2),
            new Context(State.of(2, 2, 2), 1));
    PlainEnergy plainEnergy = plainEnergy(text);
    for (int sequences : new int[] {100, 3, 1}) {
      PassSize size = new PassSize(sequences * text.length(), 1, 100, 100);
      List<Conditional> conditionals = model.energy(text, candidates, size).conditionals(contexts);
      assertThat(conditionals).hasSameSizeAs(contexts);
      for (int s = 0; s < contexts.size(); s++) {
        State state = contexts.get(s).state();
        int coordinate = contexts.get(s).coordinate();
        int[] tokens = IntStream.range(0, 3).map(i -> candidates.get(i).id(state.get(i))).toArray();
        double[] f = plainEnergy.logProbabilities(coordinate, tokens);
        TokenSet asked = candidates.get(coordinate);
        double share = PlainBert.logSumExp(asked.ids().mapToDouble(id -> f[id]).toArray());
        CategoricalDistribution conditional = conditionals.get(s).distribution();
        assertThat(conditional.size()).isEqualTo(asked.size());
        for (int k = 0; k < asked.size(); k++) {
          assertThat(conditionals.get(s).term(k)).isCloseTo(f[asked.id(k)], within(TOLERANCE));
          assertThat(conditional.logProbability(k))
              .isCloseTo(f[asked.id(k)] - share, within(TOLERANCE));
        }
        assertThat(
                IntStream.range(0, asked.size())
                    .mapToDouble(k -> Math.exp(conditional.logProbability(k)))
                    .sum())
            .isCloseTo(1, within(1e-12));
      }
    }
  }

  @Test
  void allMaskedLogProbabilitiesAreThoseOfTheDefinition() {
    TokenizedText text = tokenize(THREE_BLANKS);
    List<double[]> rows = model.allMaskedLogProbabilities(text);
    assertThat(rows).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(rows.get(i))
          .containsExactly(plainEnergy(text).allMaskedLogProbabilities(i), within(TOLERANCE));
    }
    assertThat(model.allMaskedLogProbabilities(tokenize("the cat"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aResultDoesNotDependOnTheRestOfTheBatch(GradientKind gradient) {
    TokenizedText text = tokenize(THREE_BLANKS);
    Energy energy = energy(text);
    List<State> states = new ArrayList<>(randomStates(7, text));
    List<Evaluation> together = energy.evaluate(states, gradient);
    Collections.reverse(states);
    List<Evaluation> reversed = energy.evaluate(states, gradient);
    for (int s = 0; s < states.size(); s++) {
      Evaluation alone = energy.evaluate(List.of(states.get(s)), gradient).get(0);
      assertSame(reversed.get(s), alone);
      assertSame(together.get(states.size() - 1 - s), alone);
    }
    assertThat(energy.evaluate(List.of(), gradient)).isEmpty();
    assertThat(energy.conditionals(List.of())).isEmpty();
  }

  @Test
  void threadsMayShareAnEnergy() {
    TokenizedText text = tokenize(THREE_BLANKS);
    Energy energy = energy(text);
    List<State> states = randomStates(40, text);
    List<Evaluation> serial =
        states.stream().map(s -> energy.evaluate(List.of(s), GradientKind.EXACT).get(0)).toList();
    List<Evaluation> parallel =
        states.parallelStream()
            .map(s -> energy.evaluate(List.of(s), GradientKind.EXACT).get(0))
            .toList();
    for (int s = 0; s < states.size(); s++) {
      assertSame(parallel.get(s), serial.get(s));
    }
  }

  @Test
  void aStateCostsOnePassPerMaskedBlank() {
    TokenizedText text = tokenize(THREE_BLANKS);
    assertThat(energy(text).passesPerEvaluation()).isEqualTo(3);
    for (GradientKind gradient : GradientKind.values()) {
      assertThat(energy(text).supports(gradient)).isTrue();
    }
  }

  @Test
  void whatIsMaskedInAStateIsMaskedInTheText() {
    TokenizedText text = tokenize(THREE_BLANKS);
    int[] pieces = text.pieces();
    pieces[text.blankPosition(2)] = 9;
    double[] expected =
        model
            .allMaskedLogProbabilities(
                new TokenizedText(pieces, new int[] {text.blankPosition(0), text.blankPosition(1)}))
            .get(0);
    Energy energy = energy(text);

    CategoricalDistribution conditional =
        energy
            .conditionals(List.of(new Context(State.of(7, Energy.MASKED, 9), 0)))
            .get(0)
            .distribution();

    assertThat(energy.readsMasked()).isTrue();
    for (int v = 0; v < VOCABULARY; v++) {
      assertThat(conditional.logProbability(v)).isCloseTo(expected[v], within(ROUNDING));
    }
  }

  /** The piece at such a blank is a word of the sentence: the model must not see it. */
  @Test
  void aSentenceIsScoredWithEachPieceMaskedInTurn() {
    TokenizedText sentence = tokenize("the cat sat on a mat.");
    List<Integer> positions = IntStream.range(1, sentence.length() - 1).boxed().toList();
    TokenizedText scored = sentence.withBlanksAt(positions);
    int[] tokens = positions.stream().mapToInt(sentence::piece).toArray();
    List<TokenSet> candidates = IntStream.of(tokens).mapToObj(TokenSet::of).toList();
    Evaluation evaluation =
        model
            .energy(scored, candidates, new PassSize(32, 32, 100, 100))
            .evaluate(List.of(State.of(new int[tokens.length])), GradientKind.NONE)
            .get(0);
    PlainEnergy expected = plainEnergy(scored);
    assertThat(evaluation.energy()).isCloseTo(expected.energy(tokens), within(TOLERANCE));
    for (int i = 0; i < tokens.length; i++) {
      assertThat(evaluation.logProbabilities()[i])
          .isCloseTo(expected.logProbabilities(i, tokens)[tokens[i]], within(TOLERANCE));
    }
    assertThat(model.allMaskedLogProbabilities(scored).get(2))
        .containsExactly(plainEnergy(scored).allMaskedLogProbabilities(2), within(TOLERANCE));
  }

  @Test
  void refusesCandidatesThatDoNotFit() {
    TokenizedText text = tokenize(ONE_BLANK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.energy(text, List.of()))
        .withMessageContaining("0 sets of candidates for 1 blanks");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.energy(tokenize("the cat"), List.of()))
        .withMessageContaining("0 blanks");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.energy(text, List.of(TokenSet.of(7, VOCABULARY))))
        .withMessageContaining("candidate 20 in a vocabulary of 20");
  }
}
