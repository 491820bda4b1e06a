package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gradients between fillings, of a random BERT, against {@link PlainEnergy}'s differences. */
class BertRelaxationTest {
  private static final double TOLERANCE = 5e-5;
  private static final int VOCABULARY = SyntheticCheckpoint.VOCABULARY.size();
  private static final int MASK = SyntheticCheckpoint.VOCABULARY.indexOf("[MASK]");
  private static final String TEXT = "the [MASK] sat on [MASK] [MASK].";

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

  private static TokenizedText text() {
    return model.tokenize(BlankedText.parse(TEXT));
  }

  private static Energy energy(PassSize size) {
    return model.energy(text(), Collections.nCopies(3, TokenSet.all(VOCABULARY)), size);
  }

  private static Relaxation relaxation(PassSize size) {
    return energy(size).relaxation().orElseThrow();
  }

  /** Mixtures of one to four tokens, some of which do not sum to one, and one of none. */
  private static List<RelaxedState> points() {
    Random random = new Random(5);
    return IntStream.range(0, 7)
        .mapToObj(
            point ->
                new RelaxedState(
                    IntStream.range(0, 3)
                        .mapToObj(i -> mixture(random, point == 6 ? i : 1 + (point + i) % 4))
                        .toList()))
        .toList();
  }

  private static SparseVector mixture(Random random, int tokens) {
    int[] ids = random.ints(0, VOCABULARY).distinct().limit(tokens).sorted().toArray();
    double[] weights = random.doubles(tokens, 0.05, 1).toArray();
    return SparseVector.of(VOCABULARY, ids, weights);
  }

  private static double[][] dense(RelaxedState point) {
    return point.coordinates().stream()
        .map(x -> IntStream.range(0, VOCABULARY).mapToDouble(x::get).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @EnumSource(names = {"EXACT", "OWN_TERM"})
  void gradientsAreThoseOfTheDefinition(GradientKind gradient) {
    PlainEnergy expected = new PlainEnergy(plain, text(), MASK, VOCABULARY);
    List<double[][]> gradients = relaxation(PassSize.CPU).gradients(points(), gradient);
    for (int k = 0; k < gradients.size(); k++) {
      double[][] weights = dense(points().get(k));
      double[][] right =
          gradient == GradientKind.EXACT
              ? expected.gradient(weights)
              : IntStream.range(0, 3)
                  .mapToObj(i -> expected.logProbabilities(i, weights))
                  .toArray(double[][]::new);
      for (int i = 0; i < 3; i++) {
        assertThat(gradients.get(k)[i]).containsExactly(right[i], within(TOLERANCE));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EXACT", "OWN_TERM"})
  void atFillingsTheyAreTheFillings(GradientKind gradient) {
    Energy energy = energy(PassSize.CPU);
    List<State> states = List.of(State.of(8, 15, 16), State.of(1, 2, 3));
    List<Evaluation> evaluations = energy.evaluate(states, gradient);
    List<double[][]> gradients =
        energy
            .relaxation()
            .orElseThrow()
            .gradients(
                states.stream().map(state -> RelaxedState.of(energy.domains(), state)).toList(),
                gradient);
    for (int s = 0; s < states.size(); s++) {
      for (int i = 0; i < 3; i++) {
        for (int v = 0; v < VOCABULARY; v++) {
          assertThat(gradients.get(s)[i][v])
              .isCloseTo(evaluations.get(s).gradient(i)[v], within(2e-5));
        }
      }
    }
  }

  /** Passes of one sequence up to several points. */
  @ParameterizedTest
  @EnumSource(names = {"EXACT", "OWN_TERM"})
  void whatIsSplitOverSeveralPassesIsTheSame(GradientKind gradient) {
    List<double[][]> whole = relaxation(PassSize.CPU).gradients(points(), gradient);
    for (int sequences : new int[] {1, 2, 3, 4, 7}) {
      int pieces = sequences * text().length();
      List<double[][]> split =
          relaxation(new PassSize(pieces, pieces, 100, 100)).gradients(points(), gradient);
      for (int k = 0; k < whole.size(); k++) {
        for (int i = 0; i < 3; i++) {
          assertThat(split.get(k)[i]).containsExactly(whole.get(k)[i], within(2e-5));
        }
      }
    }
  }

  @Test
  void restrictedCandidatesHaveTheSameNumbers() {
    List<TokenSet> candidates =
        List.of(TokenSet.of(9, 8, 13), TokenSet.of(6), TokenSet.of(19, 15, 0, 8));
    Energy restricted = model.energy(text(), candidates);
    RelaxedState own =
        new RelaxedState(
            List.of(
                SparseVector.of(3, new int[] {0, 2}, new double[] {0.3, 0.7}),
                SparseVector.of(1, new int[] {0}, new double[] {1}),
                SparseVector.of(4, new int[] {1}, new double[] {0.9})));
    RelaxedState full =
        new RelaxedState(
            IntStream.range(0, 3).mapToObj(i -> widened(own.get(i), candidates.get(i))).toList());
    double[][] actual =
        restricted.relaxation().orElseThrow().gradients(List.of(own), GradientKind.EXACT).get(0);
    double[][] expected =
        relaxation(PassSize.CPU).gradients(List.of(full), GradientKind.EXACT).get(0);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < candidates.get(i).size(); k++) {
        assertThat(actual[i][k]).isCloseTo(expected[i][candidates.get(i).id(k)], within(2e-5));
      }
    }
  }

  private static SparseVector widened(SparseVector mixture, TokenSet tokens) {
    int[] places =
        IntStream.range(0, mixture.support())
            .boxed()
            .sorted(
                (a, b) -> Integer.compare(tokens.id(mixture.index(a)), tokens.id(mixture.index(b))))
            .mapToInt(Integer::intValue)
            .toArray();
    return SparseVector.of(
        VOCABULARY,
        IntStream.of(places).map(place -> tokens.id(mixture.index(place))).toArray(),
        IntStream.of(places).mapToDouble(mixture::value).toArray());
  }

  @Test
  void costsAndWhatThereIsNot() {
    Relaxation relaxation = relaxation(PassSize.CPU);
    assertThat(relaxation.passesPerGradient()).isEqualTo(3);
    assertThat(relaxation.gradients(List.of(), GradientKind.EXACT)).isEmpty();
    assertThat(relaxation.supports(GradientKind.NONE)).isFalse();
    assertThatThrownBy(() -> relaxation.gradients(points(), GradientKind.NONE))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
