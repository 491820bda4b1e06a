package dev.infill.bert.graph;

import java.util.List;
import java.util.Map;

/**
 * A file of raw little-endian float32 parameters beside a graph, which ONNX Runtime maps into
 * memory.
 *
 * @param fileName the file's name, in the folder of the graphs that refer to it
 * @param entries where each parameter stands, by its name
 */
public record WeightsFile(String fileName, Map<String, Entry> entries) {
  /** Copies the map. */
  public WeightsFile {
    entries = Map.copyOf(entries);
  }

  /**
   * One parameter.
   *
   * @param shape its shape, row-major
   * @param offset its first byte, a multiple of the page size
   * @param length its length in bytes
   */
  public record Entry(List<Long> shape, long offset, long length) {
    /** Copies the shape. */
    public Entry {
      shape = List.copyOf(shape);
    }
  }
}
