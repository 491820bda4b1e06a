package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.bert.weights.SyntheticFolder.BertForm;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.format.SafetensorsType;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of Hugging Face are read as they were written, or refused in one line. */
class HuggingFaceFolderTest {
  private static final String WORDS = "bert.embeddings.word_embeddings.weight";

  @TempDir Path temporary = Path.of("");

  private Path folder() {
    return temporary.resolve("model");
  }

  private WeightsSource source() {
    return new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(folder().toString());
  }

  private void assertHolds(SyntheticFolder synthetic) throws IOException {
    try (ModelBundle weights = source().open(temporary, (stage, done, total) -> {})) {
      BertConfiguration configuration = synthetic.configuration();
      assertThat(weights.name()).isEqualTo(folder().toString());
      assertThat(weights.configuration()).isEqualTo(configuration);
      assertThat(weights.parameters().names())
          .isEqualTo(ParameterLayout.required(configuration).keySet());
      for (String parameter : weights.parameters().names()) {
        float[] values = new float[weights.parameters().read(parameter).remaining()];
        weights.parameters().read(parameter).get(values);
        assertThat(values)
            .as(parameter)
            .isEqualTo(Objects.requireNonNull(synthetic.values().get(parameter)));
      }
      assertThat(weights.tokenizer().pieces()).isEqualTo(synthetic.tokenizer().file().pieces());
    }
  }

  private void assertRefused(String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> source().open(temporary, (stage, done, total) -> {}).close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(folder().toString()))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  static Stream<BertForm> bertForms() {
    return Stream.of(SafetensorsType.F32, SafetensorsType.F16, SafetensorsType.BF16)
        .flatMap(
            type ->
                Stream.of(
                    new BertForm(type, false, true, true),
                    new BertForm(type, true, true, true),
                    new BertForm(type, false, false, false),
                    new BertForm(type, true, false, false)));
  }

  @ParameterizedTest
  @MethodSource("bertForms")
  void aBertIsReadInEveryForm(BertForm form) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert(form);
    synthetic.write(folder());
    assertHolds(synthetic);
  }

  @Test
  void aBertIsReadFromSeveralFiles() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.writeShards(folder());
    assertHolds(synthetic);
  }

  static Stream<Supplier<SyntheticFolder>> relatives() {
    return Stream.of(
        SyntheticFolder::roberta,
        SyntheticFolder::distilBert,
        SyntheticFolder::electra,
        SyntheticFolder::albert,
        SyntheticFolder::mpnet);
  }

  @ParameterizedTest
  @CsvSource({
    "deberta-v2, lm_predictions.lm_head",
    "neobert, the same config.json",
    "t5, 'is of the architecture t5, which is not supported: it can be albert'"
  })
  void otherArchitecturesAreRefusedWithTheReason(String type, String said) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.config.put("model_type", type);
    synthetic.write(folder());
    assertRefused(type, said, "modernbert, mpnet, roberta");
  }

  @Test
  void distancesOfMpnetAreSharedOutAsItsClassDoes() throws IOException {
    for (int distance = -600; distance <= 600; distance++) {
      assertThat(RelativeBuckets.of(distance)).isEqualTo(SyntheticFolder.bucket(distance));
    }
    SyntheticFolder synthetic = SyntheticFolder.mpnet();
    synthetic.config.put("relative_attention_num_buckets", 64);
    synthetic.write(folder());
    assertRefused("relative_attention_num_buckets is 64; an MPNet", "read only with 32");
  }

  @ParameterizedTest
  @MethodSource("relatives")
  void relativesOfBertAreRead(Supplier<SyntheticFolder> maker) throws IOException {
    SyntheticFolder synthetic = maker.get();
    synthetic.write(folder());
    assertHolds(synthetic);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xlm-roberta", "camembert"})
  void whatIsBuiltAsRobertaIsReadAsOne(String type) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.roberta();
    synthetic.config.put("model_type", type);
    synthetic.write(folder());
    assertHolds(synthetic);
  }

  @ParameterizedTest
  @CsvSource({
    "gelu, GELU",
    "gelu_python, GELU",
    "gelu_new, TANH_GELU",
    "gelu_fast, TANH_GELU",
    "gelu_pytorch_tanh, TANH_GELU",
    "relu, RELU",
    "silu, SILU"
  })
  void activationsAreThoseOfTheConfiguration(String name, Activation expected) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.config.put("hidden_act", name);
    synthetic.write(folder());
    try (ModelBundle weights = source().open(temporary, (stage, done, total) -> {})) {
      Architecture architecture = ((BertConfiguration) weights.configuration()).architecture();
      assertThat(architecture.activation()).isEqualTo(expected);
      assertThat(architecture.headActivation()).contains(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1, '0,0,0,0'",
    "4, 4, '0,1,2,3'",
    "5, 2, '0,0,0,1,1'",
    "12, 5, '0,0,0,1,1,2,2,2,3,3,4,4'"
  })
  void layersOfAlbertShareThoseOfTheirGroup(int layers, int groups, String expected)
      throws IOException {
    ObjectNode config = SyntheticFolder.albert().config;
    config.put("num_hidden_layers", layers).put("num_hidden_groups", groups);
    assertThat(HuggingFaceConfiguration.of(config).configuration().architecture().layerParameters())
        .isEqualTo(numbers(expected));
  }

  @Test
  void aGroupOfAlbertMayHaveSeveralLayers() throws IOException {
    ObjectNode config = SyntheticFolder.albert().config;
    config.put("inner_group_num", 2);
    HuggingFaceConfiguration read = HuggingFaceConfiguration.of(config);
    assertThat(read.configuration().architecture().layerParameters())
        .isEqualTo(numbers("0,1,0,1,2,3"));
    assertThat(
            read.family()
                .tensors()
                .of("bert/encoder/layer_3/output/dense/kernel", read.layersPerGroup()))
        .contains("albert.encoder.albert_layer_groups.1.albert_layers.1.ffn_output.weight");
  }

  private static List<Integer> numbers(String list) {
    return Arrays.stream(list.split(",", -1)).map(Integer::valueOf).toList();
  }

  @Test
  void aBiasThatIsStoredTwiceIsOne() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.tensors.put("cls.predictions.decoder.bias", synthetic.tensor("cls.predictions.bias"));
    synthetic.write(folder());
    assertHolds(synthetic);
    synthetic.tensors.put(
        "cls.predictions.decoder.bias",
        new Tensor(
            SafetensorsType.F32,
            List.of((long) synthetic.tokenizer.size()),
            new float[synthetic.tokenizer.size()]));
    synthetic.write(folder());
    assertRefused("cls.predictions.bias", "cls.predictions.decoder.bias", "one parameter");
  }

  /** Transformers 5 saves that of the head as well, and does not add it. */
  @Test
  void aDecoderThatIsNotTiedHasABiasOfItsOwn() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.untiedBert();
    synthetic.tensors.put("cls.predictions.decoder.bias", synthetic.tensor("cls.predictions.bias"));
    synthetic.tensors.put(
        "cls.predictions.bias",
        new Tensor(
            SafetensorsType.F32,
            List.of((long) synthetic.tokenizer.size()),
            new float[synthetic.tokenizer.size()]));
    synthetic.write(folder());
    assertHolds(synthetic);
  }

  @Test
  void aDecoderThatIsTiedMayBeStoredIfItIs() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.tensors.put("cls.predictions.decoder.weight", synthetic.tensor(WORDS));
    synthetic.write(folder());
    assertHolds(synthetic);
    synthetic.addDecoder("cls.predictions.decoder.weight");
    synthetic.write(folder());
    assertRefused("cls.predictions.decoder.weight", WORDS, "tie_word_embeddings");
  }

  private void refused(Consumer<SyntheticFolder> change, String... parts) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    change.accept(synthetic);
    Files.deleteIfExists(folder().resolve("vocab.txt"));
    synthetic.write(folder());
    assertRefused(parts);
  }

  @Test
  void tensorsThatAreMissingOrMisshapenAreNamed() throws IOException {
    refused(folder -> folder.tensors.remove(WORDS), "lacks " + WORDS, "model.safetensors");
    refused(
        folder -> folder.tensors.remove("cls.predictions.transform.dense.weight"),
        "lacks cls.predictions.transform.dense.weight",
        "masked-language-model head");
    refused(
        folder -> folder.config.put("hidden_size", 20).put("num_attention_heads", 5),
        "of shape [16], which should be [20] by config.json");
    refused(
        folder -> folder.config.put("num_hidden_layers", 4),
        "lacks bert.encoder.layer.3.attention.output.LayerNorm");
    refused(
        folder -> folder.config.put("num_hidden_layers", 2),
        "holds bert.encoder.layer.2.",
        "does not have");
    refused(folder -> folder.config.put("vocab_size", 40), WORDS, "of shape [17, 16]", "[40, 16]");
    refused(
        folder ->
            folder.tensors.put(
                WORDS,
                new Tensor(
                    SafetensorsType.I64,
                    folder.tensor(WORDS).shape(),
                    folder.tensor(WORDS).values())),
        WORDS,
        "I64",
        "F32, F16 and BF16");
    refused(
        folder ->
            folder.tensors.put(
                "bert.embeddings.LayerNorm.gamma",
                folder.tensor("bert.embeddings.LayerNorm.weight")),
        "both bert.embeddings.LayerNorm.weight and bert.embeddings.LayerNorm.gamma");
    refused(
        folder ->
            folder.tensors.put(
                "bert.encoder.layer.0.attention.self.distance_embedding.weight",
                folder.tensor("cls.predictions.bias")),
        "distance_embedding");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model_type|\"gpt2\"|gpt2, which is not supported|albert, bert, camembert, distilbert",
        "model_type|7|names no model_type|bert",
        "hidden_act|\"mish\"|mish|gelu, gelu_new, relu or silu",
        "position_embedding_type|\"relative_key\"|relative_key|absolute",
        "is_decoder|true|decoder|masked",
        "num_attention_heads|3|3 heads do not divide 16|",
        "num_attention_heads|0|num_attention_heads is 0|",
        "num_hidden_layers|2147483647|num_hidden_layers is 2147483647|",
        "num_hidden_layers|100000|1,000|layers",
        "hidden_size|-16|hidden_size is -16|",
        "hidden_size|1e1000|Infinity|",
        "hidden_size|16.5|hidden_size is 16.5|",
        "hidden_size|\"16\"|hidden_size is \"16\"|",
        "vocab_size|99999999999999999999|vocab_size is 99999999999999999999|",
        "max_position_embeddings|2|3 positions|",
        "layer_norm_eps|0|layer_norm_eps|",
        "layer_norm_eps|\"x\"|layer_norm_eps|"
      })
  void configurationsThatAreNotSupportedAreNamed(
      String field, String value, String told, String more) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.config.remove(field);
    synthetic.write(folder());
    String config = synthetic.config.toString();
    Files.writeString(
        folder().resolve("config.json"),
        config.substring(0, config.length() - 1) + ",\"" + field + "\":" + value + "}");
    assertRefused("config.json", told, more == null ? "" : more);
  }

  @Test
  void aConfigurationOfLessThanASizeIsRefused() throws IOException {
    refused(
        folder -> folder.config.remove("intermediate_size"), "config.json lacks intermediate_size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "", "{", "{\"a\":1,\"a\":2}", "7", "DEEP", "HUGE", "ZEROS"})
  void filesThatAreNoJsonAreRefused(String content) throws IOException {
    SyntheticFolder.bert().writeShards(folder());
    String json =
        switch (content) {
          case "DEEP" -> "{\"a\":" + "[".repeat(1_000_000);
          case "HUGE" -> "{\"a\":\"" + "x".repeat(5_000_000) + "\"}";
          // As a file system that lost its power leaves one: they look like UTF-32.
          case "ZEROS" -> "\0\0\0{\"a\":1}";
          default -> content;
        };
    for (String file :
        List.of("model.safetensors.index.json", "tokenizer_config.json", "config.json")) {
      String before = Files.readString(folder().resolve(file));
      Files.writeString(folder().resolve(file), json);
      assertRefused(file);
      Files.writeString(folder().resolve(file), before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../model-00001-of-00003.safetensors",
        "/etc/passwd",
        "a/b.safetensors",
        "..\\\\b.safetensors",
        "..",
        ".safetensors",
        "config.json",
        "x\\u0000.safetensors"
      })
  void shardsThatLeaveTheFolderAreRefused(String shard) throws IOException {
    SyntheticFolder.bert().writeShards(folder());
    Files.copy(
        folder().resolve(SyntheticFolder.shardName(0)),
        temporary.resolve(SyntheticFolder.shardName(0)));
    Files.writeString(
        folder().resolve("model.safetensors.index.json"),
        "{\"weight_map\":{\"%s\":\"%s\"}}".formatted(WORDS, shard));
    assertRefused("model.safetensors.index.json", WORDS, "same folder");
  }

  @Test
  void shardsThatAreMissingOrLackTensorsAreNamed() throws IOException {
    SyntheticFolder.bert().writeShards(folder());
    Path shard = folder().resolve(SyntheticFolder.shardName(1));
    Path other = folder().resolve(SyntheticFolder.shardName(2));
    byte[] bytes = Files.readAllBytes(shard);
    Files.delete(shard);
    assertRefused(SyntheticFolder.shardName(1) + " is missing");
    Files.copy(other, shard);
    assertRefused(SyntheticFolder.shardName(1) + " lacks ");
    Files.write(shard, Arrays.copyOf(bytes, bytes.length - 1));
    assertRefused(SyntheticFolder.shardName(1), "cut off");
  }

  @Test
  void aFolderWithoutWeightsIsRefused() throws IOException {
    SyntheticFolder.bert().write(folder());
    Files.move(folder().resolve("model.safetensors"), folder().resolve("pytorch_model.bin"));
    assertRefused("model.safetensors is missing", "safetensors format");
  }

  @Test
  void aFolderWithoutAConfigurationIsRefused() throws IOException {
    SyntheticFolder.bert().write(folder());
    Files.delete(folder().resolve("config.json"));
    assertRefused("config.json is missing");
  }

  @Test
  void vocabulariesThatDoNotFitTheEmbeddingsAreRefused() throws IOException {
    refused(
        folder -> folder.files.put("vocab.txt", "[PAD]\n[UNK]\n"),
        "vocab.txt holds 2 tokens for 17 word embeddings");
    refused(folder -> folder.files.remove("vocab.txt"), "tokenizer.json is missing", "vocab.txt");
    refused(
        folder ->
            folder.files.put(
                "tokenizer_config.json", "{\"strip_accents\": true, \"do_lower_case\": false}"),
        "tokenizer_config.json",
        "tokenizer.json is needed");
    SyntheticFolder roberta = SyntheticFolder.roberta();
    roberta.files.remove("tokenizer.json");
    roberta.files.put("vocab.txt", "a\n");
    temporary = temporary.resolve("roberta");
    roberta.write(folder());
    assertRefused("tokenizer.json is missing");
  }

  @ParameterizedTest
  @EnumSource(
      value = SafetensorsType.class,
      names = {"F16", "BF16"})
  void lowerCaseIsThatOfTheOptions(SafetensorsType type) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert(new BertForm(type, false, true, true));
    boolean lowerCase = type == SafetensorsType.F16;
    synthetic.files.put("tokenizer_config.json", "{\"do_lower_case\": " + lowerCase + "}");
    synthetic.write(folder());
    try (ModelBundle weights = source().open(temporary, (stage, done, total) -> {})) {
      assertThat(weights.tokenizer().pieces().lowerCase()).isEqualTo(lowerCase);
    }
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of("config.json"),
        Arguments.of("tokenizer_config.json"),
        Arguments.of("vocab.txt"),
        Arguments.of("model.safetensors.index.json"),
        Arguments.of(SyntheticFolder.shardName(2)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void anIdentityChangesWithTheFiles(String file) throws IOException {
    SyntheticFolder.bert().writeShards(folder());
    SourceFiles before = source().files();
    assertThat(source().files()).isEqualTo(before);
    Files.setLastModifiedTime(folder().resolve(file), FileTime.fromMillis(1_000_000));
    assertThat(source().files().location()).isEqualTo(before.location());
    assertThat(source().files().state()).isNotEqualTo(before.state());
  }

  /** What config.json says that no class here reads is passed over. */
  @Test
  void furtherFieldsOfAConfigurationDoNotCount() throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    synthetic.config.putNull("torch_dtype").put("position_embedding_type", "absolute");
    synthetic.config.set("id2label", new ObjectMapper().createObjectNode().put("0", "x"));
    synthetic.write(folder());
    assertHolds(synthetic);
  }
}
