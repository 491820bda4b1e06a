package dev.infill.evaluation.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.corpora.file.WholeLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How the files of an experiment are written: the records of this package, enums by their names.
 */
final class ExperimentJson {
  private final JsonMapper mapper =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addMixIn(BalancingFunction.class, Label.class)
          .addMixIn(InfillSettings.class, WhatDecidesResults.class)
          .addMixIn(InfillSettings.Builder.class, SettingsBuilder.class)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .build();

  /** Returns a value as one line of JSON, without its end. */
  String line(Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + value, e);
    }
  }

  /** Returns a value as JSON for people to read, with the end of its last line. */
  String pretty(Object value) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + value, e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws IOException if the text is no such value
   */
  <T> T read(String json, Class<T> type) throws IOException {
    T value = mapper.readValue(json, type);
    if (value == null) {
      throw new IOException("null where an object was expected");
    }
    return value;
  }

  /**
   * Reads a value from each line.
   *
   * @throws InvalidInputException if a line holds no such value
   */
  <T> List<T> lines(WholeLines lines, Class<T> type) {
    List<T> values = new ArrayList<>();
    for (String line : lines.text().lines().toList()) {
      try {
        values.add(read(line, type));
      } catch (IOException e) {
        throw new InvalidInputException(
            "out",
            "%s:%d: damaged: not a line that Infill wrote; run the experiment in another folder"
                .formatted(lines.file(), values.size() + 1),
            e);
      }
    }
    return values;
  }

  /** An experiment may go on with other batches, as after it ran out of memory. */
  @JsonIgnoreProperties({"batch", "concurrentBatches"})
  @JsonDeserialize(builder = InfillSettings.Builder.class)
  private interface WhatDecidesResults {}

  /** What was not written keeps its default; of the two ways to set the seed one is taken. */
  @JsonPOJOBuilder(withPrefix = "")
  private interface SettingsBuilder {
    @JsonProperty("seed")
    InfillSettings.Builder seed(OptionalLong seed);
  }

  /** Balancing functions are written by their labels. */
  private abstract static class Label {
    @JsonValue
    abstract String label();

    @JsonCreator
    static BalancingFunction of(String label) {
      return BalancingFunction.of(label);
    }
  }
}
