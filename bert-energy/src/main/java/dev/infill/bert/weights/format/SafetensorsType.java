package dev.infill.bert.weights.format;

import ai.onnxruntime.platform.Fp16Conversions;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Optional;

/** The number formats of safetensors files, with their length in bytes. */
public enum SafetensorsType {
  BOOL(1),
  U8(1),
  I8(1),
  F8_E5M2(1),
  F8_E4M3(1),
  U16(2),
  I16(2),
  F16(2),
  BF16(2),
  U32(4),
  I32(4),
  F32(4),
  U64(8),
  I64(8),
  F64(8);

  private final int bytes;

  SafetensorsType(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the bytes of a number. */
  public int bytes() {
    return bytes;
  }

  /** Says whether float32 holds its numbers exactly. */
  public boolean isReadAsFloat32() {
    return this == F32 || this == F16 || this == BF16;
  }

  /** Returns numbers of such a type in float32; of {@link #F32} as a view. */
  FloatBuffer floats(ByteBuffer bytes) {
    if (this == F32) {
      return bytes.asFloatBuffer();
    }
    float[] values = new float[bytes.remaining() / Short.BYTES];
    for (int i = 0; i < values.length; i++) {
      short bits = bytes.getShort(Short.BYTES * i);
      values[i] =
          switch (this) {
            case F16 -> Fp16Conversions.fp16ToFloat(bits);
            // The upper half of a float32.
            case BF16 -> Float.intBitsToFloat(bits << 16);
            default -> throw new IllegalArgumentException("no float32: " + this);
          };
    }
    return FloatBuffer.wrap(values);
  }

  /** Returns the format of a name, or empty if there is none. */
  public static Optional<SafetensorsType> of(String name) {
    for (SafetensorsType type : values()) {
      if (type.name().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
