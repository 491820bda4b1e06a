package dev.infill.bert.weights.format;

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
