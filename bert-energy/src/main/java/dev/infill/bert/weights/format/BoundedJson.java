package dev.infill.bert.weights.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.JsonReason;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads JSON that may come from anyone: of a size that memory has, not too deep, no name twice. */
public final class BoundedJson {
  /** As many levels as no file of a model has. */
  private static final int DEPTH = 64;

  /** A tree takes some twenty times the bytes of its file; no such file has a tenth of these. */
  private static final int TREE_BYTES = 4 << 20;

  /** How many names, values and brackets such a file may have. */
  private static final long MOST_TOKENS = 1 << 20;

  private BoundedJson() {}

  public static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH)
                .maxNumberLength(100)
                .maxNameLength(10_000)
                .maxStringLength(4 << 20)
                .build())
        .build();
  }

  /** Returns one that refuses an object with a name twice. */
  public static JsonFactory strictFactory() {
    return factory().rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  }

  /**
   * Reads a file of at most 4 MiB.
   *
   * @throws MalformedFileException if it is larger, missing, or not a JSON object
   */
  public static JsonNode object(Path file) throws IOException {
    return object(bytes(file, TREE_BYTES), MOST_TOKENS);
  }

  /**
   * Reads the content of a file.
   *
   * @param mostTokens how many names, values and brackets it may have
   * @throws MalformedFileException if it has more, or is not a JSON object
   */
  public static JsonNode object(byte[] json, long mostTokens) throws IOException {
    JsonFactory factory = strictFactory();
    factory.setStreamReadConstraints(
        factory.streamReadConstraints().rebuild().maxTokenCount(mostTokens).build());
    try {
      JsonNode tree = new ObjectMapper(factory).readTree(json);
      if (!tree.isObject()) {
        throw new MalformedFileException("is no JSON object");
      }
      return tree;
    } catch (JsonProcessingException | CharConversionException e) {
      throw malformed("in it", e);
    }
  }

  /**
   * Reads a file whole.
   *
   * @param most its largest length
   * @throws MalformedFileException if it is larger, missing, no regular file, or a pointer of Git
   *     LFS
   */
  public static byte[] bytes(Path file, long most) throws IOException {
    ModelFile.requireContent(file);
    long size = Files.size(file);
    if (size > most) {
      throw new MalformedFileException(
          "has %,d bytes, more than the %,d that are read".formatted(size, most));
    }
    return Files.readAllBytes(file);
  }

  /**
   * Returns the failure of a file that is not JSON, in one line.
   *
   * @param where what of it was read
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
