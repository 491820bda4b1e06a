package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;

/**
 * What an ONNX file says of an input or an output.
 *
 * @param type what its elements are
 * @param shape its shape, −1 where any extent will do or none is given; empty if even the number of
 *     axes is not
 */
public record OnnxInput(DataType type, List<Long> shape) {
  /** Copies the shape. */
  public OnnxInput {
    shape = List.copyOf(shape);
  }
}
