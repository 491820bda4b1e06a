package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A classifier of texts with three labels, small enough to be computed by hand: the logits are sums
 * over the pieces of a text, {@link #weight} of each. Written as an export to ONNX with its
 * tokenizer.
 */
public final class SyntheticClassifier {
  /** How many labels there are. */
  public static final int LABELS = 3;

  /** What a configuration calls the labels, and how long it lets texts be. */
  public static final String CONFIGURATION =
      "{\"model_type\": \"distilbert\", \"max_position_embeddings\": 12,"
          + " \"id2label\": {\"0\": \"NEGATIVE\", \"1\": \"NEUTRAL\", \"2\": \"POSITIVE\"}}";

  public final SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
  public final GraphProto.Builder graph = GraphProto.newBuilder().setName("main");

  /** Makes one that reads what an export of BERT reads. */
  public SyntheticClassifier() {
    for (String input : List.of("input_ids", "attention_mask", "token_type_ids")) {
      graph.addInput(value(input, DataType.INT64, "batch", "sequence"));
    }
    TensorProto.Builder words = tensor("words", tokenizer.size(), LABELS);
    for (int id = 0; id < tokenizer.size(); id++) {
      for (int label = 0; label < LABELS; label++) {
        words.addFloatData((float) weight(id, label));
      }
    }
    TensorProto.Builder types = tensor("types", 2, LABELS);
    for (int k = 0; k < 2 * LABELS; k++) {
      types.addFloatData(k < LABELS ? 0 : 100);
    }
    graph.addInitializer(words).addInitializer(types);
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName("one")
            .setDataType(DataType.INT64.getNumber())
            .addDims(1)
            .addInt64Data(1));
    node("Gather", "word", "words", "input_ids");
    node("Gather", "type", "types", "token_type_ids");
    node("Add", "rows", "word", "type");
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType("Cast")
            .setName("mask")
            .addInput("attention_mask")
            .addOutput("mask")
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("to")
                    .setType(AttributeProto.AttributeType.INT)
                    .setI(DataType.FLOAT.getNumber())));
    node("Unsqueeze", "wide", "mask", "one");
    node("MatMul", "sums", "wide", "rows");
    node("Squeeze", "logits", "sums", "one");
    graph.addOutput(value("logits", DataType.FLOAT, "batch", String.valueOf(LABELS)));
  }

  /**
   * Returns what a piece adds to the logit of a label.
   *
   * @param id the piece
   * @param label the label
   */
  public static double weight(int id, int label) {
    return Math.sin(1 + 2.0 * id + 0.7 * label * id);
  }

  /**
   * Returns log p(label | text).
   *
   * @param label the label
   * @param tokens the pieces of the text, without those around it
   */
  public double logProbability(int label, List<String> tokens) {
    double sum = 0;
    for (int other = 0; other < LABELS; other++) {
      sum += Math.exp(logit(other, tokens));
    }
    return logit(label, tokens) - Math.log(sum);
  }

  private double logit(int label, List<String> tokens) {
    double logit = weight(tokenizer.id("[CLS]"), label) + weight(tokenizer.id("[SEP]"), label);
    for (String token : tokens) {
      logit += weight(tokenizer.id(token), label);
    }
    return logit;
  }

  /** Adds a node. */
  public void node(String operator, String output, String... inputs) {
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(operator)
            .setName(output)
            .addAllInput(List.of(inputs))
            .addOutput(output));
  }

  private static TensorProto.Builder tensor(String name, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(DataType.FLOAT.getNumber());
    for (long size : shape) {
      tensor.addDims(size);
    }
    return tensor;
  }

  /**
   * Returns an input or output.
   *
   * @param shape its axes: a number, or the name of one that is free
   */
  public static ValueInfoProto value(String name, DataType type, String... shape) {
    TensorShapeProto.Builder axes = TensorShapeProto.newBuilder();
    for (String axis : shape) {
      TensorShapeProto.Dimension.Builder size = axes.addDimBuilder();
      if (Character.isDigit(axis.charAt(0))) {
        size.setDimValue(Long.parseLong(axis));
      } else {
        size.setDimParam(axis);
      }
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder().setElemType(type.getNumber()).setShape(axes)))
        .build();
  }

  /**
   * Writes the graph, the tokenizer and the configuration.
   *
   * @param folder where to
   * @return the ONNX file
   */
  public Path write(Path folder) throws IOException {
    return write(folder, graph, tokenizer, CONFIGURATION);
  }

  /** Writes any graph with its tokenizer and its configuration. */
  static Path write(
      Path folder, GraphProto.Builder graph, SyntheticTokenizer tokenizer, String configuration)
      throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("tokenizer.json"), tokenizer.json());
    Files.writeString(folder.resolve("config.json"), configuration);
    return Files.write(
        folder.resolve("model.onnx"),
        ModelProto.newBuilder()
            .setIrVersion(8)
            .setProducerName("test")
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(14))
            .setGraph(graph)
            .build()
            .toByteArray());
  }
}
