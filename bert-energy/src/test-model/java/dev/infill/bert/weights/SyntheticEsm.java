package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    add("esm.embeddings.word_embeddings.weight", TOKENS.size(), width);
    for (int layer = 0; layer < shape.layers(); layer++) {
      String prefix = "esm.encoder.layer." + layer + ".";
      for (String projection : List.of("query", "key", "value")) {
        addLinear(prefix + "attention.self." + projection, width, width);
      }
      addLinear(prefix + "attention.output.dense", width, width);
      addNorm(prefix + "attention.LayerNorm");
      addLinear(prefix + "intermediate.dense", width, shape.intermediate());
      addLinear(prefix + "output.dense", shape.intermediate(), width);
      addNorm(prefix + "LayerNorm");
      if (shape.withBuffers()) {
        add(prefix + "attention.self.rotary_embeddings.inv_freq", shape.headSize() / 2);
      }
    }
    addNorm("esm.encoder.emb_layer_norm_after");
    addLinear("lm_head.dense", width, width);
    addNorm("lm_head.layer_norm");
    add("lm_head.bias", TOKENS.size());
    if (!shape.tied()) {
      add("lm_head.decoder.weight", TOKENS.size(), width);
    }
    if (shape.withBuffers()) {
      add("esm.embeddings.position_embeddings.weight", 40, width);
      add("esm.embeddings.position_ids", 1, 40);
      addLinear("esm.contact_head.regression", shape.layers() * shape.heads(), 1);
    }
  }

  private void addLinear(String module, int inputs, int outputs) {
    add(module + ".weight", outputs, inputs);
    add(module + ".bias", outputs);
  }

  private void addNorm(String module) {
    add(module + ".weight", shape.width());
    add(module + ".bias", shape.width());
  }

  private void add(String name, long... sizes) {
    random.add(name, sizes);
  }

  /** Returns the numbers of a tensor, row-major. */
  public float[] values(String tensor) {
    return random.values(tensor);
  }

  /** Writes the folder. */
  public Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("config.json"), config.toString());
    Files.writeString(folder.resolve("tokenizer_config.json"), tokenizerConfig.toString());
    Files.writeString(folder.resolve("vocab.txt"), String.join("\n", tokens));
    SafetensorsWriter.write(folder.resolve("model.safetensors"), tensors);
    return folder;
  }
}
