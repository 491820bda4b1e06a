package dev.infill.bert.weights.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.JsonReason;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Path;

/** Reads JSON that anyone may have written, within {@link Limits}. No name may stand twice. */
public final class BoundedJson {
  private BoundedJson() {}

  /** Returns a factory of parsers that refuse an object with a name twice. */
  public static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(Limits.JSON_DEPTH)
                .maxNumberLength(100)
                .maxNameLength(10_000)
                .maxStringLength(Limits.JSON_BYTES)
                .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // The names of a vocabulary are met once: a table of names seen would only cost time.
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .build();
  }

  /**
   * Reads an object from a file.
   *
   * @throws MalformedFileException if the file is too large, is missing, or is no JSON object
   */
  public static JsonNode object(Path file) throws IOException {
    return object(ModelFile.bytes(file, Limits.JSON_BYTES), Limits.JSON_VALUES);
  }

  /**
   * Reads the object that a file is.
   *
   * @param json its bytes
   * @param most the most names, values and brackets that it may have
   * @throws MalformedFileException if it has more, or is no JSON object
   */
  public static JsonNode object(byte[] json, long most) throws IOException {
    return object(json, most, "in it");
  }

  /** Reads an object; {@code where} is the part of the file that it is. */
  static JsonNode object(byte[] json, long most, String where) throws IOException {
    JsonFactory factory = factory();
    factory.setStreamReadConstraints(
        factory.streamReadConstraints().rebuild().maxTokenCount(most).build());
    try {
      JsonNode tree =
          new ObjectMapper(factory)
              .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .readTree(json);
      if (!tree.isObject()) {
        throw new MalformedFileException("has no JSON object " + where);
      }
      return tree;
    } catch (JsonProcessingException | CharConversionException e) {
      throw malformed(where, e);
    }
  }

  /**
   * Returns the failure of a file that is not JSON, in one line.
   *
   * @param where the part of the file that was read
   * @param failure a {@link JsonProcessingException}; or a {@link CharConversionException}, as
   *     where bytes of zero look like another encoding than UTF-8
   */
  public static MalformedFileException malformed(String where, IOException failure) {
    String what = String.valueOf(failure.getMessage());
    if (failure instanceof JsonProcessingException json) {
      JsonLocation location = json.getLocation();
      what =
          PrintableName.of(JsonReason.of(json.getOriginalMessage()))
              + (location == null
                  ? ""
                  : " at line %d, column %d"
                      .formatted(location.getLineNr(), location.getColumnNr()));
    }
    return new MalformedFileException(
        "is damaged: there is no JSON that can be read %s (%s)".formatted(where, what), failure);
  }
}
