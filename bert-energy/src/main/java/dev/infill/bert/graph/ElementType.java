package dev.infill.bert.graph;

import ai.onnx.proto.OnnxMl;

/** What a tensor's elements are. */
enum ElementType {
  FLOAT16(OnnxMl.TensorProto.DataType.FLOAT16),
  FLOAT(OnnxMl.TensorProto.DataType.FLOAT),
  DOUBLE(OnnxMl.TensorProto.DataType.DOUBLE),
  INT64(OnnxMl.TensorProto.DataType.INT64),
  BOOL(OnnxMl.TensorProto.DataType.BOOL);

  private final OnnxMl.TensorProto.DataType code;

  ElementType(OnnxMl.TensorProto.DataType code) {
    this.code = code;
  }

  /** Says whether they are real numbers, of which there are derivatives. */
  boolean isReal() {
    return this == FLOAT16 || this == FLOAT || this == DOUBLE;
  }

  /** Returns ONNX's number of the type. */
  int code() {
    return code.getNumber();
  }
}
