package dev.infill.bert.weights.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the header of a safetensors file: a JSON object of type, shape and offsets by the tensors'
 * names. It may come from anyone: nothing is believed, and its tensors must fill the file without
 * holes or overlaps, as the format demands.
 */
final class SafetensorsHeader {
  private static final String METADATA = "__metadata__";

  private final JsonParser json;
  private final long dataLength;
  private final Map<String, SafetensorsTensor> tensors = new HashMap<>();

  private SafetensorsHeader(JsonParser json, long dataLength) {
    this.json = json;
    this.dataLength = dataLength;
  }

  /**
   * Reads a header.
   *
   * @param header the bytes of the object
   * @param dataLength how many bytes follow it
   */
  static Map<String, SafetensorsTensor> parse(byte[] header, long dataLength) throws IOException {
    try (JsonParser json = BoundedJson.factory().createParser(header)) {
      SafetensorsHeader reader = new SafetensorsHeader(json, dataLength);
      reader.read();
      reader.checkPlaces();
      return Map.copyOf(reader.tensors);
    } catch (JsonProcessingException | CharConversionException e) {
      throw BoundedJson.malformed("in its header", e);
    }
  }

  private void read() throws IOException {
    require(json.nextToken() == JsonToken.START_OBJECT, "an object");
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      require(json.nextToken() == JsonToken.START_OBJECT, "an object for each tensor");
      if (name.equals(METADATA)) {
        skipMetadata();
      } else if (tensors.putIfAbsent(name, tensor(name)) != null) {
        throw new MalformedFileException("holds the tensor " + PrintableName.of(name) + " twice");
      }
    }
    require(json.currentToken() == JsonToken.END_OBJECT, "an end of the object");
    require(json.nextToken() == null, "nothing after the object");
  }

  private void skipMetadata() throws IOException {
    while (json.nextFieldName() != null) {
      require(json.nextToken() == JsonToken.VALUE_STRING, "strings as metadata");
    }
  }

  private SafetensorsTensor tensor(String name) throws IOException {
    String type = null;
    List<Long> shape = null;
    List<Long> offsets = null;
    Set<String> given = new HashSet<>();
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      json.nextToken();
      if (!given.add(field)) {
        throw new MalformedFileException(
            "gives %s of %s twice".formatted(PrintableName.of(field), PrintableName.of(name)));
      }
      switch (field) {
        case "dtype" -> type = text();
        case "shape" -> shape = integers();
        case "data_offsets" -> offsets = integers();
        default ->
            throw new MalformedFileException(
                "gives the unknown field %s of %s"
                    .formatted(PrintableName.of(field), PrintableName.of(name)));
      }
    }
    if (type == null || shape == null || offsets == null || offsets.size() != 2) {
      throw new MalformedFileException(
          "lacks dtype, shape or two data_offsets of " + PrintableName.of(name));
    }
    String unknown = PrintableName.of(type);
    SafetensorsTensor tensor =
        new SafetensorsTensor(
            SafetensorsType.of(type)
                .orElseThrow(
                    () ->
                        new MalformedFileException(
                            "holds %s of the unknown type %s"
                                .formatted(PrintableName.of(name), unknown))),
            shape,
            offsets.get(0),
            offsets.get(1));
    checkSize(name, tensor);
    return tensor;
  }

  private String text() throws IOException {
    require(json.currentToken() == JsonToken.VALUE_STRING, "a name of a type");
    return json.getText();
  }

  private List<Long> integers() throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, "a list of integers");
    List<Long> integers = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, "integers");
      integers.add(json.getLongValue());
    }
    return integers;
  }

  private void checkSize(String name, SafetensorsTensor tensor) throws MalformedFileException {
    long bytes = tensor.type().bytes();
    for (long size : tensor.shape()) {
      if (size < 0 || (size > 0 && bytes > Long.MAX_VALUE / size)) {
        throw new MalformedFileException(
            "holds %s of shape %s, which cannot be"
                .formatted(PrintableName.of(name), PrintableName.of(tensor.shape().toString())));
      }
      bytes *= size;
    }
    if (tensor.begin() < 0 || tensor.end() < tensor.begin() || tensor.end() > dataLength) {
      throw new MalformedFileException(
          "holds %s at bytes %d to %d of %d: it is cut off, or the offsets are wrong"
              .formatted(PrintableName.of(name), tensor.begin(), tensor.end(), dataLength));
    }
    if (tensor.end() - tensor.begin() != bytes) {
      throw new MalformedFileException(
          "holds %s of shape %s and type %s in %d bytes, which should be %d"
              .formatted(
                  PrintableName.of(name),
                  PrintableName.of(tensor.shape().toString()),
                  tensor.type(),
                  tensor.end() - tensor.begin(),
                  bytes));
    }
  }

  private void checkPlaces() throws MalformedFileException {
    List<Map.Entry<String, SafetensorsTensor>> inOrder = new ArrayList<>(tensors.entrySet());
    inOrder.sort(
        Comparator.comparingLong(
                (Map.Entry<String, SafetensorsTensor> entry) -> entry.getValue().begin())
            .thenComparingLong(entry -> entry.getValue().end()));
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

  private static void require(boolean condition, String expected) throws MalformedFileException {
    if (!condition) {
      throw new MalformedFileException(
          "is no safetensors file: its header should have " + expected);
    }
  }
}
