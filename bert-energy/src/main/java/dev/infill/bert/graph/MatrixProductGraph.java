package dev.infill.bert.graph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * An ONNX graph of one node, X·W: what the speed of a machine's matrix products is measured with.
 */
public final class MatrixProductGraph {
  /** Input, float [R, inner]: X. */
  public static final String ROWS = "rows";

  /** Output, float [R, columns]. */
  public static final String PRODUCT = "product";

  private MatrixProductGraph() {}

  /**
   * Returns the graph.
   *
   * @param inner rows of W
   * @param columns columns of W
   * @param weights W, row-major; a constant of the graph, as a model's weights are
   * @return a serialised ONNX model
   * @throws IllegalArgumentException if W has another number of elements
   */
  public static byte[] of(int inner, int columns, float[] weights) {
    if (weights.length != Math.multiplyExact(inner, columns)) {
      throw new IllegalArgumentException(
          "%d elements of a matrix [%d, %d]".formatted(weights.length, inner, columns));
    }
    GraphBuilder graph = new GraphBuilder();
    Value rows = graph.input(ROWS, ElementType.FLOAT, Dimension.named("R"), Dimension.of(inner));
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * weights.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(weights);
    Value second =
        graph.constant(
            "weights",
            new TensorType(ElementType.FLOAT, Shape.of(List.of((long) inner, (long) columns))),
            bytes);
    graph.output(PRODUCT, graph.matMul(rows, second));
    return graph.model("product").toByteArray();
  }
}
