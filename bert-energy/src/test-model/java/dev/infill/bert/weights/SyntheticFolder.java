package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import dev.infill.bert.weights.format.SafetensorsType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random model of 3 layers, width 16, 4 heads, feed-forward width 24 and 20 positions in the form
 * of Hugging Face's folders, as its transformers library saves each architecture: names written out
 * here one by one, matrices [out, in].
 */
public final class SyntheticFolder {
  private static final int LAYERS = 3;
  private static final int WIDTH = 16;
  private static final int HEADS = 4;
  private static final int INTERMEDIATE = 24;
  private static final int POSITIONS = 20;
  private static final double EPSILON = 1e-3;

  public final ObjectNode config = new ObjectMapper().createObjectNode();
  public final TreeMap<String, Tensor> tensors = new TreeMap<>();
  public final Map<String, String> files = new LinkedHashMap<>();
  public final SyntheticTokenizer tokenizer;

  private final Map<String, float[]> values = new TreeMap<>();
  private final Random random;
  private final int embedding;
  private Architecture architecture = Architecture.bert(WIDTH, LAYERS);
  private int positions = POSITIONS;

  /** Of the embeddings of positions. */
  private int rows = POSITIONS;

  private double epsilon = EPSILON;
  private SafetensorsType type = SafetensorsType.F32;
  private boolean oldNames;

  private SyntheticFolder(long seed, SyntheticTokenizer tokenizer, int embedding) {
    this.random = new Random(seed);
    this.tokenizer = tokenizer;
    this.embedding = embedding;
  }

  /** How a BERT is written. */
  public record BertForm(SafetensorsType type, boolean oldNames, boolean prefixed, boolean tied) {}

  /** Returns a BERT as it is usually written. */
  public static SyntheticFolder bert() {
    return bert(new BertForm(SafetensorsType.F32, false, true, true));
  }

  /** Returns a BERT whose decoder has a matrix of its own. */
  public static SyntheticFolder untiedBert() {
    return bert(new BertForm(SafetensorsType.F32, false, true, false));
  }

  public static SyntheticFolder bert(BertForm form) {
    return bert(form, SyntheticTokenizer.wordPiece(), POSITIONS);
  }

  /** Returns a ProtBERT: a BERT of 40 positions whose word pieces are letters, in upper case. */
  public static SyntheticFolder protBert() {
    SyntheticFolder folder =
        bert(
            new BertForm(SafetensorsType.F32, false, true, true),
            SyntheticTokenizer.residues(),
            2 * POSITIONS);
    folder.files.put("tokenizer_config.json", "{\"do_lower_case\": false}");
    return folder;
  }

  private static SyntheticFolder bert(BertForm form, SyntheticTokenizer tokenizer, int positions) {
    SyntheticFolder folder = new SyntheticFolder(1, tokenizer, WIDTH);
    folder.positions = positions;
    folder.rows = positions;
    folder.type = form.type();
    folder.oldNames = form.oldNames();
    folder.architecture =
        new Architecture(
            WIDTH, false, 2, 0, Activation.GELU, Activation.GELU, form.tied(), List.of(0, 1, 2));
    folder.putSizes("bert", "gelu");
    folder.config.put("tie_word_embeddings", form.tied());
    String prefix = form.prefixed() ? "bert." : "";
    folder.addEmbeddings(prefix, 2);
    folder.addLayers(prefix);
    folder.addDense("bert/pooler/dense", prefix + "pooler.dense", WIDTH, WIDTH);
    folder.addHead("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm");
    folder.add("cls/predictions/output_bias", "cls.predictions.bias", folder.tokenizer.size());
    if (!form.tied()) {
      folder.addDecoder("cls.predictions.decoder.weight");
    }
    folder.addDense("unused", "cls.seq_relationship", WIDTH, 2);
    folder.tensors.put(
        prefix + "embeddings.position_ids",
        new Tensor(SafetensorsType.I64, List.of(1L, 2L), new float[] {0, 1}));
    folder.putWordPieces();
    return folder;
  }

  /** Returns a RoBERTa: its positions begin behind that of padding. */
  public static SyntheticFolder roberta() {
    SyntheticFolder folder = new SyntheticFolder(2, SyntheticTokenizer.byteLevel(), WIDTH);
    folder.architecture =
        new Architecture(
            WIDTH, false, 1, 2, Activation.GELU, Activation.GELU, true, List.of(0, 1, 2));
    folder.positions = POSITIONS - 2;
    folder.putSizes("roberta", "gelu");
    folder.config.put("pad_token_id", 1).put("type_vocab_size", 1);
    folder.addEmbeddings("roberta.", 1);
    folder.addLayers("roberta.");
    folder.addHead("lm_head.dense", "lm_head.layer_norm");
    folder.add("cls/predictions/output_bias", "lm_head.bias", folder.tokenizer.size());
    Tensor bias = folder.tensor("lm_head.bias");
    folder.tensors.put("lm_head.decoder.bias", bias);
    folder.tensors.put(
        "lm_head.decoder.weight", folder.tensor("roberta.embeddings.word_embeddings.weight"));
    folder.files.put("tokenizer.json", folder.tokenizer.tree.toString());
    folder.files.put("special_tokens_map.json", "{\"mask_token\": {\"content\": \"<mask>\"}}");
    return folder;
  }

  /** Returns an MPNet: a number for each head and bucket of distances, no token types. */
  public static SyntheticFolder mpnet() {
    SyntheticFolder folder = new SyntheticFolder(6, SyntheticTokenizer.markedWordPiece(), WIDTH);
    folder.architecture =
        new Architecture(
            WIDTH,
            false,
            0,
            2,
            Activation.TANH_GELU,
            Optional.of(Activation.GELU),
            true,
            List.of(0, 1, 2),
            LayerForm.RELATIVE);
    folder.positions = POSITIONS - 2;
    folder.putSizes("mpnet", "gelu_new");
    folder.config.remove("type_vocab_size");
    folder.config.put("pad_token_id", 1).put("relative_attention_num_buckets", 32);
    folder.addEmbeddings("mpnet.", 0);
    folder.addDistances("mpnet.encoder.relative_attention_bias.weight");
    for (int layer = 0; layer < LAYERS; layer++) {
      String from = "bert/encoder/layer_" + layer + "/";
      String to = "mpnet.encoder.layer." + layer + ".";
      folder.addDense(from + "attention/self/query", to + "attention.attn.q", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/key", to + "attention.attn.k", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/value", to + "attention.attn.v", WIDTH, WIDTH);
      folder.addDense(from + "attention/output/dense", to + "attention.attn.o", WIDTH, WIDTH);
      folder.addNormalization(
          from + "attention/output/LayerNorm", to + "attention.LayerNorm", WIDTH);
      folder.addDense(from + "intermediate/dense", to + "intermediate.dense", WIDTH, INTERMEDIATE);
      folder.addDense(from + "output/dense", to + "output.dense", INTERMEDIATE, WIDTH);
      folder.addNormalization(from + "output/LayerNorm", to + "output.LayerNorm", WIDTH);
    }
    folder.addHead("lm_head.dense", "lm_head.layer_norm");
    folder.add("cls/predictions/output_bias", "lm_head.bias", folder.tokenizer.size());
    folder.addDense("unused", "mpnet.pooler.dense", WIDTH, WIDTH);
    folder.files.put("tokenizer.json", folder.tokenizer.tree.toString());
    folder.files.put("special_tokens_map.json", "{\"mask_token\": {\"content\": \"<mask>\"}}");
    return folder;
  }

  /** As transformers shares distances out over 32 buckets, in float32 as it computes them. */
  private void addDistances(String name) {
    float[] ofBuckets = add("unused/buckets", name, 32, HEADS);
    float[] rows = new float[(2 * positions - 1) * HEADS];
    for (int distance = 1 - positions; distance < positions; distance++) {
      int bucket = bucket(distance);
      for (int head = 0; head < HEADS; head++) {
        rows[(distance + positions - 1) * HEADS + head] = ofBuckets[bucket * HEADS + head];
      }
    }
    values.put("bert/encoder/relative_attention_bias", rows);
  }

  /**
   * The bucket of a distance by the formula of T5 (Raffel et al. 2020), of 32 and distances up to
   * 128.
   */
  public static int bucket(int distance) {
    int apart = Math.abs(distance);
    float share = (float) Math.log(apart / 8f) / (float) Math.log(128 / 8.0);
    int bucket = apart < 8 ? apart : Math.min(15, 8 + (int) (share * 8));
    return distance > 0 ? 16 + bucket : bucket;
  }

  /** Returns a DistilBERT: no token types, and an ε that is not configured. */
  public static SyntheticFolder distilBert() {
    SyntheticFolder folder = new SyntheticFolder(3, SyntheticTokenizer.wordPiece(), WIDTH);
    folder.architecture =
        new Architecture(
            WIDTH, false, 0, 0, Activation.RELU, Activation.RELU, true, List.of(0, 1, 2));
    folder.epsilon = 1e-12;
    folder.config.put("model_type", "distilbert").put("dim", WIDTH).put("n_layers", LAYERS);
    folder.config.put("n_heads", HEADS).put("hidden_dim", INTERMEDIATE).put("activation", "relu");
    folder.config.put("max_position_embeddings", POSITIONS);
    folder.config.put("vocab_size", folder.tokenizer.size());
    folder.addEmbeddings("distilbert.", 0);
    for (int layer = 0; layer < LAYERS; layer++) {
      String from = "bert/encoder/layer_" + layer + "/";
      String to = "distilbert.transformer.layer." + layer + ".";
      folder.addDense(from + "attention/self/query", to + "attention.q_lin", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/key", to + "attention.k_lin", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/value", to + "attention.v_lin", WIDTH, WIDTH);
      folder.addDense(from + "attention/output/dense", to + "attention.out_lin", WIDTH, WIDTH);
      folder.addNormalization(from + "attention/output/LayerNorm", to + "sa_layer_norm", WIDTH);
      folder.addDense(from + "intermediate/dense", to + "ffn.lin1", WIDTH, INTERMEDIATE);
      folder.addDense(from + "output/dense", to + "ffn.lin2", INTERMEDIATE, WIDTH);
      folder.addNormalization(from + "output/LayerNorm", to + "output_layer_norm", WIDTH);
    }
    folder.addHead("vocab_transform", "vocab_layer_norm");
    folder.add("cls/predictions/output_bias", "vocab_projector.bias", folder.tokenizer.size());
    folder.putWordPieces();
    return folder;
  }

  /** Returns an ELECTRA generator: embeddings of another width than its layers. */
  public static SyntheticFolder electra() {
    SyntheticFolder folder = new SyntheticFolder(4, SyntheticTokenizer.wordPiece(), 8);
    folder.architecture =
        new Architecture(8, true, 2, 0, Activation.RELU, Activation.GELU, true, List.of(0, 1, 2));
    folder.putSizes("electra", "relu");
    folder.config.put("embedding_size", 8);
    folder.addEmbeddings("electra.", 2);
    folder.addDense("bert/embeddings_project", "electra.embeddings_project", 8, WIDTH);
    folder.addLayers("electra.");
    folder.addHead("generator_predictions.dense", "generator_predictions.LayerNorm");
    folder.add("cls/predictions/output_bias", "generator_lm_head.bias", folder.tokenizer.size());
    folder.files.put("tokenizer.json", folder.tokenizer.tree.toString());
    return folder;
  }

  /** Returns an ALBERT of two groups of one layer, which its three layers share. */
  public static SyntheticFolder albert() {
    SyntheticFolder folder = new SyntheticFolder(5, SyntheticTokenizer.unigram(), 8);
    folder.architecture =
        new Architecture(
            8, true, 2, 0, Activation.TANH_GELU, Activation.TANH_GELU, true, List.of(0, 0, 1));
    folder.putSizes("albert", "gelu_new");
    folder.config.put("embedding_size", 8).put("num_hidden_groups", 2).put("inner_group_num", 1);
    folder.addEmbeddings("albert.", 2);
    folder.addDense(
        "bert/embeddings_project", "albert.encoder.embedding_hidden_mapping_in", 8, WIDTH);
    for (int group = 0; group < 2; group++) {
      String from = "bert/encoder/layer_" + group + "/";
      String to = "albert.encoder.albert_layer_groups." + group + ".albert_layers.0.";
      folder.addDense(from + "attention/self/query", to + "attention.query", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/key", to + "attention.key", WIDTH, WIDTH);
      folder.addDense(from + "attention/self/value", to + "attention.value", WIDTH, WIDTH);
      folder.addDense(from + "attention/output/dense", to + "attention.dense", WIDTH, WIDTH);
      folder.addNormalization(
          from + "attention/output/LayerNorm", to + "attention.LayerNorm", WIDTH);
      folder.addDense(from + "intermediate/dense", to + "ffn", WIDTH, INTERMEDIATE);
      folder.addDense(from + "output/dense", to + "ffn_output", INTERMEDIATE, WIDTH);
      folder.addNormalization(from + "output/LayerNorm", to + "full_layer_layer_norm", WIDTH);
    }
    folder.addDense("unused", "albert.pooler", WIDTH, WIDTH);
    folder.addHead("predictions.dense", "predictions.LayerNorm");
    folder.add("cls/predictions/output_bias", "predictions.bias", folder.tokenizer.size());
    folder.files.put("tokenizer.json", folder.tokenizer.tree.toString());
    return folder;
  }

  private void putSizes(String modelType, String activation) {
    config.put("model_type", modelType).put("hidden_size", WIDTH);
    config.put("num_hidden_layers", LAYERS).put("num_attention_heads", HEADS);
    config.put("intermediate_size", INTERMEDIATE).put("hidden_act", activation);
    config.put("max_position_embeddings", rows).put("type_vocab_size", 2);
    config.put("vocab_size", tokenizer.size()).put("layer_norm_eps", EPSILON);
  }

  private void putWordPieces() {
    files.put("vocab.txt", String.join("\n", tokenizer.tokens) + "\n");
    files.put("tokenizer_config.json", "{\"do_lower_case\": true, \"strip_accents\": null}");
  }

  private void addEmbeddings(String prefix, int types) {
    String from = "bert/embeddings/";
    String to = prefix + "embeddings.";
    add(from + "word_embeddings", to + "word_embeddings.weight", tokenizer.size(), embedding);
    add(from + "position_embeddings", to + "position_embeddings.weight", rows, embedding);
    if (types > 0) {
      add(from + "token_type_embeddings", to + "token_type_embeddings.weight", types, embedding);
    }
    addNormalization(from + "LayerNorm", to + "LayerNorm", embedding);
  }

  private void addLayers(String prefix) {
    for (int layer = 0; layer < LAYERS; layer++) {
      String from = "bert/encoder/layer_" + layer + "/";
      String to = prefix + "encoder.layer." + layer + ".";
      addDense(from + "attention/self/query", to + "attention.self.query", WIDTH, WIDTH);
      addDense(from + "attention/self/key", to + "attention.self.key", WIDTH, WIDTH);
      addDense(from + "attention/self/value", to + "attention.self.value", WIDTH, WIDTH);
      addDense(from + "attention/output/dense", to + "attention.output.dense", WIDTH, WIDTH);
      addNormalization(
          from + "attention/output/LayerNorm", to + "attention.output.LayerNorm", WIDTH);
      addDense(from + "intermediate/dense", to + "intermediate.dense", WIDTH, INTERMEDIATE);
      addDense(from + "output/dense", to + "output.dense", INTERMEDIATE, WIDTH);
      addNormalization(from + "output/LayerNorm", to + "output.LayerNorm", WIDTH);
    }
  }

  private void addHead(String dense, String normalization) {
    addDense("cls/predictions/transform/dense", dense, WIDTH, embedding);
    addNormalization("cls/predictions/transform/LayerNorm", normalization, embedding);
  }

  public void addDecoder(String name) {
    add("cls/predictions/decoder", name, tokenizer.size(), embedding);
  }

  private void addDense(String parameter, String module, int inputs, int outputs) {
    float[] weight = add(parameter + "/kernel", module + ".weight", outputs, inputs);
    float[] kernel = new float[weight.length];
    for (int i = 0; i < inputs; i++) {
      for (int j = 0; j < outputs; j++) {
        kernel[i * outputs + j] = weight[j * inputs + i];
      }
    }
    values.put(parameter + "/kernel", kernel);
    add(parameter + "/bias", module + ".bias", outputs);
  }

  private void addNormalization(String parameter, String module, int width) {
    add(parameter + "/gamma", module + (oldNames ? ".gamma" : ".weight"), width);
    add(parameter + "/beta", module + (oldNames ? ".beta" : ".bias"), width);
  }

  private float[] add(String parameter, String name, long... shape) {
    int count = 1;
    List<Long> sizes = new ArrayList<>();
    for (long size : shape) {
      sizes.add(size);
      count *= (int) size;
    }
    float[] numbers = new float[count];
    double mean = parameter.endsWith("gamma") ? 1 : 0;
    for (int i = 0; i < count; i++) {
      // Few enough digits for the shortest of the types.
      double number = mean + 0.3 * random.nextGaussian();
      numbers[i] = (float) (Math.rint(number * 64) / 64);
    }
    tensors.put(name, new Tensor(type, sizes, numbers));
    values.put(parameter, numbers);
    return numbers;
  }

  public Tensor tensor(String name) {
    return Optional.ofNullable(tensors.get(name)).orElseThrow();
  }

  /**
   * Changes an element of a tensor of the files; {@link #values()} of a matrix stay as they were.
   *
   * @param tensor its name in the files
   * @param index where it stands, row-major
   */
  public SyntheticFolder withElement(String tensor, int index, float value) {
    tensor(tensor).values()[index] = value;
    return this;
  }

  /** Returns the sizes that the folder should be read as. */
  public BertConfiguration configuration() {
    return new BertConfiguration(
        tokenizer.size(), WIDTH, LAYERS, HEADS, INTERMEDIATE, positions, epsilon, architecture);
  }

  /** Returns each parameter's elements as they should be read, row-major. */
  public Map<String, float[]> values() {
    return values;
  }

  /** Returns the tokenizer. */
  public SyntheticTokenizer tokenizer() {
    return tokenizer;
  }

  /** Writes the folder, its weights in one file. */
  public Path write(Path folder) throws IOException {
    writeFiles(folder);
    SafetensorsWriter.write(folder.resolve("model.safetensors"), tensors);
    return folder;
  }

  /** Writes the folder, its weights in three files. */
  public Path writeShards(Path folder) throws IOException {
    writeFiles(folder);
    ObjectNode index = new ObjectMapper().createObjectNode();
    index.putObject("metadata").put("total_size", 1);
    ObjectNode map = index.putObject("weight_map");
    List<Map<String, Tensor>> shards = List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    int number = 0;
    for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
      int shard = number++ % 3;
      shards.get(shard).put(tensor.getKey(), tensor.getValue());
      map.put(tensor.getKey(), shardName(shard));
    }
    for (int shard = 0; shard < 3; shard++) {
      SafetensorsWriter.write(folder.resolve(shardName(shard)), shards.get(shard));
    }
    Files.writeString(folder.resolve("model.safetensors.index.json"), index.toString());
    return folder;
  }

  public static String shardName(int shard) {
    return "model-0000%d-of-00003.safetensors".formatted(shard + 1);
  }

  private void writeFiles(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("config.json"), config.toString());
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }
}
