package dev.infill.bert.weights.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The index of a model in several safetensors files, as transformers writes it.
 *
 * @param files the file of each tensor, a name in the index's own folder
 */
public record WeightIndex(Map<String, String> files) {
  /** They become paths. */
  private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*\\.safetensors");

  /**
   * Reads an index.
   *
   * @throws MalformedFileException if it is none, or names no files; the message continues the
   *     file's name
   */
  public static WeightIndex read(Path file) throws IOException {
    JsonNode map = BoundedJson.object(file).path("weight_map");
    if (!map.isObject() || map.isEmpty()) {
      throw new MalformedFileException("names no files of weights");
    }
    Map<String, String> files = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String name = entry.getValue().asText("");
      if (!entry.getValue().isTextual() || !FILE.matcher(name).matches()) {
        throw new MalformedFileException(
            "has %s in the file '%s', which is no name of a safetensors file in the same folder"
                .formatted(PrintableName.of(entry.getKey()), PrintableName.of(name)));
      }
      files.put(entry.getKey(), name);
    }
    return new WeightIndex(files);
  }
}
