package dev.infill.bert.graph.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphRunner.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products with codes, against sums in float64 of what the codes stand for. */
class BlockQuantizedGemmTest {
  private static final int BLOCK = 128;

  private final SplittableRandom random = new SplittableRandom(11);

  /**
   * A number of X is off by half of its block's scale at most, and what it is multiplied by not.
   */
  @ParameterizedTest
  @CsvSource({"1, 128, 4", "3, 40, 5", "20, 300, 7"})
  void itMultipliesWhatTheCodesStandFor(int rows, int inputs, int outputs) throws OrtException {
    int blocks = (inputs + BLOCK - 1) / BLOCK;
    double[] codes =
        random.ints((long) outputs * blocks * BLOCK, 1, 256).asDoubleStream().toArray();
    double[] scales = random.doubles((long) outputs * blocks, 0.01, 0.1).toArray();
    double[] x = random.doubles((long) rows * inputs, -3, 3).toArray();
    try (GraphRunner runner = new GraphRunner(graph(inputs, outputs, codes, scales))) {
      double[] product = run(runner, rows, inputs, x);
      for (int row = 0; row < rows; row++) {
        for (int output = 0; output < outputs; output++) {
          double sum = 0;
          double bound = 1e-4;
          for (int input = 0; input < inputs; input++) {
            int block = input / BLOCK;
            double weight =
                (codes[(output * blocks + block) * BLOCK + input % BLOCK] - 128)
                    * (float) scales[output * blocks + block];
            sum += x[row * inputs + input] * weight;
            bound += Math.abs(weight) * largest(x, row * inputs, block, inputs) / 127 * 0.501;
          }
          assertThat(product[row * outputs + output]).isCloseTo(sum, within(bound));
        }
        double[] alone =
            run(runner, 1, inputs, Arrays.copyOfRange(x, row * inputs, (row + 1) * inputs));
        assertThat(Arrays.copyOfRange(product, row * outputs, (row + 1) * outputs))
            .as("a row does not depend on the others")
            .containsExactly(alone, within(1e-4));
      }
    }
  }

  private static double largest(double[] x, int row, int block, int inputs) {
    return Arrays.stream(x, row + block * BLOCK, row + Math.min((block + 1) * BLOCK, inputs))
        .map(Math::abs)
        .max()
        .orElseThrow();
  }

  private static double[] run(GraphRunner runner, int rows, int inputs, double[] x)
      throws OrtException {
    return runner
        .run(Map.of("x", new Tensor(ElementType.FLOAT, new long[] {rows, inputs}, x)))
        .get("product");
  }

  private static GraphBuilder graph(int inputs, int outputs, double[] codes, double[] scales) {
    GraphBuilder graph = new GraphBuilder();
    int blocks = scales.length / outputs;
    Value x = graph.input("x", ElementType.FLOAT, Dimension.named("rows"), Dimension.of(inputs));
    Value product =
        graph
            .apply(
                new BlockQuantizedGemm(matrix(graph, outputs, inputs), /* transposed= */ true),
                x,
                constant(graph, ElementType.UINT8, codes, outputs, blocks, BLOCK),
                constant(graph, ElementType.FLOAT, scales, outputs, blocks))
            .output();
    graph.output("product", product);
    return graph;
  }

  private static Value matrix(GraphBuilder graph, int rows, int columns) {
    return graph.filled(type(ElementType.FLOAT, rows, columns), 1);
  }

  private static Value constant(
      GraphBuilder graph, ElementType element, double[] elements, int... shape) {
    return graph.constant(type(element, shape), elements);
  }

  private static TensorType type(ElementType element, int... shape) {
    return new TensorType(
        element, Shape.of(Arrays.stream(shape).mapToObj(Dimension::of).toArray(Dimension[]::new)));
  }

  @Test
  void codesAndScalesMustFitTheMatrix() {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input("x", ElementType.FLOAT, Dimension.named("rows"), Dimension.of(40));
    Value codes = constant(graph, ElementType.UINT8, new double[3 * BLOCK], 3, 1, BLOCK);
    Value scales = constant(graph, ElementType.FLOAT, new double[] {1, 1, 1}, 3, 1);
    BlockQuantizedGemm fits = new BlockQuantizedGemm(matrix(graph, 3, 40), true);

    assertThat(graph.apply(fits, x, codes, scales).output().shape().get(1))
        .isEqualTo(Dimension.of(3));
    for (BlockQuantizedGemm wrong :
        new BlockQuantizedGemm[] {
          new BlockQuantizedGemm(matrix(graph, 3, 40), false),
          new BlockQuantizedGemm(matrix(graph, 4, 40), true),
          new BlockQuantizedGemm(matrix(graph, 3, 41), true)
        }) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> graph.apply(wrong, x, codes, scales));
    }
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> graph.apply(fits, x, codes, codes));
  }
}
