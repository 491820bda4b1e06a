package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.SyntheticModernBert;
import dev.infill.bert.weights.SyntheticModernBert.Shape;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.Candidate;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextWindow;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random models of ModernBERT's family, opened as a user's folders are, against {@link
 * PlainModernBert} and finite differences of it.
 */
class ModernBertModelTest {
  private static final String TEXT = "the [MASK] sat on ___ [MASK]. the cat, the mat.";

  @TempDir Path folder = Path.of("");

  /** Windows reach 2, 3, 1, and further than the text. */
  static Stream<Shape> models() {
    Shape published =
        new Shape(4, 4, 20, kinds("GLLG"), 4, 160_000, 10_000, false, true, /* newForm= */ false);
    return Stream.of(
        published,
        published.inNewForm(),
        new Shape(3, 6, 14, kinds("GLG"), 7, 160_000, 10_000, /* biased= */ true, true, true),
        new Shape(5, 2, 9, kinds("LGL"), 2, 30, 3, false, /* tied= */ false, true),
        new Shape(2, 8, 16, kinds("GL"), 128, 160_000, 160_000, false, true, false),
        new Shape(1, 8, 16, kinds("L"), 4, 160_000, 100, true, false, true));
  }

  private static List<Boolean> kinds(String layers) {
    return layers.chars().mapToObj(layer -> layer == 'G').toList();
  }

  private BertModel open(SyntheticModernBert synthetic, Precision precision) throws IOException {
    return TestModels.open(
        synthetic.write(folder.resolve("model")), folder.resolve("cache"), precision);
  }

  private static PlainEnergy plain(SyntheticModernBert synthetic, TokenizedText text) {
    return new PlainEnergy(
        new PlainModernBert(synthetic),
        text,
        synthetic.tokenizer.id("[MASK]"),
        synthetic.tokenizer.size());
  }

  @ParameterizedTest
  @MethodSource("models")
  void energiesAndGradientsAreThoseOfTheDefinition(Shape shape) throws IOException {
    SyntheticModernBert synthetic = new SyntheticModernBert(shape);
    int size = synthetic.tokenizer.size();
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      PlainEnergy expected = plain(synthetic, text);
      Energy energy = model.energy(text, TestModels.all(model, text));
      EnergyAssertions.assertStates(energy, TokenSet.all(size), expected);
      EnergyAssertions.assertBetweenStates(energy, TokenSet.all(size), expected, size);
    }
  }

  /** A folder says the same in either form, and so does the cache of what was compiled from it. */
  @ParameterizedTest
  @MethodSource("models")
  void sizesAreThoseOfTheConfiguration(Shape shape) throws IOException {
    SyntheticModernBert synthetic = new SyntheticModernBert(shape);
    for (String opened : List.of("from the folder", "from the cache")) {
      try (BertModel model = open(synthetic, Precision.FLOAT32)) {
        BertConfiguration sizes = (BertConfiguration) model.configuration();
        assertThat(sizes.maxPositions()).as(opened).isEqualTo(model.maxPieces()).isEqualTo(40);
        assertThat(sizes.layerNormEpsilon()).isEqualTo(1e-5);
        assertThat(sizes.architecture().layerForm())
            .isEqualTo(
                new LayerForm(
                    true,
                    true,
                    shape.globals().stream()
                        .map(
                            isGlobal ->
                                isGlobal
                                    ? new Rotation(shape.globalTheta(), Rotation.EVERYWHERE)
                                    : new Rotation(shape.localTheta(), shape.window() / 2))
                        .toList()));
      }
    }
  }

  /** Angles and windows far from the beginning; a text is cut where the model ends. */
  @ParameterizedTest
  @ValueSource(ints = {40, 400})
  void longTextsAreReadAsFarAsTheModelReads(int positions) throws IOException {
    SyntheticModernBert synthetic = new SyntheticModernBert(models().toList().get(0));
    synthetic.config.put("max_position_embeddings", positions);
    String sentence = " the cat sat on the mat.";
    BlankedText whole =
        BlankedText.parse(
            sentence.repeat(25) + " the [MASK] sat [MASK] ___." + sentence.repeat(20));
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      TokenizedText text = TextWindow.of(model, whole).tokenized();
      assertThat(text.length()).isBetween(positions == 40 ? 30 : 300, positions);
      State state = State.of(30, 20, 10);
      Energy energy = model.energy(text, TestModels.all(model, text));
      assertThat(energy.evaluate(List.of(state), GradientKind.NONE).get(0).energy())
          .isCloseTo(plain(synthetic, text).energy(30, 20, 10), within(5e-5));
    }
  }

  @Test
  void energiesAndGradientsInFloat16AreNear() throws IOException {
    SyntheticModernBert synthetic = new SyntheticModernBert(models().toList().get(2));
    int size = synthetic.tokenizer.size();
    try (BertModel model = open(synthetic, Precision.FLOAT16)) {
      TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
      EnergyAssertions.assertNear(
          model.energy(text, TestModels.all(model, text)),
          TokenSet.all(size),
          plain(synthetic, text),
          0.1,
          size / 3,
          size / 2,
          3);
    }
  }

  @Test
  void fillsBlanksWithWords() throws IOException {
    SyntheticModernBert synthetic = new SyntheticModernBert(models().toList().get(0));
    SampleSettings settings = ShortRun.SETTINGS;
    try (BertModel model = open(synthetic, Precision.FLOAT32)) {
      List<Candidate> candidates = new Infiller(model).sample(TEXT, settings).candidates();
      assertThat(candidates).isNotEmpty();
      for (Candidate candidate : candidates) {
        List<String> fills = candidate.fills().stream().map(Fill::token).toList();
        assertThat(candidate.text())
            .isEqualTo("the %s sat on %s %s. the cat, the mat.".formatted(fills.toArray()));
      }
    }
  }
}
