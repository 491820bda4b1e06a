package dev.infill.bert.graph.op;

import dev.infill.bert.graph.ir.Attribute;
import dev.infill.bert.graph.ir.Dimension;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.Node;
import dev.infill.bert.graph.ir.Shape;
import dev.infill.bert.graph.ir.TensorType;
import dev.infill.bert.graph.ir.Value;
import dev.infill.bert.graph.ir.WeightsFile;
import java.util.List;

/**
 * The product of rows X with a matrix that is stored in 8 bits: X, codes and scales to X·W, W being
 * what the codes stand for ({@link WeightsFile#codes}). Where the matrix is packed when a session
 * begins, ONNX Runtime rounds X to 8 bits as well, each block of a row with a scale of its own, so
 * that a row's result depends on no other row; elsewhere it computes in float32 with what the codes
 * stand for, which takes longer.
 *
 * <p>The gradient with respect to X is that of the product with the matrix as it was before: what
 * rounding does to it is left out.
 *
 * @param matrix the matrix in float32
 * @param transposed whether that is [out, in], rather than [in, out]
 */
public record BlockQuantizedGemm(Value matrix, boolean transposed)
    implements DifferentiableOperator {
  private static final int BITS = 8;

  /** Products of 8-bit numbers, in the numbering of the operator. */
  private static final int ACCURACY_LEVEL = 4;

  @Override
  public String type() {
    return "MatMulNBits";
  }

  @Override
  public String domain() {
    return "com.microsoft";
  }

  private Dimension inputs() {
    return matrix.shape().get(transposed ? 1 : 0);
  }

  private Dimension outputs() {
    return matrix.shape().get(transposed ? 0 : 1);
  }

  @Override
  public List<Attribute> attributes() {
    return List.of(
        Attribute.integer("K", inputs().factor()),
        Attribute.integer("N", outputs().factor()),
        Attribute.integer("bits", BITS),
        Attribute.integer("block_size", WeightsFile.CODES_OF_BLOCK),
        Attribute.integer("accuracy_level", ACCURACY_LEVEL));
  }

  @Override
  public List<TensorType> infer(List<Value> inputs) {
    Value x = inputs.get(0);
    Shape codes = inputs.get(1).shape();
    Shape scales = inputs.get(2).shape();
    if (x.shape().rank() != 2
        || !x.shape().get(1).equals(inputs())
        || x.element() != ElementType.FLOAT
        || codes.rank() != 3
        || !codes.get(0).equals(outputs())
        || !codes.part(0, 2).equals(scales)) {
      throw new IllegalArgumentException(
          "no product of " + x + " and " + matrix + " in codes " + codes + ", scales " + scales);
    }
    return List.of(new TensorType(ElementType.FLOAT, Shape.of(x.shape().get(0), outputs())));
  }

  @Override
  public Value pullback(GraphBuilder graph, Node node, int input, Value gradient) {
    if (input != 0) {
      throw new UnsupportedOperationException("a matrix in 8 bits is constant: " + node.name());
    }
    return graph.apply(new Gemm(!transposed), gradient, matrix).output();
  }
}
