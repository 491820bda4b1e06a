package dev.infill.bert.graph.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphBuilder;
import dev.infill.bert.graph.op.GraphRunner;
import dev.infill.bert.graph.op.GraphRunner.Tensor;
import dev.infill.bert.graph.op.UnsupportedNodeException;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.RealEncoder;
import dev.infill.core.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small files of an operator or some, rebuilt, against what ONNX Runtime makes of the files. */
class OperatorImportTest {
  private static final int N = 2;
  private static final int T = 5;
  private static final int WIDTH = 4;
  private static final int SIZE = 11;

  @TempDir Path folder = Path.of("");

  /** Adds nodes that read the rows of word embeddings, [N, T, 4]. */
  private interface Nodes {
    String of(OnnxWriter writer, String x);
  }

  private static Arguments file(String name, int operatorSet, Nodes nodes) {
    return Arguments.of(name, operatorSet, nodes);
  }

  static Stream<Arguments> files() {
    return Stream.of(
            Stream.of(
                file("split", 11, OperatorImportTest::split),
                file("split", 13, OperatorImportTest::split),
                file("split", 18, OperatorImportTest::split),
                file("split unequally", 13, OperatorImportTest::splitUnequally),
                file("slice", 11, (w, x) -> part(w, x, 1, -1)),
                file("slice to the end", 13, (w, x) -> part(w, x, 1, Long.MAX_VALUE)),
                file("slice from the end", 13, (w, x) -> part(w, x, -3, Integer.MAX_VALUE)),
                file("transpose", 11, OperatorImportTest::transpose),
                file("reshape", 11, OperatorImportTest::reshape),
                file("reshape by arithmetic", 14, OperatorImportTest::reshapeByArithmetic),
                file("flatten", 13, OperatorImportTest::flatten),
                file("squeeze", 11, OperatorImportTest::squeeze),
                file("squeeze", 13, OperatorImportTest::squeeze)),
            Stream.of(
                file("mean without axis", 11, OperatorImportTest::mean),
                file("mean without axis", 18, OperatorImportTest::mean),
                file("sum", 11, OperatorImportTest::sum),
                file("sum", 13, OperatorImportTest::sum),
                file("softmax of the rest", 11, (w, x) -> w.withAxis("Softmax", 1, x)),
                file("softmax of an axis", 13, (w, x) -> w.withAxis("Softmax", 1, x)),
                file("softmax", 13, (w, x) -> w.add("Softmax", x)),
                file("log-softmax", 13, (w, x) -> w.withAxis("LogSoftmax", -1, x)),
                file("normalization without bias", 17, OperatorImportTest::normalization)),
            Stream.of(
                file("gather along the last axis", 11, OperatorImportTest::gatherLast),
                file("gather of one index", 11, (w, x) -> atIndex(w, x, 2, -2)),
                file("gather of the first piece", 11, (w, x) -> atIndex(w, x, 1, 0)),
                file("types of a buffer", 14, OperatorImportTest::typesOfBuffer),
                file("types by elements", 14, OperatorImportTest::typesByElements),
                file("gather by tuples", 14, OperatorImportTest::gatherByTuples),
                file("where", 11, OperatorImportTest::where),
                file("positions by range", 11, OperatorImportTest::range),
                file("expand", 11, OperatorImportTest::expand),
                file("expand all but one axis", 14, OperatorImportTest::expandAllButOne),
                file("angles", 14, OperatorImportTest::angles),
                file("constant of shape", 11, OperatorImportTest::constantOfShape),
                file("constant arithmetic", 14, OperatorImportTest::constantArithmetic),
                file("size", 14, OperatorImportTest::size),
                file("not a number", 14, OperatorImportTest::notANumber)),
            Stream.of(
                file("gemm", 11, OperatorImportTest::gemm),
                file("fused product", 14, OperatorImportTest::fusedProduct),
                file("heads", 14, OperatorImportTest::heads),
                file("skip", 14, OperatorImportTest::skip),
                file("dropout", 13, (w, x) -> w.add("Dropout", x)),
                file("approximate gelu", 20, (w, x) -> w.approximateGelu(x)),
                file("maximum", 13, (w, x) -> w.add("Max", x, w.number(0.5))),
                file("minimum", 13, (w, x) -> w.add("Min", x, w.number(0.5)))),
            Stream.of("Exp", "Neg", "Abs", "Erf", "Tanh", "Sigmoid", "Relu", "Sin", "Cos", "Floor")
                .map(type -> file(type, 13, (w, x) -> w.add(type, x))),
            Stream.of("Ceil", "Round", "Sign", "Identity")
                .map(type -> file(type, 13, (w, x) -> w.add(type, x))),
            Stream.of("Log", "Sqrt", "Reciprocal")
                .map(type -> file(type, 13, (w, x) -> w.add(type, positive(w, x)))),
            Stream.of(1.0, 2.0, 3.0, 0.5, -1.7)
                .map(
                    number ->
                        file(
                            "power " + number,
                            13,
                            (w, x) -> w.add("Pow", positive(w, x), w.number(number)))))
        .flatMap(each -> each);
  }

  private static String positive(OnnxWriter w, String x) {
    return w.add("Add", w.add("Abs", x), w.number(0.25));
  }

  private static String split(OnnxWriter w, String x) {
    String[] parts = w.split(x, 2, 2);
    return w.joined(2, parts[1], parts[0]);
  }

  private static String splitUnequally(OnnxWriter w, String x) {
    String[] parts = w.splitBy(x, 2, w.constant(3, 1), 2);
    return w.joined(2, parts[1], parts[0], parts[1]);
  }

  private static String part(OnnxWriter w, String x, long from, long to) {
    return w.add("Slice", x, w.constant(from), w.constant(to), w.constant(2));
  }

  private static String transpose(OnnxWriter w, String x) {
    String reversed = w.add("Transpose", x);
    return w.add("Add", w.add("Transpose", reversed), x);
  }

  private static String reshape(OnnxWriter w, String x) {
    String parts = w.add("Reshape", x, w.constant(0, -1, 2, 2));
    return w.add("Reshape", w.add("Exp", parts), w.constant(0, 0, 4));
  }

  private static String reshapeByArithmetic(OnnxWriter w, String x) {
    String width = w.add("Mul", dimension(w, x, 1), dimension(w, x, 2));
    String flat = w.add("Reshape", x, w.joined(0, dimension(w, x, 0), width));
    String length = w.add("Div", width, w.constant(WIDTH));
    String back =
        w.joined(0, dimension(w, flat, 0), w.add("Add", length, w.constant(0)), w.constant(-1));
    return w.add("Reshape", w.add("Exp", flat), back);
  }

  private static String dimension(OnnxWriter w, String x, long axis) {
    return w.add("Slice", w.add("Shape", x), w.constant(axis), w.constant(axis + 1));
  }

  private static String flatten(OnnxWriter w, String x) {
    return w.add("Reshape", w.withAxis("Flatten", 2, x), w.add("Shape", x));
  }

  private static String squeeze(OnnxWriter w, String x) {
    return w.squeeze(w.add("Exp", w.unsqueeze(x, -2)), 2);
  }

  private static String mean(OnnxWriter w, String x) {
    return w.add("Sub", x, w.unsqueeze(w.meanWithoutAxis(x), 2));
  }

  private static String sum(OnnxWriter w, String x) {
    return w.add("Sub", x, w.sum(x));
  }

  private static String normalization(OnnxWriter w, String x) {
    return w.add("LayerNormalization", x, w.weight("scale", new float[] {1, 2, 3, 4}, WIDTH));
  }

  private static String gatherLast(OnnxWriter w, String x) {
    return w.withAxis("Gather", 2, x, w.constant(3, 1, 0, 1, 2));
  }

  private static String atIndex(OnnxWriter w, String x, long axis, long index) {
    return w.add("Add", x, w.unsqueeze(w.withAxis("Gather", axis, x, w.index(index)), axis));
  }

  private static String typesOfBuffer(OnnxWriter w, String x) {
    String buffer = w.integers("types", new long[32], 1, 32);
    String slice =
        w.add("Slice", buffer, w.constant(0), dimension(w, "input_ids", 1), w.constant(1));
    String types = w.add("Expand", slice, w.add("Shape", "input_ids"));
    String table = w.weight("table", new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, WIDTH);
    return w.add("Add", x, w.add("Gather", table, types));
  }

  private static String typesByElements(OnnxWriter w, String x) {
    String zeros = w.add("Expand", w.index(0), w.add("Shape", "input_ids"));
    String types = w.withAxis("GatherElements", 1, zeros, zeros);
    return w.add("Add", x, w.unsqueeze(w.castToReal(types), 2));
  }

  private static String gatherByTuples(OnnxWriter w, String x) {
    String ones = w.add("ConstantOfShape", w.add("Shape", "input_ids"));
    String tuples = w.integers("tuples", new long[] {1, 0}, 1, 2);
    String picked = w.unsqueeze(w.unsqueeze(w.add("GatherND", ones, tuples), 1), 2);
    return w.add("Add", x, w.castToReal(picked));
  }

  private static String where(OnnxWriter w, String x) {
    String condition = w.add("And", w.add("Greater", x, w.number(0)), w.add("Not", less(w, x)));
    return w.add("Where", condition, x, w.add("Mul", x, w.number(0.1)));
  }

  private static String less(OnnxWriter w, String x) {
    return w.add("Less", w.number(0.5), x);
  }

  private static String range(OnnxWriter w, String x) {
    String length = w.squeeze(dimension(w, x, 1), 0);
    String positions = w.add("Range", w.index(0), length, w.index(1));
    return w.add("Add", w.unsqueeze(w.castToReal(positions), 1), x);
  }

  private static String expand(OnnxWriter w, String x) {
    String shape = w.add("Shape", x);
    String unknown = w.add("Equal", shape, w.constant(-1, -1, -1));
    String target = w.add("Where", unknown, w.constant(1, 1, 1), shape);
    String row = w.weight("row", new float[] {1, 2, 3, 4}, 1, 1, WIDTH);
    return w.add("Mul", w.add("Expand", row, target), x);
  }

  /** As torch.onnx writes an expand by −1: the target is compared with as many of them. */
  private static String expandAllButOne(OnnxWriter w, String x) {
    String target = w.joined(0, dimension(w, x, 0), w.constant(-1), w.constant(-1));
    String ones = w.add("Expand", w.index(1), w.constant(3));
    String unknown = w.add("Equal", target, w.add("Mul", ones, w.index(-1)));
    return w.add("Mul", w.add("Expand", x, w.add("Where", unknown, ones, target)), x);
  }

  private static String angles(OnnxWriter w, String x) {
    String length = w.squeeze(dimension(w, x, 1), 0);
    String positions = w.castToReal(w.add("Range", w.index(0), length, w.index(1)));
    String widths = w.weight("frequencies", new float[] {1, 2, 3, 4}, WIDTH);
    return w.add("Add", x, w.add("Sin", w.outerProduct(positions, widths)));
  }

  private static String constantOfShape(OnnxWriter w, String x) {
    String zeros = w.add("ConstantOfShape", w.add("Shape", x));
    return w.add("Sub", x, w.add("Exp", zeros));
  }

  /** Each step would come out differently with its operands exchanged. */
  private static String constantArithmetic(OnnxWriter w, String x) {
    String ones = w.add("Exp", w.add("ConstantOfShape", w.add("Shape", x)));
    String quotient = w.add("Div", w.add("Sub", w.number(5), ones), w.number(3));
    String power = w.add("Pow", quotient, w.number(3));
    String integer = w.castToReal(w.add("Div", w.index(-7), w.index(2)));
    String chosen = w.add("Where", w.add("Less", ones, power), integer, w.number(9));
    return w.add("Add", x, w.add("Mul", w.add("Max", chosen, power), power));
  }

  private static String size(OnnxWriter w, String x) {
    return w.add("Div", x, w.castToReal(w.add("Size", x)));
  }

  private static String notANumber(OnnxWriter w, String x) {
    return w.add("Where", w.add("IsNaN", x), w.number(0), x);
  }

  private static String gemm(OnnxWriter w, String x) {
    float[] matrix = new float[3 * WIDTH];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = (i % 5 - 2) / 4f;
    }
    String flat = w.add("Reshape", x, w.constant(-1, WIDTH));
    String product =
        w.scaledGemm(
            flat, w.weight("matrix", matrix, 3, WIDTH), w.weight("bias", new float[] {1, 2, 3}, 3));
    return w.add(
        "Reshape", product, w.joined(0, dimension(w, x, 0), dimension(w, x, 1), w.constant(3)));
  }

  private static String fusedProduct(OnnxWriter w, String x) {
    return w.add("MatMul", w.fusedProduct(x), x);
  }

  private static String heads(OnnxWriter w, String x) {
    float[] bias = {1, 2, 3, 4, 0, 1, 0, -1, 1, 1, 2, 2};
    return w.heads(x, w.weight("bias", bias, 3L * WIDTH));
  }

  private static String skip(OnnxWriter w, String x) {
    return w.skip(x, w.add("Exp", x), w.weight("gamma", new float[] {1, 2, 3, 4}, WIDTH));
  }

  static Stream<Arguments> explosions() {
    return Stream.of(
        file("a vector doubled", 13, (w, x) -> reshaped(w, x, v -> w.joined(0, v, v))),
        file("extents squared", 13, (w, x) -> reshaped(w, x, v -> w.add("Mul", v, v))));
  }

  /** Reshapes to something that was changed 60 times. */
  private static String reshaped(OnnxWriter w, String x, UnaryOperator<String> change) {
    String shape = w.add("Shape", x);
    for (int i = 0; i < 60; i++) {
      shape = change.apply(shape);
    }
    return w.add("Reshape", x, shape);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("explosions")
  void shapesThatExplodeAreRefused(String name, int operatorSet, Nodes nodes) throws Exception {
    OnnxWriter writer = writer(operatorSet, nodes);
    BertWeights export = RealEncoder.read(writer.write(folder.resolve("model.onnx")), "words");
    WeightsFile weights = ExportFiles.write(export, folder.resolve("weights.bin"));
    assertThatExceptionOfType(UnsupportedNodeException.class)
        .isThrownBy(() -> output(new GraphBuilder(), export, weights))
        .withMessageContaining(" of node ")
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(600));
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        Arguments.of(
            "Expand", nodes((w, x) -> w.add("Expand", x, shape(w, x, 1 << 20))), "of shape"),
        Arguments.of("a sum of all pairs", nodes(OperatorImportTest::allPairs), "of shape"),
        Arguments.of(
            "Gather", nodes((w, x) -> w.add("Add", x, picked(w, SIZE))), "picks number " + SIZE),
        Arguments.of(
            "Gather from the end",
            nodes((w, x) -> w.add("Add", x, picked(w, -SIZE - 1))),
            "picks number -" + (SIZE + 1)));
  }

  private static Nodes nodes(Nodes nodes) {
    return nodes;
  }

  /** Returns the shape of x with one more axis before it. */
  private static String shape(OnnxWriter w, String x, long extent) {
    return w.joined(0, w.constant(extent), w.add("Shape", x));
  }

  /** Grows from numbers of which the file holds few. */
  private static String allPairs(OnnxWriter w, String x) {
    String column = w.add("Reshape", x, w.constant(-1, 1, WIDTH));
    String many = column;
    for (int i = 0; i < 10; i++) {
      many = w.joined(2, many, many, many, many);
    }
    return many;
  }

  private static String picked(OnnxWriter w, long index) {
    float[] rows = new float[SIZE * WIDTH];
    return w.add("Gather", w.weight("rows", rows, SIZE, WIDTH), w.constant(index));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void whatWouldTakeAllMemoryOrReadOutsideIsRefused(String name, Nodes nodes, String told)
      throws Exception {
    OnnxWriter writer = writer(14, nodes);
    BertWeights export = RealEncoder.read(writer.write(folder.resolve("model.onnx")), "words");
    WeightsFile weights = ExportFiles.write(export, folder.resolve("weights.bin"));
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> output(new GraphBuilder(), export, weights))
        .withMessageContaining(told)
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("files")
  void builtAnewGivesTheSame(String name, int operatorSet, Nodes nodes) throws Exception {
    Path file = writer(operatorSet, nodes).write(folder.resolve("model.onnx"));
    BertWeights export = RealEncoder.read(file, "words");
    WeightsFile weights = ExportFiles.write(export, folder.resolve("weights.bin"));
    GraphBuilder graph = new GraphBuilder();
    Value output = output(graph, export, weights);
    graph.output("output", graph.multiply(output, graph.scalar(ElementType.FLOAT, 1)));
    Path rebuilt = Files.write(folder.resolve("rebuilt.onnx"), graph.model("test").toByteArray());
    Random random = new Random(9);
    Map<String, Tensor> inputs =
        Map.of(
            "input_ids",
            Tensor.integers(new long[] {N, T}, random.longs((long) N * T, 0, SIZE).toArray()));
    try (GraphRunner expected = new GraphRunner(file);
        GraphRunner actual = new GraphRunner(rebuilt)) {
      assertThat(actual.run(inputs).get("output"))
          .containsExactly(expected.run(inputs).get("last_hidden_state"), within(2e-5));
    }
  }

  private static OnnxWriter writer(int operatorSet, Nodes nodes) {
    OnnxWriter writer = new OnnxWriter(operatorSet, DataType.FLOAT, false);
    writer.input("input_ids", DataType.INT64, "batch", "sequence");
    Random random = new Random(8);
    float[] table = new float[SIZE * WIDTH];
    for (int i = 0; i < table.length; i++) {
      table[i] = (float) random.nextGaussian();
    }
    String rows = writer.add("Gather", writer.weight("words", table, SIZE, WIDTH), "input_ids");
    writer.output(nodes.of(writer, rows), "last_hidden_state", "batch", "sequence", "width");
    return writer;
  }

  private static Value output(GraphBuilder graph, BertWeights export, WeightsFile weights) {
    Dimension sequences = Dimension.named("N");
    Dimension length = Dimension.named("T");
    Value ids = graph.input("input_ids", ElementType.INT64, sequences, length);
    Value words = graph.gather(graph.parameter(weights, "tensor/words"), ids);
    return new GraphImport(export.export().orElseThrow(), weights, graph, ids, words).output();
  }
}
