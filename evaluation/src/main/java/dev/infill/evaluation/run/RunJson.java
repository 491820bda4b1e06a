package dev.infill.evaluation.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** How runs are written: records as JSON, enums by their names, settings as the core names them. */
final class RunJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(
              new SimpleModule().addSerializer(SampleSettings.class, new SettingsSerializer()))
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .build();

  private RunJson() {}

  /** Returns a value as one line of JSON, without its end. */
  static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + value, e);
    }
  }

  /** Returns a value as JSON for people to read, with the end of its last line. */
  static String pretty(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that JSON cannot hold: " + value, e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws IOException if the text is no such value
   */
  static <T> T read(String json, Class<T> type) throws IOException {
    T value = MAPPER.readValue(json, type);
    if (value == null) {
      throw new IOException("null where an object was expected");
    }
    return value;
  }

  /** Writes the settings that decide results: a run may go on with other batches. */
  private static final class SettingsSerializer extends StdSerializer<SampleSettings> {
    private static final Set<Setting<?>> OF_THE_MACHINE =
        Set.of(Settings.BATCH, Settings.CONCURRENT_BATCHES);

    SettingsSerializer() {
      super(SampleSettings.class);
    }

    @Override
    public void serialize(SampleSettings value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartObject();
      for (Setting<?> setting : Settings.ALL) {
        if (!OF_THE_MACHINE.contains(setting)) {
          provider.defaultSerializeField(setting.jsonName(), plain(value, setting), json);
        }
      }
      json.writeEndObject();
    }

    private static <T> Optional<?> plain(SampleSettings settings, Setting<T> setting) {
      return setting.plain(settings.get(setting));
    }
  }
}
