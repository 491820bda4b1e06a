package dev.infill.bert.graph;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;

/** What the number formats of exported graphs become: one of real numbers, one of integers. */
final class ElementTypes {
  private ElementTypes() {}

  /**
   * Returns what a format becomes.
   *
   * @param code ONNX's number of it
   */
  static ElementType of(int code) {
    DataType type = DataType.forNumber(code);
    if (type != null) {
      switch (type) {
        case FLOAT, FLOAT16, BFLOAT16, DOUBLE -> {
          return ElementType.FLOAT;
        }
        case INT64, INT32, INT16, INT8, UINT8, UINT16, UINT32 -> {
          return ElementType.INT64;
        }
        case BOOL -> {
          return ElementType.BOOL;
        }
        default -> {}
      }
    }
    throw new IllegalArgumentException("the number format " + (type == null ? code : type));
  }
}
