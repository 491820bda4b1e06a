package dev.infill.evaluation.experiment;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.corpora.file.WholeLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the files of an experiment are written: the records of this package, enums by their names.
 */
final class ExperimentJson {
  private final JsonMapper mapper =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(
              new SimpleModule().addSerializer(SampleSettings.class, new SettingsSerializer()))
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

  /** What these files call a setting where it is not its name. */
  private static final Map<Setting<?>, String> NAMES =
      Map.of(
          Settings.ALPHA, "stepSize",
          Settings.ADAPT, "targetAcceptance",
          Settings.ALPHA0, "intermediateStepSize",
          Settings.ANNEAL, "annealFrom",
          Settings.ALLOW, "constraints");

  /**
   * The settings that decide results, in order: an experiment may go on with other batches, as
   * after it ran out of memory. In the place of the words that are allowed stand all constraints;
   * an experiment has no keywords.
   */
  private static final List<Setting<?>> WRITTEN =
      Settings.ALL.stream()
          .filter(
              setting ->
                  !Set.of(
                          Settings.FORBID,
                          Settings.KEYWORD,
                          Settings.BATCH,
                          Settings.CONCURRENT_BATCHES)
                      .contains(setting))
          .toList();

  private static String name(Setting<?> setting) {
    return NAMES.getOrDefault(setting, setting.jsonName());
  }

  private static final class SettingsSerializer extends StdSerializer<SampleSettings> {
    SettingsSerializer() {
      super(SampleSettings.class);
    }

    @Override
    public void serialize(SampleSettings value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartObject();
      for (Setting<?> setting : WRITTEN) {
        provider.defaultSerializeField(name(setting), written(value, setting), json);
      }
      json.writeEndObject();
    }

    private static <T> Object written(SampleSettings settings, Setting<T> setting) {
      T value = settings.get(setting);
      return switch (setting.kind()) {
        case WORDS -> settings.constraints();
        case TEXT -> setting.plain(value);
        default -> value;
      };
    }
  }
}
