package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.List;

/**
 * An input or an output of an ONNX graph.
 *
 * @param type the format of its numbers
 * @param shape its shape, −1 for an extent that is free or not given; empty if the number of axes
 *     is not given
 */
public record OnnxInput(DataType type, List<Long> shape) {
  /** Copies the shape. */
  public OnnxInput {
    shape = List.copyOf(shape);
  }
}
