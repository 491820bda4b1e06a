package dev.infill.bert.weights.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the header of a safetensors file: a JSON object of type, shape and offsets by the tensors'
 * names. Anyone may have written it: nothing is believed, and the tensors must fill the file
 * without gaps or overlaps, as the format demands.
 */
record SafetensorsHeader(long dataLength) {
  private static final String METADATA = "__metadata__";
  private static final String TYPE = "dtype";
  private static final String SHAPE = "shape";
  private static final String OFFSETS = "data_offsets";

  /**
   * Reads a header.
   *
   * @param header the bytes of the object
   * @param dataLength the number of bytes that follow it
   */
  static Map<String, SafetensorsTensor> parse(byte[] header, long dataLength) throws IOException {
    SafetensorsHeader reader = new SafetensorsHeader(dataLength);
    Map<String, SafetensorsTensor> tensors = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry :
        BoundedJson.object(header, Limits.JSON_VALUES, "in its header").properties()) {
      if (!entry.getKey().equals(METADATA)) {
        tensors.put(
            entry.getKey(), reader.tensor(PrintableName.of(entry.getKey()), entry.getValue()));
      }
    }
    reader.checkPlaces(tensors);
    return Map.copyOf(tensors);
  }

  private SafetensorsTensor tensor(String name, JsonNode given) throws MalformedFileException {
    Set<String> fields = new TreeSet<>();
    given.fieldNames().forEachRemaining(fields::add);
    if (!fields.equals(Set.of(TYPE, SHAPE, OFFSETS))) {
      throw new MalformedFileException(
          "gives %s of %s, where dtype, shape and data_offsets are due"
              .formatted(PrintableName.of(fields.toString()), name));
    }
    List<Long> offsets = integers(name, given.path(OFFSETS));
    if (offsets.size() != 2) {
      throw new MalformedFileException("lacks two data_offsets of " + name);
    }
    String type = given.path(TYPE).asText();
    SafetensorsTensor tensor =
        new SafetensorsTensor(
            SafetensorsType.of(type)
                .orElseThrow(
                    () ->
                        new MalformedFileException(
                            "holds %s of the unknown type %s"
                                .formatted(name, PrintableName.of(type)))),
            integers(name, given.path(SHAPE)),
            offsets.get(0),
            offsets.get(1));
    checkSize(name, tensor);
    return tensor;
  }

  private static List<Long> integers(String name, JsonNode list) throws MalformedFileException {
    boolean areIntegers = list.isArray();
    List<Long> integers = new ArrayList<>();
    for (JsonNode item : list) {
      areIntegers &= item.isIntegralNumber() && item.canConvertToLong();
      integers.add(item.longValue());
    }
    if (!areIntegers) {
      throw new MalformedFileException(
          "gives %s of %s, where a list of integers of 64 bits is due"
              .formatted(PrintableName.of(list.toString()), name));
    }
    return integers;
  }

  private void checkSize(String name, SafetensorsTensor tensor) throws MalformedFileException {
    String shape = PrintableName.of(tensor.shape().toString());
    long bytes = tensor.type().bytes();
    for (long size : tensor.shape()) {
      if (size < 0 || (size > 0 && bytes > Long.MAX_VALUE / size)) {
        throw new MalformedFileException(
            "holds %s of shape %s, which cannot be".formatted(name, shape));
      }
      bytes *= size;
    }
    if (tensor.begin() < 0 || tensor.end() < tensor.begin() || tensor.end() > dataLength) {
      throw new MalformedFileException(
          "holds %s at bytes %d to %d of %d: it is cut off, or the offsets are wrong"
              .formatted(name, tensor.begin(), tensor.end(), dataLength));
    }
    if (tensor.end() - tensor.begin() != bytes) {
      throw new MalformedFileException(
          "holds %s of shape %s and type %s in %d bytes, which should be %d"
              .formatted(name, shape, tensor.type(), tensor.end() - tensor.begin(), bytes));
    }
  }

  private void checkPlaces(Map<String, SafetensorsTensor> tensors) throws MalformedFileException {
    List<Map.Entry<String, SafetensorsTensor>> inOrder = new ArrayList<>(tensors.entrySet());
    inOrder.sort(
        Map.Entry.comparingByValue(
            Comparator.comparingLong(SafetensorsTensor::begin)
                .thenComparingLong(SafetensorsTensor::end)));
    long end = 0;
    for (Map.Entry<String, SafetensorsTensor> entry : inOrder) {
      if (entry.getValue().begin() != end) {
        throw new MalformedFileException(
            "holds %s from byte %d on, where the tensor before it ends at %d"
                .formatted(PrintableName.of(entry.getKey()), entry.getValue().begin(), end));
      }
      end = entry.getValue().end();
    }
    if (end != dataLength) {
      throw new MalformedFileException(
          "holds %d bytes of tensors and %d bytes of data".formatted(end, dataLength));
    }
  }
}
