package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;

/** What a tensor's elements are. */
public enum ElementType {
  FLOAT16(DataType.FLOAT16),
  FLOAT(DataType.FLOAT),
  DOUBLE(DataType.DOUBLE),
  INT64(DataType.INT64),
  BOOL(DataType.BOOL);

  private final DataType code;

  ElementType(DataType code) {
    this.code = code;
  }

  /** Says whether they are real numbers, of which there are derivatives. */
  public boolean isReal() {
    return this == FLOAT16 || this == FLOAT || this == DOUBLE;
  }

  /** Returns ONNX's number of the type. */
  public int code() {
    return code.getNumber();
  }
}
