package dev.infill.bert.graph.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.op.GraphRunner;
import dev.infill.bert.graph.op.GraphRunner.Outputs;
import dev.infill.bert.graph.op.GraphRunner.Tensor;
import dev.infill.bert.runtime.OnnxRuntime;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both graphs, on a random BERT, against {@link PlainBert} and finite differences of it. */
class BertGraphTest {
  private static final double STEP = 1e-4;

  private static final BertConfiguration TWO_LAYERS =
      new BertConfiguration(41, 16, 2, 4, 24, 12, 1e-3);

  @TempDir Path folder;

  /** A BERT and one batch for it: C states of S sequences of T pieces, P positions in each. */
  private static final class Batch {
    final int chains;
    final int perState;
    final int asked;
    final int[] blanks;
    final long[][] pieces;
    final long[][] positions;
    final long[][] targets;
    final long[][] fills;
    final double[] mask;

    /**
     * Draws a batch.
     *
     * @param together whether one sequence of a state gives the conditionals of all blanks
     */
    Batch(int chains, int blankCount, int length, boolean together, int vocabulary, Random random) {
      this.chains = chains;
      perState = together ? 1 : blankCount;
      asked = together ? blankCount : 1;
      blanks = random.ints(0, length).distinct().limit(blankCount).toArray();
      int sequences = chains * perState;
      pieces = new long[sequences][length];
      positions = new long[sequences][asked];
      targets = new long[sequences][asked];
      fills = new long[chains][];
      Arrays.setAll(fills, c -> random.longs(blankCount, 0, vocabulary).toArray());
      mask = new double[perState * blankCount];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = together || i % (blankCount + 1) != 0 ? 1 : 0;
      }
      for (int n = 0; n < sequences; n++) {
        pieces[n] = random.longs(length, 0, vocabulary).toArray();
        for (int i = 0; i < blankCount; i++) {
          if (mask[n % perState * blankCount + i] == 1) {
            pieces[n][blanks[i]] = fills[n / perState][i];
          }
        }
        for (int p = 0; p < asked; p++) {
          int blank = together ? p : n % perState;
          positions[n][p] = blanks[blank];
          targets[n][p] = fills[n / perState][blank];
        }
      }
    }

    /** Draws another mask; a blank holds its fill in all sequences then. */
    void drawMask(Random random) {
      Arrays.setAll(mask, i -> random.nextGaussian());
      for (int n = 0; n < pieces.length; n++) {
        for (int i = 0; i < blanks.length; i++) {
          pieces[n][blanks[i]] = fills[n / perState][i];
        }
      }
    }

    Map<String, Tensor> conditionals() {
      Map<String, Tensor> inputs = new HashMap<>();
      inputs.put(BertGraph.INPUT_IDS, matrix(pieces));
      inputs.put(BertGraph.POSITIONS, matrix(positions));
      return inputs;
    }

    Map<String, Tensor> gradient() {
      Map<String, Tensor> inputs = conditionals();
      int m = blanks.length;
      int length = pieces[0].length;
      double[] placement = new double[length * m];
      for (int i = 0; i < m; i++) {
        placement[blanks[i] * m + i] = 1;
      }
      double[] ones = new double[chains * m];
      Arrays.fill(ones, 1);
      long[] mixtures = {chains, m, 1};
      long[] ids = Arrays.stream(fills).flatMapToLong(Arrays::stream).toArray();
      inputs.put(BertGraph.MIXED_IDS, Tensor.integers(mixtures, ids));
      inputs.put(BertGraph.MIXED_WEIGHTS, new Tensor(ElementType.FLOAT, mixtures, ones));
      inputs.put(
          BertGraph.PLACEMENT, new Tensor(ElementType.FLOAT, new long[] {length, m}, placement));
      inputs.put(
          BertGraph.ASKED_BLANKS,
          Tensor.integers(
              new long[] {perState, asked},
              LongStream.range(0, (long) perState * asked).toArray()));
      inputs.put(
          BertGraph.BLANK_POSITIONS,
          Tensor.integers(new long[] {m}, Arrays.stream(blanks).asLongStream().toArray()));
      inputs.put(
          BertGraph.CROSS_MASK, new Tensor(ElementType.FLOAT, new long[] {perState, m}, mask));
      return inputs;
    }

    private static Tensor matrix(long[][] rows) {
      long[] flat = Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray();
      return Tensor.integers(new long[] {rows.length, rows[0].length}, flat);
    }
  }

  private GraphRunner conditionals(BertConfiguration configuration, RandomWeights weights)
      throws IOException, OrtException {
    return new GraphRunner(
        Files.write(
            folder.resolve("conditionals.onnx"),
            BertGraph.of(
                BertGraph.Kind.CONDITIONALS,
                configuration,
                weights.file(),
                Float16Arithmetic.NATIVE)));
  }

  private GraphRunner gradient(BertConfiguration configuration, RandomWeights weights)
      throws IOException, OrtException {
    return new GraphRunner(
        Files.write(
            folder.resolve("gradient.onnx"),
            BertGraph.of(
                BertGraph.Kind.GRADIENT, configuration, weights.file(), Float16Arithmetic.NATIVE)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 1", "2, 4", "3, 4"})
  void conditionalsEqualPlainBert(int layers, int heads) throws Exception {
    BertConfiguration configuration = new BertConfiguration(41, 16, layers, heads, 24, 12, 1e-3);
    Random random = new Random(20 + layers);
    RandomWeights weights = RandomWeights.write(folder, configuration, 0.3, random);
    PlainBert plain = new PlainBert(configuration, weights.values());
    try (GraphRunner runner = conditionals(configuration, weights)) {
      for (boolean together : new boolean[] {false, true}) {
        for (int length : new int[] {3, 7, 12}) {
          Batch batch = new Batch(2, 3, length, together, 41, random);
          assertConditionals(plain, batch, runner.run(batch.conditionals()));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, 2, 3",
    "true, 2, 3",
    "false, 1, 1",
    "true, 1, 1",
    "false, 3, 2",
    "true, 3, 2"
  })
  void crossTermEqualsFiniteDifferences(boolean together, int chains, int blankCount)
      throws Exception {
    Random random = new Random(5);
    RandomWeights weights = RandomWeights.write(folder, TWO_LAYERS, 0.3, random);
    PlainBert plain = new PlainBert(TWO_LAYERS, weights.values());
    Batch batch = new Batch(chains, blankCount, 7, together, 41, random);
    Outputs outputs;
    try (GraphRunner runner = gradient(TWO_LAYERS, weights)) {
      outputs = runner.run(batch.gradient());
    }
    assertConditionals(plain, batch, outputs);
    assertCrossTerm(plain, batch, outputs);
  }

  static Stream<Arguments> architectures() {
    List<Integer> own = List.of(0, 1, 2);
    Activation gelu = Activation.GELU;
    Activation tanh = Activation.TANH_GELU;
    Activation relu = Activation.RELU;
    return Stream.of(
        Arguments.of("RoBERTa", new Architecture(16, false, 1, 2, relu, gelu, true, own)),
        Arguments.of("DistilBERT", new Architecture(16, false, 0, 0, relu, relu, true, own)),
        Arguments.of("ELECTRA", new Architecture(8, true, 2, 0, tanh, gelu, true, own)),
        Arguments.of(
            "ALBERT", new Architecture(24, true, 2, 0, tanh, tanh, true, List.of(0, 0, 0))),
        Arguments.of(
            "ALBERT of two groups",
            new Architecture(8, true, 2, 0, tanh, tanh, true, List.of(0, 0, 1))),
        Arguments.of(
            "ALBERT of inner groups",
            new Architecture(8, true, 2, 0, relu, relu, true, List.of(1, 0, 1))),
        Arguments.of("a projection", new Architecture(16, true, 2, 0, gelu, gelu, true, own)),
        Arguments.of("untied", new Architecture(16, false, 2, 0, gelu, gelu, false, own)),
        Arguments.of("all at once", new Architecture(8, true, 1, 3, tanh, relu, false, own)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("architectures")
  void relativesOfBertEqualPlainBertAndItsDifferences(String name, Architecture architecture)
      throws Exception {
    BertConfiguration configuration =
        new BertConfiguration(41, 16, 3, 4, 24, 12, 1e-3, architecture);
    Random random = new Random(9);
    RandomWeights weights = RandomWeights.write(folder, configuration, 0.3, random);
    PlainBert plain = new PlainBert(configuration, weights.values());
    try (GraphRunner runner = gradient(configuration, weights)) {
      for (boolean together : new boolean[] {false, true}) {
        Batch batch = new Batch(2, 3, 7, together, 41, random);
        Outputs outputs = runner.run(batch.gradient());
        assertConditionals(plain, batch, outputs);
        assertCrossTerm(plain, batch, outputs);
      }
    }
  }

  @Test
  void crossMaskWeighsSequences() throws Exception {
    Random random = new Random(6);
    RandomWeights weights = RandomWeights.write(folder, TWO_LAYERS, 0.3, random);
    PlainBert plain = new PlainBert(TWO_LAYERS, weights.values());
    Batch batch = new Batch(2, 3, 8, false, 41, random);
    batch.drawMask(random);
    try (GraphRunner runner = gradient(TWO_LAYERS, weights)) {
      assertCrossTerm(plain, batch, runner.run(batch.gradient()));
    }
  }

  /** A weight that ONNX Runtime transposed before the first run would take its memory twice. */
  @Test
  void optimizedGraphStoresEachWeightOnce() throws Exception {
    RandomWeights weights = RandomWeights.write(folder, TWO_LAYERS, 0.3, new Random(7));
    Path model =
        Files.write(
            folder.resolve("gradient.onnx"),
            BertGraph.of(
                BertGraph.Kind.GRADIENT, TWO_LAYERS, weights.file(), Float16Arithmetic.NATIVE));
    Path optimized = folder.resolve("optimized.onnx");
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setOptimizedModelFilePath(optimized.toString());
      OnnxRuntime.environment().createSession(model.toString(), options).close();
    }
    long elements = 0;
    try (var stream = Files.newInputStream(optimized)) {
      for (OnnxMl.TensorProto tensor :
          OnnxMl.ModelProto.parseFrom(stream).getGraph().getInitializerList()) {
        elements += tensor.getDimsList().stream().reduce(1L, Math::multiplyExact);
      }
    }
    long parameters = weights.values().values().stream().mapToLong(values -> values.length).sum();
    long smallestMatrix = 16 * 16;
    assertThat(elements).isBetween(parameters - smallestMatrix, parameters + smallestMatrix - 1);
  }

  /**
   * Forwards six products with weights a layer and two of attention, and one that places fills; on
   * the way back each weight once more, as it is a constant, and attention twice, as both of its
   * factors vary.
   */
  @Test
  void noProductIsComputedTwice() throws Exception {
    RandomWeights weights = RandomWeights.write(folder, TWO_LAYERS, 0.3, new Random(10));
    int layers = TWO_LAYERS.layers();
    int head = 2;

    assertThat(products(BertGraph.Kind.CONDITIONALS, weights))
        .isEqualTo(Map.of("Gemm", 6L * layers + head, "MatMul", 2L * layers));
    assertThat(products(BertGraph.Kind.GRADIENT, weights))
        .isEqualTo(Map.of("Gemm", 2 * (6L * layers + head) + 1, "MatMul", 6L * layers + 1));
  }

  private static Map<String, Long> products(BertGraph.Kind kind, RandomWeights weights)
      throws IOException {
    byte[] graph = BertGraph.of(kind, TWO_LAYERS, weights.file(), Float16Arithmetic.NATIVE);
    return OnnxMl.ModelProto.parseFrom(graph).getGraph().getNodeList().stream()
        .map(OnnxMl.NodeProto::getOpType)
        .filter(type -> type.equals("Gemm") || type.equals("MatMul"))
        .collect(Collectors.groupingBy(type -> type, Collectors.counting()));
  }

  @Test
  void missingParameterIsNamed() {
    assertThatThrownBy(
            () ->
                BertGraph.of(
                    BertGraph.Kind.CONDITIONALS,
                    TWO_LAYERS,
                    new WeightsFile("w", Map.of()),
                    Float16Arithmetic.NATIVE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bert/embeddings/word_embeddings");
  }

  @Test
  void parameterOfAnotherSizeIsRefused() throws Exception {
    RandomWeights weights = RandomWeights.write(folder, TWO_LAYERS, 0.3, new Random(8));
    BertConfiguration wider = new BertConfiguration(41, 24, 2, 4, 24, 12, 1e-3);
    assertThatThrownBy(
            () ->
                BertGraph.of(
                    BertGraph.Kind.GRADIENT, wider, weights.file(), Float16Arithmetic.NATIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertConditionals(PlainBert plain, Batch batch, Outputs outputs) {
    double[] logits = outputs.get(BertGraph.LOGITS);
    double[] normalizers = outputs.get(BertGraph.LOG_NORMALIZER);
    for (int n = 0; n < batch.pieces.length; n++) {
      for (int p = 0; p < batch.asked; p++) {
        double[] expected = plain.logits(plain.embed(batch.pieces[n]), (int) batch.positions[n][p]);
        int row = n * batch.asked + p;
        for (int v = 0; v < expected.length; v++) {
          assertThat(logits[row * expected.length + v]).isCloseTo(expected[v], within(2e-5));
        }
        assertThat(normalizers[row]).isCloseTo(PlainBert.logSumExp(expected), within(2e-5));
      }
    }
  }

  private static void assertCrossTerm(PlainBert plain, Batch batch, Outputs outputs) {
    double[] crossTerm = outputs.get(BertGraph.CROSS_TERM);
    int blankCount = batch.blanks.length;
    int vocabulary = crossTerm.length / batch.chains / blankCount;
    for (int c = 0; c < batch.chains; c++) {
      for (int i = 0; i < blankCount; i++) {
        double[] gradient = new double[plain.word(0).length];
        for (int s = 0; s < batch.perState; s++) {
          int n = c * batch.perState + s;
          for (int h = 0; h < gradient.length; h++) {
            gradient[h] +=
                batch.mask[s * blankCount + i]
                    * (objective(plain, batch, n, batch.blanks[i], h, STEP)
                        - objective(plain, batch, n, batch.blanks[i], h, -STEP))
                    / (2 * STEP);
          }
        }
        for (int v = 0; v < vocabulary; v++) {
          assertThat(crossTerm[(c * blankCount + i) * vocabulary + v])
              .isCloseTo(PlainBert.dot(gradient, plain.word(v)), within(2e-5));
        }
      }
    }
  }

  private static double objective(
      PlainBert plain, Batch batch, int n, int blank, int feature, double step) {
    double[][] words = plain.embed(batch.pieces[n]);
    words[blank][feature] += step;
    double sum = 0;
    for (int p = 0; p < batch.asked; p++) {
      double[] logits = plain.logits(words, (int) batch.positions[n][p]);
      sum += logits[(int) batch.targets[n][p]] - PlainBert.logSumExp(logits);
    }
    return sum;
  }
}
