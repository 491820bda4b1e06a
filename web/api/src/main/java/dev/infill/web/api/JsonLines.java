package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.infill.core.text.ModelDescription;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Writes records as JSON, one object a line: their components by name, numbers that are not finite
 * and optionals that are empty as null, constants by the names that users type. Thread-safe.
 */
public final class JsonLines {
  /**
   * Returns a record as one line, without its end.
   *
   * @param json a record of what JSON can hold
   */
  public String line(Record json) {
    return write(json);
  }

  /**
   * Returns a list as one line, without its end.
   *
   * @param json records, or lists of them
   */
  public String line(List<?> json) {
    return write(json);
  }

  /**
   * Returns the values of a record as {@link #line(Record)} writes them.
   *
   * @param json a record of what JSON can hold
   */
  public JsonNode tree(Record json) {
    return Mapper.INSTANCE.valueToTree(json);
  }

  /**
   * Returns a record as lines for people to read, with the end of the last one.
   *
   * @param json a record of what JSON can hold
   */
  public String pretty(Record json) {
    try {
      return Mapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + json, e);
    }
  }

  private String write(Object json) {
    try {
      return Mapper.INSTANCE.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + json, e);
    }
  }

  private static void write(double value, JsonGenerator json) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  /** Versions of a model's libraries stand among all versions. */
  @JsonIgnoreProperties("versions")
  private interface WithoutVersions {}

  /** JSON knows finite numbers only. */
  private static final class Finite extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      write(value, json);
    }
  }

  private static final class OptionalFinite extends JsonSerializer<OptionalDouble> {
    @Override
    public void serialize(OptionalDouble value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      write(value.orElse(Double.NaN), json);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, OptionalDouble value) {
      return !Double.isFinite(value.orElse(Double.NaN));
    }
  }

  @SuppressWarnings("rawtypes") // As modules register a serializer of all enumerations.
  private static final class Label extends JsonSerializer<Enum> {
    @Override
    public void serialize(Enum value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(Choices.label(value));
    }
  }

  /**
   * Made when something is first written: that takes a sixth of a second, and many runs write
   * nothing.
   */
  private static final class Mapper {
    static final JsonMapper INSTANCE =
        JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(
                new SimpleModule()
                    .addSerializer(Double.class, new Finite())
                    .addSerializer(double.class, new Finite())
                    .addSerializer(OptionalDouble.class, new OptionalFinite())
                    .addSerializer(Enum.class, new Label()))
            .addMixIn(ModelDescription.class, WithoutVersions.class)
            // The components of a record, and not what it answers beside them.
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .build();
  }
}
