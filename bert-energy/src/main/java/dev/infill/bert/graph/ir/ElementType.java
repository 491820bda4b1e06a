package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnxruntime.platform.Fp16Conversions;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The type of a tensor's elements. */
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

  /** Says whether they are real numbers: only those have derivatives. */
  public boolean isReal() {
    return this == FLOAT16 || this == FLOAT || this == DOUBLE;
  }

  /** Returns ONNX's number of the type. */
  public int code() {
    return code.getNumber();
  }

  /** Returns numbers in this type, little-endian. */
  public ByteString bytes(double[] elements) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double element : elements) {
      switch (this) {
        case FLOAT16 -> bytes.putShort(Fp16Conversions.floatToFp16((float) element));
        case FLOAT -> bytes.putFloat((float) element);
        case DOUBLE -> bytes.putDouble(element);
        case INT64 -> bytes.putLong((long) element);
        case BOOL -> bytes.put((byte) element);
      }
    }
    return ByteString.copyFrom(bytes.flip());
  }
}
