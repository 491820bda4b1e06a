package dev.infill.bert.graph.network;

import ai.onnxruntime.platform.Fp16Conversions;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.op.GraphBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An ONNX graph of matrix products X·W: what the speed of a machine's matrix products is measured
 * with. Both factors are constants, and no more than the first row of a product leaves the graph,
 * so that on a card nothing is measured but products. It must be run unoptimised, or all is
 * computed ahead.
 */
public final class MatrixProductGraph {
  private static final String PRODUCT = "product_";

  private MatrixProductGraph() {}

  /**
   * Returns the graph.
   *
   * @param rows X [R, inner], row-major
   * @param inner rows of W
   * @param columns columns of W
   * @param weights W, row-major
   * @param count how often the product is computed in a run, at least 1
   * @param float16 whether in float16, else in float32
   * @return a serialised ONNX model, whose outputs are {@link #products}, float [columns] each
   * @throws IllegalArgumentException if X or W has another number of elements
   */
  public static byte[] of(
      float[] rows, int inner, int columns, float[] weights, int count, boolean float16) {
    if (weights.length != Math.multiplyExact(inner, columns)) {
      throw new IllegalArgumentException(
          "%d elements of a matrix [%d, %d]".formatted(weights.length, inner, columns));
    }
    if (rows.length == 0 || rows.length % inner != 0) {
      throw new IllegalArgumentException("%d elements of rows of %d".formatted(rows.length, inner));
    }
    GraphBuilder graph = new GraphBuilder();
    ElementType element = float16 ? ElementType.FLOAT16 : ElementType.FLOAT;
    Value first = constant(graph, "rows", element, rows, rows.length / inner, inner);
    Value second = constant(graph, "weights", element, weights, inner, columns);
    for (String product : products(count)) {
      Value firstRow =
          graph.gather(graph.matMul(first, second), graph.scalar(ElementType.INT64, 0));
      graph.output(product, graph.cast(firstRow, ElementType.FLOAT));
    }
    return graph.model("product").toByteArray();
  }

  /**
   * Returns the names of the outputs: of each product the first row.
   *
   * @param count how often the product is computed
   */
  public static Set<String> products(int count) {
    return IntStream.range(0, count).mapToObj(k -> PRODUCT + k).collect(Collectors.toSet());
  }

  private static Value constant(
      GraphBuilder graph, String name, ElementType element, float[] elements, long... shape) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float x : elements) {
      if (element == ElementType.FLOAT16) {
        bytes.putShort(Fp16Conversions.floatToFp16(x));
      } else {
        bytes.putFloat(x);
      }
    }
    return graph.constant(
        name, new TensorType(element, Shape.of(List.of(shape[0], shape[1]))), bytes.flip());
  }
}
