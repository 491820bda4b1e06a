package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.SyntheticModernBert;
import dev.infill.bert.weights.SyntheticModernBert.Shape;
import dev.infill.bert.weights.format.SafetensorsType;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of folders of ModernBERT's family, and what of them is refused. */
class ModernBertFolderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path temporary = Path.of("");

  private static SyntheticModernBert model(boolean biased) {
    return new SyntheticModernBert(
        new Shape(2, 4, 6, List.of(true, false), 4, 160_000, 10_000, biased, true, true));
  }

  private void assertRefused(SyntheticModernBert model, String... parts) throws IOException {
    HuggingFaceFolder folder = new HuggingFaceFolder(model.write(temporary.resolve("model")));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> folder.open(temporary, (stage, done, total) -> {}).close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  /** Those of transformers' ModernBertConfig. */
  @Test
  void whatIsNotConfiguredIsThatOfTheFirstModernBert() throws IOException {
    ObjectNode config = JSON.createObjectNode();
    config.put("model_type", "modernbert").put("vocab_size", 50).put("hidden_size", 16);
    config.put("num_hidden_layers", 5).put("num_attention_heads", 2).put("intermediate_size", 9);
    HuggingFaceConfiguration read = HuggingFaceConfiguration.of(config);
    BertConfiguration sizes = read.configuration();
    Rotation global = new Rotation(160_000, Rotation.EVERYWHERE);
    Rotation local = new Rotation(10_000, 64);
    assertThat(sizes.maxPositions()).isEqualTo(8192);
    assertThat(sizes.layerNormEpsilon()).isEqualTo(1e-5);
    assertThat(sizes.architecture().activation()).isEqualTo(Activation.GELU);
    assertThat(sizes.architecture().headActivation()).contains(Activation.GELU);
    assertThat(sizes.architecture().tiedDecoder()).isTrue();
    assertThat(sizes.architecture().layerForm().rotations())
        .containsExactly(global, local, local, global, local);
    assertThat(read.zeros())
        .hasSize(5 * 7 + (5 + 4 + 1 + 1) + 2)
        .doesNotContain("cls/predictions/output_bias")
        .allMatch(parameter -> parameter.endsWith("/bias") || parameter.endsWith("/beta"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{'rope_parameters':{'full_attention':{'rope_theta':7}}}|7|10000",
        "{'rope_parameters':{'full_attention':null,'sliding_attention':{'rope_theta':3}}}|160000|3",
        "{'rope_parameters':{},'global_rope_theta':5,'local_rope_theta':4}|5|4",
        "{'rope_parameters':null,'rope_scaling':null,'local_rope_theta':160000}|160000|160000"
      })
  void anglesAreThoseOfEitherForm(String fields, double global, double local) throws IOException {
    ObjectNode config = model(false).config;
    config.remove("rope_parameters");
    config.setAll((ObjectNode) JSON.readTree(fields.replace('\'', '"')));
    assertThat(
            HuggingFaceConfiguration.of(config)
                .configuration()
                .architecture()
                .layerForm()
                .rotations())
        .extracting(Rotation::theta)
        .containsExactly(global, local);
  }

  @Test
  void aDecoderWithoutBiasHasOneOfZeros() throws IOException {
    SyntheticModernBert model = model(false);
    model.config.put("decoder_bias", false);
    model.tensors.remove("decoder.bias");
    HuggingFaceFolder folder = new HuggingFaceFolder(model.write(temporary.resolve("model")));
    try (ModelBundle weights = folder.open(temporary, (stage, done, total) -> {})) {
      float[] bias = new float[model.tokenizer.size()];
      weights.parameters().read("cls/predictions/output_bias").get(bias);
      assertThat(bias).containsOnly(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "rope_scaling|{'type':'linear','factor':2}|rope_scaling is",
        "rope_parameters|{'rope_theta':7}|rope_parameters is",
        "rope_parameters|7|rope_parameters is 7",
        "rope_parameters|{'full_attention':{'rope_type':'yarn'}}|rope_type is \"yarn\"",
        "rope_parameters|{'full_attention':{'factor':2}}|full_attention is",
        "rope_parameters|{'sliding_attention':{'rope_theta':0}}|rope_theta is 0",
        "layer_types|['full_attention']|layer_types of 1 layers, and 2 layers",
        "layer_types|['full_attention','linear_attention']|\"linear_attention\"",
        "global_attn_every_n_layers|0|global_attn_every_n_layers is 0",
        "local_attention|-2|local_attention is -2",
        "num_attention_heads|8|heads have 1 numbers",
        "hidden_activation|'mish'|hidden_activation can be",
        "classifier_activation|'mish'|classifier_activation can be",
        "norm_eps|0|norm_eps is 0",
        "norm_bias|true|lacks model.embeddings.norm.bias",
        "mlp_bias|true|lacks model.layers.0.mlp.Wi.bias",
        "attention_bias|true|lacks model.layers.0.attn.Wo.bias",
        "classifier_bias|true|lacks head.dense.bias",
        "decoder_bias|false|holds decoder.bias, though decoder_bias of config.json is false",
        "tie_word_embeddings|false|lacks decoder.weight",
        "num_hidden_layers|3|layer_types of 2 layers",
        "intermediate_size|5|of shape [12, 8], which should be [10, 8]"
      })
  void configurationsThatDoNotFitAreNamed(String field, String value, String told)
      throws IOException {
    SyntheticModernBert model = model(false);
    model.config.set(field, JSON.readTree(value.replace('\'', '"')));
    assertRefused(model, told);
  }

  @Test
  void biasesThatAreNotConfiguredAreNamed() throws IOException {
    for (String bias : List.of("norm_bias", "attention_bias", "mlp_bias", "classifier_bias")) {
      SyntheticModernBert model = model(true);
      model.config.put(bias, false);
      assertRefused(model, "though " + bias + " of config.json is false");
    }
  }

  @Test
  void tensorsThatNoModernBertHasAreNamed() throws IOException {
    SyntheticModernBert model = model(false);
    Tensor norm = new Tensor(SafetensorsType.F32, List.of(8L), new float[8]);
    model.tensors.put("model.layers.0.attn_norm.weight", norm);
    assertRefused(model, "holds model.layers.0.attn_norm.weight, which a ModernBERT");
  }
}
