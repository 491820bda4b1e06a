package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.SyntheticEsm;
import dev.infill.bert.weights.SyntheticEsm.Shape;
import dev.infill.bert.weights.format.SafetensorsType;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of folders of ESM-2, and what of them is refused. */
class EsmFolderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SyntheticEsm model = new SyntheticEsm(new Shape(2, 2, 4, 6, true, true, true));

  @TempDir Path temporary = Path.of("");

  private void assertRefused(String... parts) throws IOException {
    HuggingFaceFolder folder = new HuggingFaceFolder(model.write(temporary.resolve("model")));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> folder.open(temporary, (stage, done, total) -> {}).close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  /** Those of transformers' EsmConfig; its layers have GELU whatever is configured. */
  @Test
  void whatIsNotConfiguredIsThatOfTheLibrary() throws IOException {
    ObjectNode config = JSON.createObjectNode();
    config.put("model_type", "esm").put("vocab_size", 33).put("hidden_size", 16);
    config.put("num_hidden_layers", 2).put("num_attention_heads", 2).put("intermediate_size", 9);
    config.put("position_embedding_type", "rotary").put("hidden_act", "relu");
    BertConfiguration sizes = HuggingFaceConfiguration.of(config).configuration();
    Architecture architecture = sizes.architecture();
    assertThat(sizes.maxPositions()).isEqualTo(1026);
    assertThat(sizes.layerNormEpsilon()).isEqualTo(1e-12);
    assertThat(architecture.activation()).isEqualTo(Activation.GELU);
    assertThat(architecture.headActivation()).contains(Activation.GELU);
    assertThat(architecture.tiedDecoder()).isTrue();
    assertThat(architecture.layerForm().droppedToken()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "null|10000",
        "{'rope_type':'default','rope_theta':10000.0}|10000",
        "{'rope_theta':500}|500"
      })
  void anglesAreThoseOfTheConfiguration(String parameters, double theta) throws IOException {
    model.config.set("rope_parameters", JSON.readTree(parameters.replace('\'', '"')));
    assertThat(
            HuggingFaceConfiguration.of(model.config)
                .configuration()
                .architecture()
                .layerForm()
                .rotations())
        .extracting(Rotation::theta)
        .containsExactly(theta, theta);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "position_embedding_type|'absolute'|type is \"absolute\"; an ESM-2",
        "position_embedding_type|'relative_key'|read only with \"rotary\"",
        "is_folding_model|true|is_folding_model is true",
        "emb_layer_norm_before|true|emb_layer_norm_before is true",
        "is_decoder|true|is_decoder is true",
        "mask_token_id|null|mask_token_id is null",
        "rope_parameters|{'rope_type':'yarn'}|rope_type is \"yarn\"",
        "num_attention_heads|8|heads have 1 numbers",
        "tie_word_embeddings|false|lacks lm_head.decoder.weight",
        "num_hidden_layers|3|lacks esm.encoder.layer.2.",
        "num_hidden_layers|1|holds esm.encoder.layer.1.LayerNorm.bias, which an ESM-2",
        "vocab_size|32|of shape [33, 8], which should be [32, 8]"
      })
  void configurationsThatDoNotFitAreNamed(String field, String value, String told)
      throws IOException {
    model.config.set(field, JSON.readTree(value.replace('\'', '"')));
    assertRefused(told);
  }

  @Test
  void positionsAreAbsoluteWhereNothingIsSaid() throws IOException {
    model.config.remove("position_embedding_type");
    assertRefused("position_embedding_type is \"absolute\"", "read only with \"rotary\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "esm.encoder.layer.0.attention.LayerNorm.weight",
        "esm.encoder.layer.1.LayerNorm.bias",
        "esm.encoder.emb_layer_norm_after.weight",
        "lm_head.bias",
        "lm_head.layer_norm.bias"
      })
  void tensorsThatAreMissingAreNamed(String tensor) throws IOException {
    model.tensors.remove(tensor);
    assertRefused("lacks " + tensor);
  }

  @Test
  void tensorsThatNoEsmHasAreNamed() throws IOException {
    Tensor norm = new Tensor(SafetensorsType.F32, List.of(8L), new float[8]);
    model.tensors.put("esm.embeddings.layer_norm.weight", norm);
    assertRefused("holds esm.embeddings.layer_norm.weight, which an ESM-2");
  }

  @ParameterizedTest
  @CsvSource({
    "<mask>, <other>, lacks the special token <mask>",
    "<cls>, <s>, lacks the special token <cls>",
    "L, LA, holds the token 'LA'",
    "'.', A, twice"
  })
  void vocabulariesOfOtherTokensAreNamed(String token, String other, String told)
      throws IOException {
    model.tokens.set(model.tokens.indexOf(token), other);
    assertRefused("vocab.txt", told);
  }

  @Test
  void aTokenizerOfAnotherClassIsNotGuessed() throws IOException {
    model.tokenizerConfig.put("tokenizer_class", "OtherTokenizer");
    assertRefused("tokenizer.json is missing");
  }
}
