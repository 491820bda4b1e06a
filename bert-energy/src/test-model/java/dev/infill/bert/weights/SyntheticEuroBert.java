package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A random EuroBERT in the form of Hugging Face's folders, as its transformers library saves it:
 * names written out here, matrices [out, in].
 */
public final class SyntheticEuroBert {
  public final ObjectNode config = new ObjectMapper().createObjectNode();
  /** Smaller than others': nothing but the last norm holds the logits down. */
  private final RandomTensors random = new RandomTensors(23, 0.2);

  public final TreeMap<String, Tensor> tensors = random.tensors;
  public final SyntheticTokenizer tokenizer = SyntheticTokenizer.modernBytes();
  public final Shape shape;

  /**
   * Its sizes, and what is configured.
   *
   * @param keyHeads how many heads keys and values have, which those of queries share
   * @param attentionBiased whether attention's modules have biases
   * @param otherBiased whether those of feed-forward layers and the decoder have
   * @param tied whether the decoder is the matrix of the word embeddings
   * @param newForm whether {@code config.json} is written as newer versions write it
   */
  public record Shape(
      int layers,
      int heads,
      int keyHeads,
      int headSize,
      int intermediate,
      double theta,
      boolean attentionBiased,
      boolean otherBiased,
      boolean tied,
      boolean newForm) {
    public int width() {
      return heads * headSize;
    }
  }

  /** Draws one. */
  public SyntheticEuroBert(Shape shape) {
    this.shape = shape;
    int width = shape.width();
    int keys = shape.keyHeads() * shape.headSize();
    config.put("model_type", "eurobert").put("vocab_size", tokenizer.size());
    config.put("hidden_size", width).put("num_hidden_layers", shape.layers());
    config.put("num_attention_heads", shape.heads()).put("num_key_value_heads", shape.keyHeads());
    config.put("intermediate_size", shape.intermediate()).put("hidden_act", "silu");
    config.put("rms_norm_eps", 1e-3).put("max_position_embeddings", 40);
    config.put("tie_word_embeddings", shape.tied());
    config.put("attention_bias", shape.attentionBiased()).put("mlp_bias", shape.otherBiased());
    if (shape.newForm()) {
      config.put("head_dim", shape.headSize());
      config
          .putObject("rope_parameters")
          .put("rope_type", "default")
          .put("rope_theta", shape.theta());
    } else {
      config.put("rope_theta", shape.theta()).putNull("rope_scaling").putNull("head_dim");
    }
    random.add("model.embed_tokens.weight", tokenizer.size(), width);
    for (int layer = 0; layer < shape.layers(); layer++) {
      String prefix = "model.layers." + layer + ".";
      random.add(prefix + "input_layernorm.weight", width);
      random.addLinear(prefix + "self_attn.q_proj", width, width, shape.attentionBiased());
      random.addLinear(prefix + "self_attn.k_proj", width, keys, shape.attentionBiased());
      random.addLinear(prefix + "self_attn.v_proj", width, keys, shape.attentionBiased());
      random.addLinear(prefix + "self_attn.o_proj", width, width, shape.attentionBiased());
      random.add(prefix + "post_attention_layernorm.weight", width);
      random.addLinear(prefix + "mlp.gate_proj", width, shape.intermediate(), shape.otherBiased());
      random.addLinear(prefix + "mlp.up_proj", width, shape.intermediate(), shape.otherBiased());
      random.addLinear(prefix + "mlp.down_proj", shape.intermediate(), width, shape.otherBiased());
    }
    random.add("model.norm.weight", width);
    if (!shape.tied()) {
      random.add("lm_head.weight", tokenizer.size(), width);
    }
    if (shape.otherBiased()) {
      random.add("lm_head.bias", tokenizer.size());
    }
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
