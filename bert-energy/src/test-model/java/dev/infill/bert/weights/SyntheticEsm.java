package dev.infill.bert.weights;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A random ESM-2 in the form of Hugging Face's folders, as its transformers library saves it: names
 * written out here, matrices [out, in], tokens in {@code vocab.txt} and no {@code tokenizer.json}.
 */
public final class SyntheticEsm {
  /** Those of every published ESM-2. */
  public static final List<String> TOKENS =
      List.of(
          ("<cls> <pad> <eos> <unk> L A G V S E R T I D P K Q N F Y M H W C X B U Z O . - <null_1>"
                  + " <mask>")
              .split(" "));

  public static final int MASK = TOKENS.indexOf("<mask>");

  public final ObjectNode config = new ObjectMapper().createObjectNode();
  public final ObjectNode tokenizerConfig = new ObjectMapper().createObjectNode();
  private final RandomTensors random = new RandomTensors(23);
  public final TreeMap<String, Tensor> tensors = random.tensors;
  public final List<String> tokens = new ArrayList<>(TOKENS);
  public final Shape shape;
  /**
   * Its sizes, and what is configured.
   *
   * @param tied whether the decoder is the matrix of the word embeddings
   * @param tokenDropout {@code token_dropout}
   * @param withBuffers whether the file holds what older versions save and do not compute with
   */
  public record Shape(
      int layers,
      int heads,
      int headSize,
      int intermediate,
      boolean tied,
      boolean tokenDropout,
      boolean withBuffers) {
    public int width() {
      return heads * headSize;
    }
  }

  /** Draws one. */
  public SyntheticEsm(Shape shape) {
    this.shape = shape;
    int width = shape.width();
    config.put("model_type", "esm").put("vocab_size", TOKENS.size()).put("hidden_size", width);
    config.put("num_hidden_layers", shape.layers()).put("num_attention_heads", shape.heads());
    config.put("intermediate_size", shape.intermediate()).put("hidden_act", "gelu");
    config.put("layer_norm_eps", 1e-5).put("max_position_embeddings", 40);
    config.put("position_embedding_type", "rotary").put("pad_token_id", 1);
    config.put("token_dropout", shape.tokenDropout()).put("mask_token_id", MASK);
    config.put("emb_layer_norm_before", false).put("is_folding_model", false);
    config.put("tie_word_embeddings", shape.tied()).putNull("esmfold_config").putNull("vocab_list");
    tokenizerConfig.put("tokenizer_class", "EsmTokenizer").put("mask_token", "<mask>");
    random.add("esm.embeddings.word_embeddings.weight", TOKENS.size(), width);
    for (int layer = 0; layer < shape.layers(); layer++) {
      String prefix = "esm.encoder.layer." + layer + ".";
      for (String projection : List.of("query", "key", "value")) {
        random.addLinear(prefix + "attention.self." + projection, width, width, true);
      }
      random.addLinear(prefix + "attention.output.dense", width, width, true);
      random.addNorm(prefix + "attention.LayerNorm", width, true);
      random.addLinear(prefix + "intermediate.dense", width, shape.intermediate(), true);
      random.addLinear(prefix + "output.dense", shape.intermediate(), width, true);
      random.addNorm(prefix + "LayerNorm", width, true);
      if (shape.withBuffers()) {
        random.add(prefix + "attention.self.rotary_embeddings.inv_freq", shape.headSize() / 2);
      }
    }
    random.addNorm("esm.encoder.emb_layer_norm_after", width, true);
    random.addLinear("lm_head.dense", width, width, true);
    random.addNorm("lm_head.layer_norm", width, true);
    random.add("lm_head.bias", TOKENS.size());
    if (!shape.tied()) {
      random.add("lm_head.decoder.weight", TOKENS.size(), width);
    }
    if (shape.withBuffers()) {
      random.add("esm.embeddings.position_embeddings.weight", 40, width);
      random.add("esm.embeddings.position_ids", 1, 40);
      random.addLinear("esm.contact_head.regression", shape.layers() * shape.heads(), 1, true);
    }
  }

  /** Returns the numbers of a tensor, row-major. */
  public float[] values(String tensor) {
    return random.values(tensor);
  }

  /** Writes the folder. */
  public Path write(Path folder) throws IOException {
    return random.write(
        folder,
        config,
        Map.of(
            "tokenizer_config.json",
            tokenizerConfig.toString().getBytes(UTF_8),
            "vocab.txt",
            String.join("\n", tokens).getBytes(UTF_8)));
  }
}
