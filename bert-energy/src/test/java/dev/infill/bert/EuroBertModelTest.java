package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.SyntheticEuroBert;
import dev.infill.bert.weights.SyntheticEuroBert.Shape;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random EuroBERTs, opened as a user's folders are, against {@link PlainEuroBert}. */
class EuroBertModelTest {
  private static final String TEXT = "the [MASK] sat on ___ [MASK]. the cat, the mat.";

  @TempDir Path folder = Path.of("");

  static Stream<Shape> models() {
    return Stream.of(
        new Shape(2, 4, 4, 4, 20, 250_000, false, false, false, /* newForm= */ false),
        new Shape(3, 6, 2, 4, 14, 10_000, false, false, false, true),
        new Shape(1, 3, 1, 8, 9, 30, true, true, true, true),
        new Shape(2, 1, 1, 12, 16, 10_000, false, true, true, false),
        new Shape(2, 4, 2, 6, 16, 500, true, false, false, true));
  }

  private BertModel open(SyntheticEuroBert synthetic, Precision precision) throws IOException {
    return TestModels.open(
        synthetic.write(folder.resolve("model")), folder.resolve("cache"), precision);
  }

  private static PlainEnergy plain(SyntheticEuroBert synthetic, TokenizedText text) {
    return new PlainEnergy(
        new PlainEuroBert(synthetic),
        text,
        synthetic.tokenizer.id("[MASK]"),
        synthetic.tokenizer.size());
  }

  @ParameterizedTest
  @MethodSource("models")
  void energiesAndGradientsAreThoseOfTheDefinition(Shape shape) throws IOException {
    SyntheticEuroBert synthetic = new SyntheticEuroBert(shape);
    int size = synthetic.tokenizer.size();
    for (String opened : List.of("from the folder", "from the cache")) {
      try (BertModel model = open(synthetic, Precision.FLOAT32)) {
        BertConfiguration sizes = (BertConfiguration) model.configuration();
        assertThat(sizes.maxPositions()).as(opened).isEqualTo(40);
        assertThat(sizes.layerNormEpsilon()).isEqualTo(1e-3);
        assertThat(sizes.architecture().headActivation()).isEmpty();
        TokenizedText text = model.tokenize(BlankedText.parse(TEXT));
        PlainEnergy expected = plain(synthetic, text);
        Energy energy = model.energy(text, TestModels.all(model, text));
        EnergyAssertions.assertStates(energy, TokenSet.all(size), expected);
        EnergyAssertions.assertBetweenStates(energy, TokenSet.all(size), expected, size);
      }
    }
  }

  @Test
  void energiesAndGradientsInFloat16AreNear() throws IOException {
    SyntheticEuroBert synthetic = new SyntheticEuroBert(models().toList().get(1));
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

  static Stream<Arguments> otherConfigurations() {
    return Stream.of(
        other(config -> config.put("num_key_value_heads", 4), "4 heads of keys for 6 of queries"),
        other(config -> config.put("head_dim", 8), "heads of width 8"),
        other(config -> config.putObject("rope_scaling").put("factor", 2), "rope_scaling"),
        other(config -> config.put("hidden_act", "tanh"), "activation tanh"),
        other(config -> config.put("attention_bias", true), "self_attn.o_proj.bias"),
        other(config -> config.put("tie_word_embeddings", true), "lm_head.weight"),
        other(config -> config.put("num_key_value_heads", 3), "k_proj.weight of shape"));
  }

  private static Arguments other(Consumer<ObjectNode> change, String said) {
    return Arguments.of(change, said);
  }

  @ParameterizedTest
  @MethodSource("otherConfigurations")
  void whatIsNotReadIsRefused(Consumer<ObjectNode> change, String said) {
    SyntheticEuroBert synthetic = new SyntheticEuroBert(models().toList().get(1));
    change.accept(synthetic.config);
    assertThatThrownBy(() -> open(synthetic, Precision.FLOAT32).close())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(said)
        .message()
        .hasLineCount(1);
  }
}
