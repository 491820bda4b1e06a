package dev.infill.bert.graph.ir;

import java.util.List;
import java.util.Map;

/**
 * A file of raw little-endian parameters beside a graph, which ONNX Runtime maps into memory. Each
 * is in float32 or in float16; a matrix W may stand there once more in 8 bits ({@link #codes}).
 *
 * @param fileName the file's name, in the folder of the graphs that refer to it
 * @param entries where each parameter stands, by its name
 */
public record WeightsFile(String fileName, Map<String, Entry> entries) {
  /** How many inputs of an output share a scale, where a matrix is in 8 bits. */
  public static final int CODES_OF_BLOCK = 128;

  /** Copies the map. */
  public WeightsFile {
    entries = Map.copyOf(entries);
  }

  /**
   * Returns where a parameter stands.
   *
   * @param parameter its name
   * @throws IllegalArgumentException if the file has no such parameter
   */
  public Entry entry(String parameter) {
    Entry entry = entries.get(parameter);
    if (entry == null) {
      throw new IllegalArgumentException("no parameter " + parameter + " in " + fileName);
    }
    return entry;
  }

  /** Says whether a matrix stands there in 8 bits as well. */
  public boolean holdsCodes(String parameter) {
    return entries.containsKey(codes(parameter));
  }

  /**
   * Returns the name of a matrix in 8 bits: uint8 [outputs, blocks of inputs, {@value
   * #CODES_OF_BLOCK}], where a code c stands for (c − 128) times the scale of its block.
   */
  public static String codes(String parameter) {
    return parameter + "/int8";
  }

  /** Returns the name of the scales of these, float32 [outputs, blocks of inputs]. */
  public static String scales(String parameter) {
    return parameter + "/int8_scales";
  }

  /**
   * One parameter.
   *
   * @param shape its shape, row-major
   * @param offset its first byte, a multiple of the page size
   * @param length its length in bytes: 4 for each element, 2 in float16, 1 of codes
   */
  public record Entry(List<Long> shape, long offset, long length) {
    /** Copies the shape. */
    public Entry {
      shape = List.copyOf(shape);
    }

    public ElementType element() {
      long elements = shape.stream().reduce(1L, Math::multiplyExact);
      return length == elements
          ? ElementType.UINT8
          : length == Short.BYTES * elements ? ElementType.FLOAT16 : ElementType.FLOAT;
    }
  }
}
