package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;

/** What a tensor's elements are. */
public enum ElementType {
  FLOAT16(DataType.FLOAT16),
  FLOAT(DataType.FLOAT),
  DOUBLE(DataType.DOUBLE),
  INT64(DataType.INT64),
  UINT8(DataType.UINT8),
  BOOL(DataType.BOOL);

  private final DataType code;

  ElementType(DataType code) {
    this.code = code;
  }

  /** Says whether they are real numbers, of which there are derivatives. */
  public boolean isReal() {
    return this == FLOAT16 || this == FLOAT || this == DOUBLE;
  }

  /**
   * Returns what a number format of exported graphs becomes: one of real numbers, one of integers.
   *
   * @param code ONNX's number of it
   */
  public static ElementType ofExport(int code) {
    DataType type = DataType.forNumber(code);
    if (type != null) {
      switch (type) {
        case FLOAT, FLOAT16, BFLOAT16, DOUBLE -> {
          return FLOAT;
        }
        case INT64, INT32, INT16, INT8, UINT8, UINT16, UINT32 -> {
          return INT64;
        }
        case BOOL -> {
          return BOOL;
        }
        default -> {}
      }
    }
    throw new IllegalArgumentException("the number format " + (type == null ? code : type));
  }

  /** Returns ONNX's number of the type. */
  public int code() {
    return code.getNumber();
  }
}
