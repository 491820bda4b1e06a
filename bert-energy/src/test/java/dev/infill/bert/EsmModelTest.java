package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.network.PlainBert;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.SyntheticEsm;
import dev.infill.bert.weights.SyntheticEsm.Shape;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextWindow;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random models of ESM-2, opened as a user's folders are, against {@link PlainEsm} and finite
 * differences of it.
 */
class EsmModelTest {
  private static final String TEXT = "MK[MASK]LAG___VS[MASK]TW";
  private static final int SIZE = SyntheticEsm.TOKENS.size();

  /** All tokens but the mask, which as a fill is no mixture of embeddings. */
  private static final TokenSet CANDIDATES =
      TokenSet.of(IntStream.range(0, SIZE).filter(id -> id != SyntheticEsm.MASK).toArray());

  @TempDir Path folder = Path.of("");

  static Stream<Shape> models() {
    return Stream.of(
        new Shape(3, 4, 4, 20, true, true, true),
        new Shape(2, 2, 6, 9, /* tied= */ false, true, false),
        new Shape(2, 5, 2, 14, true, /* tokenDropout= */ false, true),
        new Shape(1, 1, 8, 16, false, false, false),
        new Shape(1, 3, 4, 7, true, true, false));
  }

  private BertModel open(SyntheticEsm synthetic, Precision precision) throws IOException {
    return TestModels.open(
        synthetic.write(folder.resolve("model")), folder.resolve("cache"), precision);
  }

  private static PlainEnergy plain(SyntheticEsm synthetic, TokenizedText text) {
    return new PlainEnergy(new PlainEsm(synthetic), text, SyntheticEsm.MASK, SIZE);
  }

  private static Energy energy(BertModel model, TokenizedText text) {
    return model.energy(text, Collections.nCopies(text.blankCount(), CANDIDATES));
  }

  @ParameterizedTest
  @MethodSource("models")
  void energiesAndGradientsAreThoseOfTheDefinition(Shape shape) throws IOException {
    SyntheticEsm synthetic = new SyntheticEsm(shape);
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      PlainEnergy expected = plain(synthetic, text);
      Energy energy = energy(model, text);
      EnergyAssertions.assertStates(energy, CANDIDATES, expected);
      EnergyAssertions.assertBetweenStates(energy, CANDIDATES, expected, SIZE);
    }
  }

  /** As many as there are: with token dropout each further one scales what is left up. */
  @ParameterizedTest
  @MethodSource("models")
  void everyMaskOfASequenceIsCounted(Shape shape) throws IOException {
    SyntheticEsm synthetic = new SyntheticEsm(shape);
    PlainEsm plain = new PlainEsm(synthetic);
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      Energy energy = energy(model, text);
      for (int[] state : new int[][] {{4, 5, 6}, {4, Energy.MASKED, 6}, {4, -1, -1}}) {
        double[][] rows =
            Arrays.stream(text.pieces()).mapToObj(plain::word).toArray(double[][]::new);
        for (int blank = 1; blank < 3; blank++) {
          if (state[blank] != Energy.MASKED) {
            rows[text.blankPosition(blank)] = plain.word(CANDIDATES.id(state[blank]));
          }
        }
        double[] logits = plain.logits(rows, text.blankPosition(0));
        double[] expected =
            logProbabilities(CANDIDATES.ids().mapToDouble(v -> logits[v]).toArray());
        CategoricalDistribution actual =
            energy.conditionals(List.of(new Context(State.of(state), 0))).get(0).distribution();
        for (int k = 0; k < CANDIDATES.size(); k++) {
          assertThat(actual.logProbability(k)).isCloseTo(expected[k], within(5e-5));
        }
      }
      double[][] allMasked =
          Arrays.stream(text.pieces()).mapToObj(plain::word).toArray(double[][]::new);
      for (int blank = 0; blank < 3; blank++) {
        assertThat(model.allMaskedLogProbabilities(text).get(blank))
            .containsExactly(
                logProbabilities(plain.logits(allMasked, text.blankPosition(blank))), within(5e-5));
      }
    }
  }

  private static double[] logProbabilities(double[] logits) {
    double normalizer = PlainBert.logSumExp(logits);
    return Arrays.stream(logits).map(logit -> logit - normalizer).toArray();
  }

  @ParameterizedTest
  @MethodSource("models")
  void sizesAreThoseOfTheConfiguration(Shape shape) throws IOException {
    SyntheticEsm synthetic = new SyntheticEsm(shape);
    LayerForm form =
        new LayerForm(
            true,
            false,
            Collections.nCopies(shape.layers(), new Rotation(10_000, Rotation.EVERYWHERE)),
            false,
            shape.tokenDropout() ? OptionalInt.of(SyntheticEsm.MASK) : OptionalInt.empty(),
            false,
            false);
    for (String opened : List.of("from the folder", "from the cache")) {
      try (BertModel model = open(synthetic, Precision.FLOAT32)) {
        BertConfiguration sizes = (BertConfiguration) model.configuration();
        assertThat(sizes.maxPositions()).as(opened).isEqualTo(model.maxPieces()).isEqualTo(40);
        assertThat(sizes.layerNormEpsilon()).isEqualTo(1e-5);
        assertThat(sizes.architecture().tiedDecoder()).isEqualTo(shape.tied());
        assertThat(sizes.architecture().layerForm()).isEqualTo(form);
      }
    }
  }

  @Test
  void energiesAndGradientsInFloat16AreNear() throws IOException {
    SyntheticEsm synthetic = new SyntheticEsm(models().toList().get(0));
    try (BertModel model = open(synthetic, Precision.FLOAT16)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      PlainEnergy expected = plain(synthetic, text);
      EnergyAssertions.assertNear(energy(model, text), CANDIDATES, expected, 0.1, 5, 9, 14);
    }
  }

  @Test
  void textsAreCutIntoLetters() throws IOException {
    try (BertModel model = open(new SyntheticEsm(models().toList().get(4)), Precision.FLOAT32)) {
      String letters = "<cls> M K <mask> <mask> T . <eos>";
      for (String text : List.of("MK[MASK]___T.", "M K [MASK] <mask>  T\n.", " MK ___[MASK]T .")) {
        assertThat(pieces(model, text)).isEqualTo(letters);
      }
      assertThat(pieces(model, "Mk lMJJK")).isEqualTo("<cls> M <unk> <unk> M <unk> K <eos>");
      assertThat(pieces(model, "M<eos>K<cls>"))
          .isEqualTo("<cls> M <unk> <unk> K <unk> <unk> <eos>");
    }
  }

  /** Chains, words that are allowed, several pieces in a blank, and scores. */
  @Test
  void filledTextsHaveNoSpacesBetweenLetters() throws IOException {
    SampleSettings settings = ShortRun.SETTINGS;
    try (BertModel model = open(new SyntheticEsm(models().toList().get(0)), Precision.FLOAT32)) {
      Infiller infiller = new Infiller(model);
      for (String text : List.of(TEXT, "[MASK]K___[MASK]L", "MK[MASK:3]T")) {
        List<Candidate> candidates = infiller.sample(text, settings).candidates();
        assertThat(candidates).isNotEmpty();
        for (Candidate candidate : candidates) {
          List<String> fills = candidate.fills().stream().map(Fill::token).toList();
          assertThat(candidate.text())
              .isEqualTo(
                  text.replaceAll("\\[MASK]|___", "%s")
                      .replace("[MASK:3]", "%s%s%s")
                      .formatted(fills.toArray()));
        }
      }
      assertThat(new Scorer(model).scoreFills("MK[MASK]___T", List.of("A", "G")).text())
          .isEqualTo("MKAGT");
    }
  }

  /** The model reads 38 letters at once. */
  @Test
  void longProteinsAreReadAroundTheirBlanks() throws IOException {
    String text = "LAGVSERTID".repeat(5) + "[MASK]K___" + "PKQNFYMHWC".repeat(4);
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.CHAINS, 2)
            .with(Settings.BURN_IN, 1)
            .with(Settings.STEPS, 4)
            .withSeed(4);
    try (BertModel model = open(new SyntheticEsm(models().toList().get(0)), Precision.FLOAT32)) {
      TextWindow window = TextWindow.of(model, model.written(BlankedText.parse(text)));
      assertThat(window.tokenized().length()).isBetween(39, 40);
      Candidate candidate = new Infiller(model).sample(text, settings).candidates().get(0);
      assertThat(candidate.text()).hasSize(93).startsWith("LAGVSERTID").endsWith("HWC");
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void itPassesTheChecksOfModels(Shape shape) throws IOException {
    try (BertModel model = open(new SyntheticEsm(shape), Precision.FLOAT32)) {
      assertThat(ModelCheck.of(model).isPassed()).isTrue();
    }
  }

  private static String pieces(BertModel model, String text) {
    return String.join(
        " ",
        Arrays.stream(model.tokenize(BlankedText.parse(text)).pieces())
            .mapToObj(SyntheticEsm.TOKENS::get)
            .toList());
  }

  @Test
  void wordsAreTheLetters() throws IOException {
    try (BertModel model = open(new SyntheticEsm(models().toList().get(4)), Precision.FLOAT32)) {
      for (TokenSet words :
          List.of(
              model.vocabulary().select(VocabularyChoice.WORDS),
              model.vocabulary().selectContinuing(VocabularyChoice.WORDS))) {
        assertThat(words.ids().mapToObj(model.vocabulary()::token).toList())
            .isEqualTo(List.of("LAGVSERTIDPKQNFYMHWCXBUZO".split("")));
      }
    }
  }
}
