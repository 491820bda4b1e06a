package dev.infill.bert.graph.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.runtime.OnnxRuntime;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The products that are reckoned against those of the graphs as ONNX Runtime runs them, whose
 * matrices are looked at one by one.
 */
class BertProductsTest {
  private static final int CHAINS = 2;
  private static final int BLANKS = 3;
  private static final int LENGTH = 7;
  private static final int SEQUENCES = CHAINS * BLANKS;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void conditionalsTakeTheProductsOfTheirGraph(int layers) throws Exception {
    BertConfiguration configuration = configuration(layers);

    assertThat(flops(BertProducts.conditionals(configuration, SEQUENCES, LENGTH, /* asked= */ 1)))
        .isEqualTo(
            runFlops(
                BertGraph.of(
                    BertGraph.Kind.CONDITIONALS,
                    configuration,
                    weights(configuration),
                    Float16Arithmetic.NATIVE),
                false));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void gradientsTakeTheProductsOfTheirGraph(int layers) throws Exception {
    BertConfiguration configuration = configuration(layers);

    assertThat(
            flops(
                BertProducts.gradient(
                    configuration, CHAINS, BLANKS, BLANKS, LENGTH, /* asked= */ 1)))
        .isEqualTo(
            runFlops(
                BertGraph.of(
                    BertGraph.Kind.GRADIENT,
                    configuration,
                    weights(configuration),
                    Float16Arithmetic.NATIVE),
                true));
  }

  /** Shared layers take as many products as others; embeddings are narrower than layers. */
  @Test
  void anAlbertTakesTheProductsOfItsGraphs() throws Exception {
    assertTakesTheProductsOfItsGraphs(
        new Architecture(
            8, true, 2, 0, Activation.TANH_GELU, Activation.TANH_GELU, true, List.of(0, 0, 0)));
  }

  /** Gates take a product more; rotations and windows take none. */
  @Test
  void aModernBertTakesTheProductsOfItsGraphs() throws Exception {
    assertTakesTheProductsOfItsGraphs(
        new Architecture(
            16,
            false,
            0,
            0,
            Activation.GELU,
            Optional.of(Activation.GELU),
            true,
            List.of(0, 1, 2),
            new LayerForm(true, true, Collections.nCopies(3, new Rotation(10, 2)))));
  }

  /** What the layers give goes to the decoder as it is. */
  @Test
  void aEuroBertTakesTheProductsOfItsGraphs() throws Exception {
    assertTakesTheProductsOfItsGraphs(
        new Architecture(
            16,
            false,
            0,
            0,
            Activation.SILU,
            Optional.empty(),
            false,
            List.of(0, 1, 2),
            new LayerForm(
                true,
                true,
                Collections.nCopies(3, new Rotation(10, Rotation.EVERYWHERE)),
                false,
                OptionalInt.empty(),
                true,
                false)));
  }

  private void assertTakesTheProductsOfItsGraphs(Architecture architecture) throws Exception {
    BertConfiguration configuration =
        new BertConfiguration(41, 16, 3, 4, 24, 12, 1e-3, architecture);
    WeightsFile weights = weights(configuration);

    assertThat(flops(BertProducts.conditionals(configuration, SEQUENCES, LENGTH, /* asked= */ 1)))
        .isEqualTo(
            runFlops(
                BertGraph.of(
                    BertGraph.Kind.CONDITIONALS, configuration, weights, Float16Arithmetic.NATIVE),
                false));
    assertThat(
            flops(
                BertProducts.gradient(
                    configuration, CHAINS, BLANKS, BLANKS, LENGTH, /* asked= */ 1)))
        .isEqualTo(
            runFlops(
                BertGraph.of(
                    BertGraph.Kind.GRADIENT, configuration, weights, Float16Arithmetic.NATIVE),
                true));
  }

  @Test
  void theWayBackThroughBertBaseCostsAsMuchAsTheWayThere() {
    BertConfiguration base = new BertConfiguration(30_522, 768, 12, 12, 3072, 512, 1e-12);

    double there = flops(BertProducts.conditionals(base, 75, 19, 1));
    double both = flops(BertProducts.gradient(base, 25, 3, 3, 19, 1));

    // 2 · 85 MFLOP for each of 75 · 19 pieces, less what the last layer is spared.
    assertThat(there).isCloseTo(2 * 85e6 * 75 * 19, within(0.06 * there));
    assertThat(both / there).isBetween(2.0, 2.05);
  }

  @Test
  void aProductOfNothingIsRefused() {
    assertThatThrownBy(() -> new MatrixProduct(1, 0, 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[0, 2] × [2, 3]");
    assertThat(new MatrixProduct(5, 2, 3, 4).flops()).isEqualTo(5 * 2 * (2 * 3 * 4));
  }

  private static BertConfiguration configuration(int layers) {
    return new BertConfiguration(41, 16, layers, 4, 24, 12, 1e-3);
  }

  private WeightsFile weights(BertConfiguration configuration) throws IOException {
    return RandomWeights.write(folder, configuration, 0.3, new Random(1)).file();
  }

  private static double flops(List<MatrixProduct> products) {
    return products.stream().mapToDouble(MatrixProduct::flops).sum();
  }

  /** Runs a graph with every factor and product among its outputs, and counts by their shapes. */
  private double runFlops(byte[] graph, boolean gradient) throws IOException, OrtException {
    OnnxMl.ModelProto model = OnnxMl.ModelProto.parseFrom(graph);
    List<OnnxMl.NodeProto> products =
        model.getGraph().getNodeList().stream()
            .filter(node -> Set.of("Gemm", "MatMul").contains(node.getOpType()))
            .toList();
    Set<String> wanted = new HashSet<>();
    for (OnnxMl.NodeProto product : products) {
      wanted.add(product.getInput(0));
      wanted.add(product.getOutput(0));
    }
    Set<String> already =
        model.getGraph().getOutputList().stream()
            .map(OnnxMl.ValueInfoProto::getName)
            .collect(Collectors.toSet());
    OnnxMl.GraphProto.Builder opened = model.getGraph().toBuilder();
    for (String name : wanted) {
      if (already.add(name)) {
        opened.addOutput(OnnxMl.ValueInfoProto.newBuilder().setName(name));
      }
    }
    Path file = folder.resolve("opened.onnx");
    Files.write(file, model.toBuilder().setGraph(opened).build().toByteArray());
    Map<String, long[]> shapes = shapes(file, wanted, gradient);
    double flops = 0;
    for (OnnxMl.NodeProto product : products) {
      long[] first = Objects.requireNonNull(shapes.get(product.getInput(0)));
      double elements = 1;
      for (long extent : Objects.requireNonNull(shapes.get(product.getOutput(0)))) {
        elements *= extent;
      }
      flops += 2 * elements * first[first.length - 1];
    }
    return flops;
  }

  private static Map<String, long[]> shapes(Path file, Set<String> wanted, boolean gradient)
      throws OrtException {
    OrtEnvironment environment = OnnxRuntime.environment();
    List<OnnxTensor> tensors = new ArrayList<>();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
      Map<String, OnnxTensor> inputs = new HashMap<>();
      inputs.put(BertGraph.INPUT_IDS, integers(environment, SEQUENCES, LENGTH));
      inputs.put(BertGraph.POSITIONS, integers(environment, SEQUENCES, 1));
      if (gradient) {
        inputs.put(BertGraph.TARGETS, integers(environment, SEQUENCES, 1));
        inputs.put(BertGraph.BLANK_POSITIONS, integers(environment, BLANKS));
        inputs.put(
            BertGraph.CROSS_MASK,
            OnnxTensor.createTensor(
                environment,
                FloatBuffer.wrap(new float[BLANKS * BLANKS]),
                new long[] {BLANKS, BLANKS}));
      }
      tensors.addAll(inputs.values());
      Map<String, long[]> shapes = new HashMap<>();
      try (OrtSession session = environment.createSession(file.toString(), options);
          OrtSession.Result result = session.run(inputs, wanted)) {
        for (Map.Entry<String, OnnxValue> output : result) {
          shapes.put(output.getKey(), ((OnnxTensor) output.getValue()).getInfo().getShape());
        }
      }
      return shapes;
    } finally {
      tensors.forEach(OnnxTensor::close);
    }
  }

  private static OnnxTensor integers(OrtEnvironment environment, int... shape) throws OrtException {
    int size = 1;
    long[] extents = new long[shape.length];
    for (int axis = 0; axis < shape.length; axis++) {
      size *= shape[axis];
      extents[axis] = shape[axis];
    }
    return OnnxTensor.createTensor(environment, LongBuffer.allocate(size), extents);
  }
}
