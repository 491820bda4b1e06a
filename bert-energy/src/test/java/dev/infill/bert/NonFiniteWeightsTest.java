package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.bert.runtime.NonFiniteAnswerException;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that compute no numbers: damaged ones, and those that a precision cannot hold. */
class NonFiniteWeightsTest {
  private static final String QUERY = "bert.encoder.layer.1.attention.self.query.weight";
  private static final String SCALE = "bert.embeddings.LayerNorm.weight";

  @TempDir Path folder = Path.of("");

  private BertModelOptions options(Path model, Precision precision) {
    return BertModelOptions.defaults()
        .withModel(model.toString())
        .withCache(folder.resolve("cache"))
        .withPrecision(precision)
        .withThreads(1);
  }

  private void assertRefused(Path model, Precision precision, String... told) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> BertModel.compile(options(model, precision)))
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(told).doesNotContain("\n"));
    assertThat(folder.resolve("cache").resolve("v1")).isDirectoryNotContaining("glob:**-*");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void areRefusedWhenAModelIsCompiled(float value) throws IOException {
    Path model =
        SyntheticFolder.bert().withElement(QUERY, 77, value).write(folder.resolve("model"));
    for (Precision precision : new Precision[] {Precision.FLOAT32, Precision.FLOAT16}) {
      assertRefused(
          model,
          precision,
          "its weights are damaged",
          "layer_1/attention/self/query/kernel",
          String.valueOf(value));
    }
  }

  @ParameterizedTest
  @EnumSource
  void areRefusedInExports(SyntheticExport.Kind kind) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    Objects.requireNonNull(
            synthetic.values().get("bert/encoder/layer_1/intermediate/dense/kernel"))[5] =
        Float.NaN;
    Path model = SyntheticExport.of(synthetic, kind, 17).write(folder.resolve("model"));
    assertRefused(model, Precision.FLOAT32, "its weights are damaged", "NaN");
  }

  @Test
  void whatFloat16CannotHoldIsRefusedThereOnly() throws IOException {
    Path model = SyntheticFolder.bert().withElement(QUERY, 77, 7e4f).write(folder.resolve("model"));
    assertRefused(model, Precision.FLOAT16, "float16", "70000.0", "65504", "another precision");
    try (BertModel opened = BertModel.open(options(model, Precision.FLOAT32))) {
      assertThat(opened.allMaskedLogProbabilities(opened.tokenize(BlankedText.parse("the ___"))))
          .hasSize(1);
    }
  }

  /** Whose numbers are finite each, and whose sums are not. */
  @Test
  void anAnswerThatIsNoNumberIsAFailureInOneLine() throws IOException {
    Path path =
        SyntheticFolder.bert()
            .withElement(SCALE, 3, 3e38f)
            .withElement("bert.embeddings.LayerNorm.bias", 3, 3e38f)
            .write(folder.resolve("model"));
    try (BertModel model = BertModel.open(options(path, Precision.FLOAT32))) {
      TokenizedText text = model.tokenize(BlankedText.parse("the ___ sat on ___"));
      TokenSet all = TokenSet.all(model.vocabulary().size());
      Energy energy = model.energy(text, List.of(all, all));
      for (GradientKind gradient : GradientKind.values()) {
        assertThatExceptionOfType(NonFiniteAnswerException.class)
            .isThrownBy(() -> energy.evaluate(List.of(State.of(10, 5)), gradient));
      }
      assertThatExceptionOfType(NonFiniteAnswerException.class)
          .isThrownBy(() -> model.allMaskedLogProbabilities(text));
      assertThatExceptionOfType(NonFiniteAnswerException.class)
          .isThrownBy(() -> ModelCheck.of(model));
      SampleSettings settings =
          SampleSettings.defaults()
              .with(Settings.CHAINS, 2)
              .with(Settings.BURN_IN, 1)
              .with(Settings.STEPS, 4);
      assertThatExceptionOfType(NonFiniteAnswerException.class)
          .isThrownBy(() -> new Infiller(model).sample("the ___ sat on ___", settings))
          .withMessageContaining("no finite number")
          .withMessageNotContaining("\n");
    }
  }
}
