package dev.infill.web.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** Writes records as JSON, one object a line. Thread-safe. */
public final class JsonLines {
  private final JsonMapper mapper = JsonMapper.builder().build();

  /**
   * Returns a record as one line, without its end.
   *
   * @param json one of this package's records
   */
  public String line(Record json) {
    return write(json);
  }

  /**
   * Returns a list as one line, without its end.
   *
   * @param json this package's records, or lists of them
   */
  public String line(List<?> json) {
    return write(json);
  }

  /**
   * Returns a record as lines for people to read, with the end of the last one.
   *
   * @param json one of this package's records
   */
  public String pretty(Record json) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + json, e);
    }
  }

  private String write(Object json) {
    try {
      return mapper.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + json, e);
    }
  }
}
