package dev.infill.bert.graph.ir;

import ai.onnx.proto.OnnxMl;
import java.util.List;
import java.util.Map;

/**
 * A file of raw little-endian parameters beside a graph, which ONNX Runtime maps into memory. Each
 * is in float32 or in float16.
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

  /**
   * Returns the ONNX form of a parameter: a tensor that stands in this file.
   *
   * @param name the tensor's name in a graph
   * @param parameter the parameter's name
   * @throws IllegalArgumentException if the file has no such parameter
   */
  public OnnxMl.TensorProto tensor(String name, String parameter) {
    Entry entry = entry(parameter);
    return OnnxMl.TensorProto.newBuilder()
        .setName(name)
        .setDataType(entry.element().code())
        .addAllDims(entry.shape())
        .setDataLocation(OnnxMl.TensorProto.DataLocation.EXTERNAL)
        .addExternalData(pair("location", fileName))
        .addExternalData(pair("offset", Long.toString(entry.offset())))
        .addExternalData(pair("length", Long.toString(entry.length())))
        .build();
  }

  private static OnnxMl.StringStringEntryProto pair(String key, String value) {
    return OnnxMl.StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  /**
   * One parameter.
   *
   * @param shape its shape, row-major
   * @param offset its first byte, a multiple of the page size
   * @param length its length in bytes: 4 for each element, 2 in float16
   */
  public record Entry(List<Long> shape, long offset, long length) {
    /** Copies the shape. */
    public Entry {
      shape = List.copyOf(shape);
    }

    public ElementType element() {
      long elements = shape.stream().reduce(1L, Math::multiplyExact);
      return length == Short.BYTES * elements ? ElementType.FLOAT16 : ElementType.FLOAT;
    }
  }
}
