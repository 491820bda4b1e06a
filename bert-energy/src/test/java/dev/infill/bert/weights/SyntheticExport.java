package dev.infill.bert.weights;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * A model of {@link SyntheticFolder}, exported to ONNX: with the operators that {@code torch.onnx}
 * writes, with those that newer operator sets have for them, or with those that ONNX Runtime's
 * optimiser puts in their place.
 */
public final class SyntheticExport {
  /** Which operators an export is made of. */
  public enum Kind {
    /** Normalisations and activations as sums, products and powers. */
    PRIMITIVE,
    /** LayerNormalization (from operator set 17 on) and Gelu (20). */
    STANDARD,
    /** Those of the domain com.microsoft. */
    FUSED
  }

  private final SyntheticFolder folder;
  private final BertConfiguration configuration;
  private final Map<String, float[]> values;
  private final Kind kind;
  private final OnnxWriter writer;
  private final UnaryOperator<String> ofHiddenStates;
  private String mask = "";

  private SyntheticExport(
      SyntheticFolder folder, Kind kind, OnnxWriter writer, UnaryOperator<String> ofHiddenStates) {
    this.folder = folder;
    this.configuration = folder.configuration();
    this.values = folder.values();
    this.kind = kind;
    this.writer = writer;
    this.ofHiddenStates = ofHiddenStates;
  }

  /**
   * Exports a model.
   *
   * @param folder the model
   * @param kind with which operators
   * @param writer what writes
   */
  public static SyntheticExport of(SyntheticFolder folder, Kind kind, OnnxWriter writer) {
    return of(folder, kind, writer, hidden -> hidden);
  }

  /**
   * Exports a model that does something more to the last hidden states.
   *
   * @param ofHiddenStates adds nodes behind those of the last layer
   */
  public static SyntheticExport of(
      SyntheticFolder folder, Kind kind, OnnxWriter writer, UnaryOperator<String> ofHiddenStates) {
    SyntheticExport export = new SyntheticExport(folder, kind, writer, ofHiddenStates);
    export.addHead(export.addEncoder());
    return export;
  }

  /**
   * Exports a model without its head.
   *
   * @param width what it says of the width of its output
   */
  public static SyntheticExport encoder(SyntheticFolder folder, String width) {
    OnnxWriter writer = new OnnxWriter(14, DataType.FLOAT, false);
    SyntheticExport export = new SyntheticExport(folder, Kind.PRIMITIVE, writer, hidden -> hidden);
    writer.output(export.addEncoder(), "last_hidden_state", "batch", "sequence", width);
    return export;
  }

  /** Exports a model in the usual form: float32 in one file. */
  public static SyntheticExport of(SyntheticFolder folder, Kind kind, int operatorSet) {
    return of(folder, kind, new OnnxWriter(operatorSet, DataType.FLOAT, false));
  }

  /** Returns what writes, to change the export. */
  public OnnxWriter writer() {
    return writer;
  }

  /** Writes the folder: model, tokenizer and configuration. */
  public Path write(Path target) throws IOException {
    writeTexts(target);
    writer.write(target.resolve("model.onnx"));
    return target;
  }

  /** Writes tokenizer and configuration. */
  public void writeTexts(Path target) throws IOException {
    Files.createDirectories(target);
    Files.writeString(target.resolve("config.json"), folder.config.toString());
    for (Map.Entry<String, String> file : folder.files.entrySet()) {
      Files.writeString(target.resolve(file.getKey()), file.getValue());
    }
  }

  private String addEncoder() {
    String ids = writer.input("input_ids", DataType.INT64, "batch", "sequence");
    writer.input("attention_mask", DataType.INT64, "batch", "sequence");
    boolean types = configuration.architecture().tokenTypes() > 0;
    if (types) {
      writer.input("token_type_ids", DataType.INT64, "batch", "sequence");
    }
    String x;
    if (kind == Kind.FUSED) {
      x = embedFused(ids);
    } else {
      mask = additiveMask();
      x = embed(ids, types);
    }
    if (configuration.architecture().projectsEmbeddings()) {
      x = dense("bert/embeddings_project", x);
    }
    for (int layer : configuration.architecture().layerParameters()) {
      x = layer("bert/encoder/layer_" + layer + "/", x);
    }
    return ofHiddenStates.apply(x);
  }

  private void addHead(String hidden) {
    String head = dense("cls/predictions/transform/dense", hidden);
    head = activate(configuration.architecture().headActivation().orElseThrow(), head);
    head = normalize("cls/predictions/transform/LayerNorm", head);
    String decoder =
        configuration.architecture().tiedDecoder()
            ? "bert/embeddings/word_embeddings"
            : weight("cls/predictions/decoder", size(), embedding());
    String products =
        writer.add(
            "MatMul", head, writer.add("Transpose", OnnxWriter.integers("perm", 1, 0), decoder));
    String logits = writer.add("Add", products, weight("cls/predictions/output_bias", size()));
    writer.output(logits, "logits", "batch", "sequence", Long.toString(size()));
  }

  private long size() {
    return configuration.vocabularySize();
  }

  private long embedding() {
    return configuration.architecture().embeddingSize();
  }

  private String weight(String name, long... shape) {
    boolean known =
        writer.graph().getInitializerList().stream()
            .anyMatch(tensor -> tensor.getName().equals(name));
    return known
        ? name
        : writer.weight(name, Objects.requireNonNull(values.get(name), name), shape);
  }

  private String additiveMask() {
    String extended = writer.unsqueeze(writer.unsqueeze("attention_mask", 1), 2);
    String kept = writer.castToReal(extended);
    return writer.add("Mul", writer.add("Sub", writer.number(1), kept), writer.number(-10_000));
  }

  private String embed(String ids, boolean types) {
    long positions =
        (long) configuration.architecture().firstPosition() + configuration.maxPositions();
    String words =
        writer.add("Gather", weight("bert/embeddings/word_embeddings", size(), embedding()), ids);
    String sum = words;
    if (types) {
      int count = configuration.architecture().tokenTypes();
      String table = weight("bert/embeddings/token_type_embeddings", count, embedding());
      sum = writer.add("Add", sum, writer.add("Gather", table, "token_type_ids"));
    }
    String table = weight("bert/embeddings/position_embeddings", positions, embedding());
    sum = writer.add("Add", sum, writer.add("Gather", table, positions(ids, positions)));
    return normalize("bert/embeddings/LayerNorm", sum);
  }

  private String positions(String ids, long count) {
    if (configuration.architecture().firstPosition() > 0) {
      return positionsAfterPadding(ids);
    }
    String all = writer.integers("position_ids", LongStream.range(0, count).toArray(), 1, count);
    String length = writer.unsqueeze(dimension(ids, 1), 0);
    return writer.add(
        "Slice", all, writer.constant(0), length, writer.constant(1), writer.constant(1));
  }

  /** RoBERTa counts the pieces that are none of padding. */
  private String positionsAfterPadding(String ids) {
    String padding = writer.index(configuration.architecture().firstPosition() - 1);
    String kept = writer.cast(writer.add("Not", writer.add("Equal", ids, padding)), DataType.INT32);
    String counted = writer.add("Mul", writer.add("CumSum", kept, writer.index(1)), kept);
    return writer.add("Add", writer.cast(counted, DataType.INT64), padding);
  }

  private String dimension(String x, long axis) {
    return writer.add("Gather", writer.add("Shape", x), writer.index(axis));
  }

  private String embedFused(String ids) {
    long positions = configuration.maxPositions();
    String[] outputs =
        writer.add(
            "com.microsoft:EmbedLayerNormalization",
            new AttributeProto[] {epsilon()},
            2,
            writer.cast(ids, DataType.INT32),
            writer.cast("token_type_ids", DataType.INT32),
            weight("bert/embeddings/word_embeddings", size(), embedding()),
            weight("bert/embeddings/position_embeddings", positions, embedding()),
            weight("bert/embeddings/token_type_embeddings", 2, embedding()),
            weight("bert/embeddings/LayerNorm/gamma", embedding()),
            weight("bert/embeddings/LayerNorm/beta", embedding()),
            writer.cast("attention_mask", DataType.INT32));
    mask = outputs[1];
    return outputs[0];
  }

  private AttributeProto epsilon() {
    return OnnxWriter.number("epsilon", configuration.layerNormEpsilon());
  }

  private String layer(String prefix, String x) {
    String context = kind == Kind.FUSED ? fusedAttention(prefix, x) : attention(prefix, x);
    String middle =
        residual(
            prefix + "attention/output/dense", prefix + "attention/output/LayerNorm", context, x);
    String inner;
    Activation activation = configuration.architecture().activation();
    if (kind == Kind.FUSED && activation == Activation.GELU) {
      String products = writer.add("MatMul", middle, kernel(prefix + "intermediate/dense"));
      inner = writer.add("com.microsoft:BiasGelu", products, bias(prefix + "intermediate/dense"));
    } else {
      inner = activate(activation, dense(prefix + "intermediate/dense", middle));
    }
    return residual(prefix + "output/dense", prefix + "output/LayerNorm", inner, middle);
  }

  private String residual(String dense, String normalization, String x, String skip) {
    if (kind != Kind.FUSED) {
      return normalize(normalization, writer.add("Add", dense(dense, x), skip));
    }
    long width = configuration.hiddenSize();
    return writer.add(
        "com.microsoft:SkipLayerNormalization",
        epsilon(),
        writer.add("MatMul", x, kernel(dense)),
        skip,
        weight(normalization + "/gamma", width),
        weight(normalization + "/beta", width),
        bias(dense));
  }

  private String fusedAttention(String prefix, String x) {
    int width = configuration.hiddenSize();
    float[] kernel = new float[3 * width * width];
    float[] bias = new float[3 * width];
    List<String> parts = List.of("query", "key", "value");
    for (int part = 0; part < 3; part++) {
      String name = prefix + "attention/self/" + parts.get(part);
      float[] own = Objects.requireNonNull(values.get(name + "/kernel"), name);
      for (int row = 0; row < width; row++) {
        System.arraycopy(own, row * width, kernel, (3 * row + part) * width, width);
      }
      System.arraycopy(
          Objects.requireNonNull(values.get(name + "/bias"), name), 0, bias, part * width, width);
    }
    return writer.add(
        "com.microsoft:Attention",
        OnnxWriter.integer("num_heads", configuration.heads()),
        x,
        writer.weight(prefix + "qkv/kernel", kernel, width, 3L * width),
        writer.weight(prefix + "qkv/bias", bias, 3L * width),
        mask);
  }

  private String attention(String prefix, String x) {
    String self = prefix + "attention/self/";
    String query = heads(dense(self + "query", x), 0, 2, 1, 3);
    String key = heads(dense(self + "key", x), 0, 2, 3, 1);
    String value = heads(dense(self + "value", x), 0, 2, 1, 3);
    double root = Math.sqrt((double) configuration.hiddenSize() / configuration.heads());
    String scores =
        writer.add(
            "Add", writer.add("Div", writer.add("MatMul", query, key), writer.number(root)), mask);
    String shares = writer.add("Softmax", OnnxWriter.integer("axis", 3), scores);
    String context =
        writer.add(
            "Transpose",
            OnnxWriter.integers("perm", 0, 2, 1, 3),
            writer.add("MatMul", shares, value));
    return writer.add(
        "Reshape", context, target(context, writer.constant(configuration.hiddenSize())));
  }

  private String heads(String rows, long... axes) {
    long heads = configuration.heads();
    String split =
        writer.add(
            "Reshape",
            rows,
            target(
                rows, writer.constant(heads), writer.constant(configuration.hiddenSize() / heads)));
    return writer.add("Transpose", OnnxWriter.integers("perm", axes), split);
  }

  /** Returns the first two dimensions and others, as traced code computes them. */
  private String target(String x, String... others) {
    List<String> parts = new ArrayList<>();
    parts.add(writer.unsqueeze(dimension(x, 0), 0));
    parts.add(writer.unsqueeze(dimension(x, 1), 0));
    parts.addAll(List.of(others));
    return writer.add("Concat", OnnxWriter.integer("axis", 0), parts.toArray(String[]::new));
  }

  private String kernel(String prefix) {
    String name = prefix + "/kernel";
    long outputs = Objects.requireNonNull(values.get(prefix + "/bias"), prefix).length;
    long inputs = Objects.requireNonNull(values.get(name), name).length / outputs;
    return weight(name, inputs, outputs);
  }

  private String bias(String prefix) {
    String name = prefix + "/bias";
    return weight(name, Objects.requireNonNull(values.get(name), name).length);
  }

  private String dense(String prefix, String x) {
    return writer.add("Add", bias(prefix), writer.add("MatMul", x, kernel(prefix)));
  }

  private String normalize(String prefix, String x) {
    long width = Objects.requireNonNull(values.get(prefix + "/gamma"), prefix).length;
    String gamma = weight(prefix + "/gamma", width);
    String beta = weight(prefix + "/beta", width);
    if (kind != Kind.PRIMITIVE) {
      return writer.add("LayerNormalization", epsilon(), x, gamma, beta);
    }
    String centred = writer.add("Sub", x, writer.mean(x));
    String variance = writer.mean(writer.add("Pow", centred, writer.number(2)));
    String deviation =
        writer.add(
            "Sqrt", writer.add("Add", variance, writer.number(configuration.layerNormEpsilon())));
    String normalized = writer.add("Div", centred, deviation);
    return writer.add("Add", writer.add("Mul", normalized, gamma), beta);
  }

  private String activate(Activation activation, String x) {
    return switch (activation) {
      case RELU -> writer.add("Relu", x);
      case GELU -> gelu(x);
      case TANH_GELU -> tanhGelu(x);
      case SILU -> writer.add("Mul", x, writer.add("Sigmoid", x));
    };
  }

  private String gelu(String x) {
    if (kind == Kind.FUSED) {
      return writer.add("com.microsoft:Gelu", x);
    }
    if (kind == Kind.STANDARD && writer.operatorSet() >= 20) {
      return writer.add("Gelu", x);
    }
    String erf = writer.add("Erf", writer.add("Div", x, writer.number(Math.sqrt(2))));
    String product = writer.add("Mul", x, writer.add("Add", erf, writer.number(1)));
    return writer.add("Mul", product, writer.number(0.5));
  }

  private String tanhGelu(String x) {
    if (kind == Kind.FUSED) {
      return writer.add("com.microsoft:FastGelu", x);
    }
    String cube = writer.add("Pow", x, writer.number(3));
    String sum = writer.add("Add", x, writer.add("Mul", cube, writer.number(0.044715)));
    String inner = writer.add("Mul", sum, writer.number(Math.sqrt(2 / Math.PI)));
    String outer = writer.add("Add", writer.add("Tanh", inner), writer.number(1));
    return writer.add("Mul", writer.add("Mul", x, writer.number(0.5)), outer);
  }
}
