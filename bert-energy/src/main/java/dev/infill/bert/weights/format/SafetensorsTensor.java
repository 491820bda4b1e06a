package dev.infill.bert.weights.format;

import java.util.List;

/**
 * Where a tensor of a safetensors file stands.
 *
 * @param type the format of its numbers
 * @param shape its shape, row-major
 * @param begin its first byte, counted from the end of the header
 * @param end one past its last byte
 */
public record SafetensorsTensor(SafetensorsType type, List<Long> shape, long begin, long end) {
  public SafetensorsTensor {
    shape = List.copyOf(shape);
  }

  /** Returns how many numbers it holds. */
  public long elements() {
    return (end - begin) / type.bytes();
  }
}
