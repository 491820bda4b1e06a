package dev.infill.bert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

/** Reads what an independent implementation computed, from the resources of the tests. */
public final class GoldenFile {
  private GoldenFile() {}

  /**
   * Returns the content of a file.
   *
   * @param name its name, without folders
   */
  public static JsonNode read(String name) throws IOException {
    try (InputStream file = GoldenFile.class.getResourceAsStream("/golden/" + name)) {
      return new ObjectMapper().readTree(file);
    }
  }
}
