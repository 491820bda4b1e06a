package dev.infill.bert.weights.format;

import java.util.List;

/**
 * The place of a tensor in a safetensors file.
 *
 * @param type the format of its numbers
 * @param shape its shape, row-major
 * @param begin its first byte, counted from the end of the header
 * @param end one past its last byte
 */
public record SafetensorsTensor(SafetensorsType type, List<Long> shape, long begin, long end) {
  /** Copies the shape. */
  public SafetensorsTensor {
    shape = List.copyOf(shape);
  }
}
