package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A random ModernBERT in the form of Hugging Face's folders, as its transformers library saves it:
 * names written out here, matrices [out, in], one matrix for query, key and value.
 */
public final class SyntheticModernBert {
  private static final String LOCAL = "sliding_attention";

  public final ObjectNode config = new ObjectMapper().createObjectNode();
  private final RandomTensors random = new RandomTensors(17);
  public final TreeMap<String, Tensor> tensors = random.tensors;
  public final SyntheticTokenizer tokenizer = SyntheticTokenizer.modernBytes();
  public final Shape shape;

  /**
   * Its sizes, and what is configured.
   *
   * @param globals for each layer, whether it attends to the whole text
   * @param window {@code local_attention}: twice as many pieces as each side has
   * @param biased whether every module that can have a bias has one; else only the decoder has
   * @param tied whether the decoder is the matrix of the word embeddings
   * @param newForm whether {@code config.json} is written as newer versions write it
   */
  public record Shape(
      int heads,
      int headSize,
      int intermediate,
      List<Boolean> globals,
      int window,
      double globalTheta,
      double localTheta,
      boolean biased,
      boolean tied,
      boolean newForm) {
    public int width() {
      return heads * headSize;
    }

    /** Returns the same as newer versions write it. */
    public Shape inNewForm() {
      return new Shape(
          heads,
          headSize,
          intermediate,
          globals,
          window,
          globalTheta,
          localTheta,
          biased,
          tied,
          true);
    }
  }

  /** Draws one. */
  public SyntheticModernBert(Shape shape) {
    this.shape = shape;
    int width = shape.width();
    int layers = shape.globals().size();
    config.put("model_type", "modernbert").put("vocab_size", tokenizer.size());
    config.put("hidden_size", width).put("num_hidden_layers", layers);
    config.put("num_attention_heads", shape.heads());
    config.put("intermediate_size", shape.intermediate());
    config.put("hidden_activation", "gelu").put("classifier_activation", "gelu");
    config.put("norm_eps", 1e-5).put("layer_norm_eps", 0.5).put("max_position_embeddings", 40);
    config.put("local_attention", shape.window()).put("tie_word_embeddings", shape.tied());
    for (String bias : List.of("norm", "attention", "mlp", "classifier")) {
      config.put(bias + "_bias", shape.biased());
    }
    config.put("decoder_bias", true);
    if (shape.newForm()) {
      putNewForm();
    } else {
      putOldForm();
    }
    random.add("model.embeddings.tok_embeddings.weight", tokenizer.size(), width);
    random.addNorm("model.embeddings.norm", width, shape.biased());
    for (int layer = 0; layer < layers; layer++) {
      String prefix = "model.layers." + layer + ".";
      if (layer > 0) {
        random.addNorm(prefix + "attn_norm", width, shape.biased());
      }
      random.addLinear(prefix + "attn.Wqkv", width, 3 * width, shape.biased());
      random.addLinear(prefix + "attn.Wo", width, width, shape.biased());
      random.addNorm(prefix + "mlp_norm", width, shape.biased());
      random.addLinear(prefix + "mlp.Wi", width, 2 * shape.intermediate(), shape.biased());
      random.addLinear(prefix + "mlp.Wo", shape.intermediate(), width, shape.biased());
    }
    random.addNorm("model.final_norm", width, shape.biased());
    random.addLinear("head.dense", width, width, shape.biased());
    random.addNorm("head.norm", width, shape.biased());
    random.add("decoder.bias", tokenizer.size());
    if (!shape.tied()) {
      random.add("decoder.weight", tokenizer.size(), width);
    }
  }

  private void putNewForm() {
    ArrayNode types = config.putArray("layer_types");
    shape.globals().forEach(isGlobal -> types.add(isGlobal ? "full_attention" : LOCAL));
    ObjectNode rotations = config.putObject("rope_parameters");
    rotations
        .putObject("full_attention")
        .put("rope_type", "default")
        .put("rope_theta", shape.globalTheta());
    rotations.putObject(LOCAL).put("rope_type", "default").put("rope_theta", shape.localTheta());
  }

  /** Every second or third layer, the first one among them, attends to the whole text. */
  private void putOldForm() {
    int further = shape.globals().subList(1, shape.globals().size()).indexOf(true);
    int every = further < 0 ? shape.globals().size() : further + 1;
    config.put("global_attn_every_n_layers", every);
    config.put("global_rope_theta", shape.globalTheta());
    config.put("local_rope_theta", shape.localTheta());
    config.put("position_embedding_type", "sans_pos");
  }

  /** Returns the numbers of a tensor, row-major. */
  public float[] values(String tensor) {
    return random.values(tensor);
  }

  /** Writes the folder. */
  public Path write(Path folder) throws IOException {
    return random.write(folder, config, Map.of("tokenizer.json", tokenizer.json()));
  }
}
