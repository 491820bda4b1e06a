package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnxruntime.platform.Fp16Conversions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * A weight or a constant of an ONNX file. Immutable; its numbers stay in the file.
 *
 * @param name its name in the file, empty for the constant of a node
 * @param type the format of its numbers
 * @param shape its shape, row-major
 * @param bytes its numbers as they are, little-endian and as many as the shape says; read-only
 */
public record OnnxTensor(String name, DataType type, List<Long> shape, ByteBuffer bytes) {
  /** Copies the shape, and takes a view of the numbers. */
  public OnnxTensor {
    shape = List.copyOf(shape);
    bytes = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public ByteBuffer bytes() {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the bytes of a number of a type; 0 if the type is not read. */
  public static int bytesOf(DataType type) {
    return switch (type) {
      case BOOL, INT8, UINT8 -> 1;
      case FLOAT16, BFLOAT16, INT16, UINT16 -> 2;
      case FLOAT, INT32, UINT32 -> 4;
      case DOUBLE, INT64, UINT64 -> 8;
      default -> 0;
    };
  }

  /** Returns how many numbers it holds. */
  public int elements() {
    return bytes.remaining() / bytesOf(type);
  }

  /** Says whether its numbers are real, of any precision. */
  public boolean isReal() {
    return switch (type) {
      case FLOAT, FLOAT16, BFLOAT16, DOUBLE -> true;
      default -> false;
    };
  }

  /** Says whether its numbers are integers or truth values that {@link #integer} reads. */
  public boolean isIntegral() {
    return type == DataType.INT64 || type == DataType.INT32 || type == DataType.BOOL;
  }

  /**
   * Returns a real number.
   *
   * @param index which, row-major
   */
  public double real(int index) {
    return switch (type) {
      case FLOAT -> bytes.getFloat(4 * index);
      case DOUBLE -> bytes.getDouble(8 * index);
      case FLOAT16 -> Fp16Conversions.fp16ToFloat(bytes.getShort(2 * index));
      // The upper half of a float32.
      case BFLOAT16 -> Float.intBitsToFloat(bytes.getShort(2 * index) << 16);
      default -> throw new IllegalStateException("not real: " + type);
    };
  }

  /**
   * Returns an integer, or 1 or 0 for a truth value.
   *
   * @param index which, row-major
   */
  public long integer(int index) {
    return switch (type) {
      case INT64 -> bytes.getLong(8 * index);
      case INT32 -> bytes.getInt(4 * index);
      case BOOL -> bytes.get(index) == 0 ? 0 : 1;
      default -> throw new IllegalStateException("not integral: " + type);
    };
  }

  /** Returns the real numbers in float32, rounded if they are in float64. */
  public FloatBuffer floats() {
    if (type == DataType.FLOAT) {
      return bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }
    float[] floats = new float[elements()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) real(i);
    }
    return FloatBuffer.wrap(floats);
  }
}
