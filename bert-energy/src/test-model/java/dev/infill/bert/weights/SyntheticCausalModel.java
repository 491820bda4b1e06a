package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A causal language model in which a piece depends on the one before it alone, so that it can be
 * computed by hand: the logits after piece v are {@link #logit}(v, ·). Written as an export to ONNX
 * with its tokenizer.
 */
public final class SyntheticCausalModel {
  public final SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
  public final GraphProto.Builder graph = GraphProto.newBuilder().setName("main");

  /** Makes one that reads what an export of GPT-2 reads. */
  public SyntheticCausalModel() {
    tokenizer.tree.putNull("padding");
    for (String input : List.of("input_ids", "attention_mask", "position_ids")) {
      graph.addInput(SyntheticClassifier.value(input, DataType.INT64, "batch", "sequence"));
    }
    int size = tokenizer.size();
    TensorProto.Builder table =
        TensorProto.newBuilder()
            .setName("table")
            .setDataType(DataType.FLOAT.getNumber())
            .addDims(size)
            .addDims(size);
    for (int before = 0; before < size; before++) {
      for (int id = 0; id < size; id++) {
        table.addFloatData((float) logit(before, id));
      }
    }
    graph.addInitializer(table);
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType("Gather")
            .setName("logits")
            .addInput("table")
            .addInput("input_ids")
            .addOutput("logits"));
    graph.addOutput(
        SyntheticClassifier.value(
            "logits", DataType.FLOAT, "batch", "sequence", String.valueOf(size)));
  }

  /** Returns the logit of a piece after another one. */
  public static double logit(int before, int id) {
    return 2 * Math.sin(1 + 3.0 * before + 0.7 * id * (before + 1));
  }

  /**
   * Returns log p of all pieces but the first.
   *
   * @param tokens at least one
   */
  public double logProbability(List<String> tokens) {
    double sum = 0;
    for (int k = 1; k < tokens.size(); k++) {
      int before = tokenizer.id(tokens.get(k - 1));
      double total = 0;
      for (int id = 0; id < tokenizer.size(); id++) {
        total += Math.exp(logit(before, id));
      }
      sum += logit(before, tokenizer.id(tokens.get(k))) - Math.log(total);
    }
    return sum;
  }

  /**
   * Writes the graph, the tokenizer and a configuration.
   *
   * @param folder where to
   * @param configuration the text of {@code config.json}
   * @return the ONNX file
   */
  public Path write(Path folder, String configuration) throws IOException {
    return SyntheticClassifier.write(folder, graph, tokenizer, configuration);
  }
}
