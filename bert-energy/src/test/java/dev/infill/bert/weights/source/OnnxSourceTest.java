package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxSourceTest {
  @TempDir Path temporary = Path.of("");

  private Path folder() {
    return temporary.resolve("model");
  }

  private static SyntheticExport export() {
    return SyntheticExport.of(SyntheticFolder.bert(), Kind.PRIMITIVE, 14);
  }

  private static SyntheticExport external() {
    return SyntheticExport.of(
        SyntheticFolder.bert(), Kind.PRIMITIVE, new OnnxWriter(14, DataType.FLOAT, true));
  }

  private static WeightsSource resolve(Path path) {
    return new ModelResolver(OnnxSourceTest.class.getClassLoader()).resolve(path.toString());
  }

  private ModelBundle open(Path path) throws IOException {
    return resolve(path).open(temporary, (stage, done, total) -> {});
  }

  private void assertRefused(Path path, String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> open(path).close())
        .satisfies(
            refusal -> {
              assertThat(refusal.field()).isEqualTo("model");
              assertThat(refusal.getMessage())
                  .contains(parts)
                  .doesNotContain("\n")
                  .hasSizeLessThan(600);
            });
  }

  @ParameterizedTest
  @CsvSource({"FLOAT,false", "FLOAT,true", "FLOAT16,false", "DOUBLE,true"})
  void parametersAreThoseOfTheFile(DataType real, boolean external) throws IOException {
    SyntheticFolder synthetic = SyntheticFolder.bert();
    SyntheticExport.of(synthetic, Kind.PRIMITIVE, new OnnxWriter(14, real, external))
        .write(folder());
    try (ModelBundle weights = open(folder())) {
      Map<String, float[]> expected = new TreeMap<>();
      synthetic
          .values()
          .forEach(
              (name, values) -> {
                if (!name.startsWith("bert/pooler") && !name.startsWith("unused")) {
                  expected.put(OnnxExport.parameter(name), values);
                }
              });
      assertThat(weights.parameters().names()).isEqualTo(expected.keySet());
      for (String parameter : weights.parameters().names()) {
        FloatBuffer read = weights.parameters().read(parameter);
        float[] values = new float[read.remaining()];
        read.get(values);
        assertThat(values).isEqualTo(expected.get(parameter));
      }
      assertThat(weights.tokenizer().pieces()).isEqualTo(synthetic.tokenizer().file().pieces());
      assertThat(weights.configuration())
          .isEqualTo(new ExportSizes(synthetic.tokenizer().size(), 16, 20));
    }
  }

  // Which file

  @Test
  void modelIsFoundAsOnTheHub() throws IOException {
    export().writeTexts(folder());
    Path file = export().writer().write(folder().resolve("onnx/model.onnx"));
    Files.write(folder().resolve("onnx/model_fp16.onnx"), new byte[0]);
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.export()).isPresent();
    }
    try (ModelBundle weights = open(file)) {
      assertThat(weights.export()).isPresent();
    }
  }

  @Test
  void onlyFileIsTaken() throws IOException {
    export().writeTexts(folder());
    export().writer().write(folder().resolve("bert.onnx"));
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.export()).isPresent();
    }
  }

  @Test
  void severalOtherFilesAreNamed() throws IOException {
    Files.createDirectories(folder());
    Files.write(folder().resolve("a.onnx"), new byte[0]);
    Files.write(folder().resolve("b.onnx"), new byte[0]);
    assertRefused(folder(), "a.onnx, b.onnx");
  }

  @Test
  void safetensorsComeFirst() throws IOException {
    SyntheticFolder.bert().write(folder());
    Path file = export().writer().write(folder().resolve("model.onnx"));
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.export()).isEmpty();
    }
    try (ModelBundle weights = open(file)) {
      assertThat(weights.export()).isPresent();
    }
  }

  @Test
  void tokenizerIsNeeded() throws IOException {
    export().writer().write(folder().resolve("model.onnx"));
    assertRefused(folder(), "tokenizer.json is missing");
  }

  @Test
  void positionsAreThoseOfTheGraphWithoutConfiguration() throws IOException {
    export().write(folder());
    Files.delete(folder().resolve("config.json"));
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.configuration().maxPositions()).isEqualTo(20);
    }
  }

  /** Numbers for distances, which MPNet has, are no embeddings of positions. */
  @Test
  void rowsOfAnotherWidthAreNoPositions() throws IOException {
    OnnxWriter writer = new OnnxWriter(14, DataType.FLOAT, false);
    SyntheticExport.of(
            SyntheticFolder.bert(),
            Kind.PRIMITIVE,
            writer,
            hidden ->
                writer.add(
                    "Add",
                    hidden,
                    writer.add(
                        "Gather",
                        writer.weight("distances", new float[] {1, 2, 3, 4, 5}, 5, 1),
                        writer.constant(2))))
        .write(folder());
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.configuration().maxPositions()).isEqualTo(20);
    }
  }

  @Test
  void positionsByValueNeedAConfiguration() throws IOException {
    SyntheticExport.of(SyntheticFolder.roberta(), Kind.PRIMITIVE, 14).write(folder());
    Files.delete(folder().resolve("config.json"));
    assertRefused(folder(), "model.onnx", "config.json with max_position_embeddings");
  }

  /** A family of its own, whose max_position_embeddings counts those of padding as RoBERTa's. */
  @Test
  void positionsByValueLeaveRoomForThoseOfPadding() throws IOException {
    SyntheticExport.of(SyntheticFolder.roberta(), Kind.PRIMITIVE, 14).write(folder());
    int known;
    try (ModelBundle weights = open(folder())) {
      known = weights.configuration().maxPositions();
    }
    Path config = folder().resolve("config.json");
    String changed = Files.readString(config).replace("\"roberta\"", "\"of-our-own\"");
    Files.writeString(config, changed);
    assertThat(changed).contains("of-our-own");
    try (ModelBundle weights = open(folder())) {
      assertThat(weights.configuration().maxPositions()).isEqualTo(known);
    }
  }

  /** A cache must not give what another state of the files was compiled to. */
  @ParameterizedTest
  @ValueSource(strings = {"model.onnx", OnnxWriter.DATA, "vocab.txt", "config.json"})
  void identityChangesWithEveryFile(String name) throws IOException {
    external().write(folder());
    SourceFiles before = resolve(folder()).files();
    assertThat(resolve(folder()).files()).isEqualTo(before);
    Files.setLastModifiedTime(folder().resolve(name), FileTime.fromMillis(1));
    assertThat(resolve(folder()).files()).isNotEqualTo(before);
  }

  // Hostile external data

  static Stream<Arguments> locations() {
    return Stream.of(
        Arguments.of("../secret.bin", "no name of a file in its folder"),
        Arguments.of("data/../../secret.bin", "no name of a file in its folder"),
        Arguments.of("./model.onnx_data", "no name of a file in its folder"),
        Arguments.of("/etc/passwd", "no name of a file in its folder"),
        Arguments.of("", "no name of a file in its folder"),
        Arguments.of("a\0b", "no name of a file"),
        Arguments.of("absent.bin", "is missing"),
        Arguments.of("link.bin", "link out of its folder"),
        Arguments.of("links/secret.bin", "link out of its folder"));
  }

  @ParameterizedTest
  @MethodSource("locations")
  void dataOutsideOfTheFolderIsRefused(String location, String part) throws IOException {
    SyntheticExport export = external();
    Path secret = Files.write(temporary.resolve("secret.bin"), new byte[1 << 16]);
    Files.createDirectories(folder());
    Files.createSymbolicLink(folder().resolve("link.bin"), secret);
    Files.createSymbolicLink(folder().resolve("links"), temporary);
    changeTensor(export, tensor -> tensor.getExternalDataBuilder(0).setValue(location));
    assertRefused(export.write(folder()), "model.onnx", part);
  }

  /** As in the hub's cache, where both are links; only what lies beside the target is beside it. */
  @Test
  void aLinkedFileHasItsDataBesideItsTarget() throws IOException {
    external().write(folder());
    Path blobs = Files.createDirectory(temporary.resolve("blobs"));
    for (String name : List.of("model.onnx", OnnxWriter.DATA)) {
      Path blob = Files.move(folder().resolve(name), blobs.resolve("of-" + name));
      Files.createSymbolicLink(folder().resolve(name), blob);
    }
    open(folder()).close();

    Path elsewhere = Files.createDirectory(blobs.resolve("elsewhere"));
    Path moved = Files.move(blobs.resolve("of-" + OnnxWriter.DATA), elsewhere.resolve("data"));
    Files.delete(folder().resolve(OnnxWriter.DATA));
    Files.createSymbolicLink(folder().resolve(OnnxWriter.DATA), moved);
    assertRefused(folder(), "model.onnx", "link out of its folder");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 99999999999, 'of model.onnx_data, which has'",
    "1, 9223372036854775807, 'of model.onnx_data, which has'",
    "1, -4, at the offset",
    "1, x, at the offset",
    "2, 99999999, 'of model.onnx_data, which has'",
    "2, 9223372036854775807, 'of model.onnx_data, which has'",
    "2, -1, at the length",
    "2, 8, where its shape takes"
  })
  void dataBeyondTheFileIsRefused(int key, String value, String part) throws IOException {
    SyntheticExport export = external();
    changeTensor(export, tensor -> tensor.getExternalDataBuilder(key).setValue(value));
    assertRefused(export.write(folder()), "model.onnx", part);
  }

  private static void changeTensor(SyntheticExport export, Consumer<TensorProto.Builder> change) {
    GraphProto.Builder graph = export.writer().graph();
    for (int i = 0; i < graph.getInitializerCount(); i++) {
      if (graph.getInitializer(i).getName().equals("bert/embeddings/position_embeddings")) {
        change.accept(graph.getInitializerBuilder(i));
      }
    }
  }

  // Hostile tensors

  static Stream<Arguments> tensors() {
    return Stream.of(
        tensor(tensor -> tensor.setDims(0, -1), "which no tensor has"),
        tensor(tensor -> tensor.setDims(0, Long.MIN_VALUE), "which no tensor has"),
        tensor(tensor -> tensor.setDims(0, 1L << 62), "more numbers than can be read"),
        tensor(
            tensor -> tensor.setDims(0, 1L << 32).setDims(1, 1L << 32),
            "more numbers than can be read"),
        tensor(tensor -> tensor.setDims(0, 21), "where its shape [21, 16] takes 1344"),
        tensor(OnnxSourceTest::addManyAxes, "which no tensor has"),
        tensor(tensor -> tensor.setDataType(99), "number format 99"),
        tensor(tensor -> tensor.setDataType(DataType.STRING.getNumber()), "number format STRING"),
        tensor(tensor -> tensor.addFloatData(1), "in several parts"),
        tensor(tensor -> tensor.setName("bert/embeddings/LayerNorm/beta"), "two tensors"),
        tensor(tensor -> tensor.setName(""), "a tensor without a name"),
        tensor(
            tensor ->
                tensor
                    .clearRawData()
                    .setDataType(DataType.INT64.getNumber())
                    .setDims(0, 1 << 18)
                    .addInt64Data(1),
            "too few"));
  }

  private static void addManyAxes(TensorProto.Builder tensor) {
    for (int i = 0; i < 1000; i++) {
      tensor.addDims(1);
    }
  }

  private static Arguments tensor(Consumer<TensorProto.Builder> change, String part) {
    return Arguments.of(change, part);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("tensors")
  void tensorThatLiesIsRefused(Consumer<TensorProto.Builder> change, String part)
      throws IOException {
    SyntheticExport export = export();
    changeTensor(export, change);
    assertRefused(export.write(folder()), "model.onnx", part);
  }

  // Hostile graphs

  static Stream<Arguments> models() {
    return Stream.of(
        model(model -> model.getOpsetImportBuilder(0).setVersion(10), "operator set 10"),
        model(model -> model.getOpsetImportBuilder(0).setVersion(21), "operator set 21"),
        model(model -> model.clearOpsetImport(), "operator set 0"),
        model(model -> model.clearGraph(), "no graph"),
        model(
            model -> model.addFunctions(FunctionProto.newBuilder().setName("f")),
            "functions of its own"),
        graph(
            graph -> graph.addSparseInitializer(SparseTensorProto.newBuilder()), "sparse tensors"),
        graph(graph -> graph.clearOutput(), "no output"),
        graph(graph -> graph.getOutputBuilder(0).setName("absent"), "no node gives"),
        graph(graph -> graph.removeInput(0), "input_ids"),
        graph(
            graph -> graph.addInput(OnnxWriter.value("past_key_values", DataType.FLOAT, "batch")),
            "has the input 'past_key_values'"),
        graph(
            graph -> graph.setInput(0, OnnxWriter.value("input_ids", DataType.INT64, "1", "128")),
            "shape [1, 128]: batch and length must be free"),
        graph(
            graph ->
                graph.setOutput(
                    0, OnnxWriter.value("logits", DataType.FLOAT, "batch", "sequence", "9")),
            "hidden states of width 9"),
        graph(graph -> graph.removeNode(graph.getNodeCount() / 2), "which no node before it gives"),
        graph(OnnxSourceTest::addCycle, "which no node before it gives"),
        graph(graph -> graph.addNode(graph.getNode(graph.getNodeCount() - 1)), "is given twice"),
        graph(
            graph -> {
              for (int i = 0; i < 60_000; i++) {
                graph.addInput(OnnxWriter.value("x" + i, DataType.FLOAT, "1"));
              }
            },
            "more than 50,000 entries"),
        graph(
            graph -> {
              for (int i = 0; i < 10_000; i++) {
                graph.addNode(NodeProto.newBuilder().setOpType("Identity"));
              }
            },
            "more than 10,000 nodes"),
        graph(graph -> graph.addNode(0, branch(10_000)), "more than 10,000 nodes"),
        graph(OnnxSourceTest::addLargeExpand, "makes 2.15e+09 numbers in the node large"),
        graph(graph -> graph.addNode(0, nested(500)), "is damaged"));
  }

  private static void addCycle(GraphProto.Builder graph) {
    graph.addNode(
        0, NodeProto.newBuilder().setOpType("Add").setName("a").addInput("y").addOutput("x"));
    graph.addNode(
        1, NodeProto.newBuilder().setOpType("Add").setName("b").addInput("x").addOutput("y"));
  }

  private static NodeProto branch(int nodes) {
    GraphProto.Builder branch = GraphProto.newBuilder().setName("g");
    for (int i = 0; i < nodes; i++) {
      branch.addNode(NodeProto.newBuilder().setOpType("Identity"));
    }
    return NodeProto.newBuilder()
        .setOpType("If")
        .addAttribute(
            AttributeProto.newBuilder()
                .setName("then_branch")
                .setType(AttributeProto.AttributeType.GRAPH)
                .setG(branch))
        .build();
  }

  /** Of 8 GiB. */
  private static void addLargeExpand(GraphProto.Builder graph) {
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName("shape")
            .setDataType(DataType.INT64.getNumber())
            .addDims(2)
            .addInt64Data(1 << 16)
            .addInt64Data(1 << 15));
    graph.addNode(
        0,
        NodeProto.newBuilder()
            .setOpType("Expand")
            .setName("large")
            .addInput(graph.getInitializer(0).getName())
            .addInput("shape")
            .addOutput("large"));
  }

  private static NodeProto nested(int depth) {
    NodeProto node = NodeProto.newBuilder().setOpType("Identity").build();
    for (int i = 0; i < depth; i++) {
      node =
          NodeProto.newBuilder()
              .setOpType("If")
              .addAttribute(
                  AttributeProto.newBuilder()
                      .setName("then_branch")
                      .setType(AttributeProto.AttributeType.GRAPH)
                      .setG(GraphProto.newBuilder().setName("g").addNode(node)))
              .build();
    }
    return node;
  }

  private static Arguments model(Consumer<ModelProto.Builder> change, String part) {
    return Arguments.of(change, part);
  }

  private static Arguments graph(Consumer<GraphProto.Builder> change, String part) {
    return model(model -> change.accept(model.getGraphBuilder()), part);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("models")
  void graphThatIsNoModelIsRefused(Consumer<ModelProto.Builder> change, String part)
      throws IOException {
    SyntheticExport export = export();
    export.writeTexts(folder());
    ModelProto.Builder model = export.writer().model().toBuilder();
    change.accept(model);
    Files.write(folder().resolve("model.onnx"), model.build().toByteArray());
    assertRefused(folder(), "model.onnx", part);
  }

  /** No prefix of a file is one, and no damage ends in another way than a refusal. */
  @Test
  void damageIsRefusedOrHarmless() throws IOException {
    export().write(folder());
    Path file = folder().resolve("model.onnx");
    byte[] whole = Files.readAllBytes(file);
    for (int length : List.of(0, 1, 2, 3, 5, 8, 100, whole.length / 2, whole.length - 1)) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertRefused(folder(), "model.onnx");
    }
    for (int place = 0; place < whole.length; place += 37) {
      byte[] damaged = whole.clone();
      damaged[place] ^= (byte) 0xff;
      Files.write(file, damaged);
      try (ModelBundle weights = open(folder())) {
        assertThat(weights.export()).isPresent();
      } catch (InvalidInputException e) {
        assertThat(e.getMessage()).contains("model.onnx").doesNotContain("\n");
      }
    }
  }

  /** A length of 2 GB in a file of some bytes. */
  @Test
  void lengthThatLiesTakesNoMemory() throws IOException {
    export().writeTexts(folder());
    byte[] graphOfTwoGigabytes = {7 << 3 | 2, -1, -1, -1, -1, 7, 1};
    Files.write(folder().resolve("model.onnx"), graphOfTwoGigabytes);
    assertRefused(folder(), "model.onnx is damaged, cut off");
    byte[] longer = {7 << 3 | 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
    Files.write(folder().resolve("model.onnx"), longer);
    assertRefused(folder(), "model.onnx is damaged, cut off");
  }
}
