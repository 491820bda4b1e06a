package dev.infill.web.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.NumberRange;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.sampler.Settings;
import java.io.IOException;
import java.util.List;

/** The settings in the OpenAPI document, made from their table. */
public final class SettingsSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SettingsSchema() {}

  /**
   * Returns the document with the settings of requests and of answers, before the members that
   * these have there.
   *
   * @param document an OpenAPI document with the schemas {@code RequestedFillSettings}, {@code
   *     FillSettings}, {@code RequestedSampleSettings} and {@code SampleSettings}
   */
  public static byte[] complete(byte[] document) {
    try {
      ObjectNode whole = (ObjectNode) MAPPER.readTree(document);
      complete(whole, "FillSettings", Settings.OF_FILL);
      complete(whole, "SampleSettings", Settings.ALL);
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(whole);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void complete(ObjectNode document, String name, List<Setting<?>> table) {
    JsonNode schemas = document.at("/components/schemas");
    complete((ObjectNode) schemas.get("Requested" + name), table, true);
    ObjectNode answered = (ObjectNode) schemas.get(name);
    complete(answered, table, false);
    ArrayNode required = answered.putArray("required");
    answered.get("properties").fieldNames().forEachRemaining(required::add);
  }

  private static void complete(ObjectNode schema, List<Setting<?>> table, boolean withRanges) {
    ObjectNode others = (ObjectNode) schema.get("properties");
    ObjectNode all = schema.putObject("properties");
    for (Setting<?> setting : table) {
      ObjectNode property = all.putObject(setting.jsonName());
      type(property, setting);
      property.put("description", setting.sentence());
      if (withRanges) {
        setting.range().ifPresent(range -> bounds(property, setting, range));
      }
    }
    all.setAll(others);
  }

  private static void type(ObjectNode property, Setting<?> setting) {
    switch (setting.kind()) {
      case CHOICE ->
          setting.choices().forEach(property.put("type", "string").withArray("enum")::add);
      case TEXT -> property.put("type", "string");
      case FLAG -> property.put("type", "boolean");
      case WORDS -> {
        ObjectNode lists = property.put("type", "object").putObject("additionalProperties");
        lists.put("type", "array").putObject("items").put("type", "string");
      }
      case WEIGHTS ->
          property.put("type", "object").putObject("additionalProperties").put("type", "number");
      case INTEGER, LONG, NUMBER -> {
        String type = setting.kind() == Kind.NUMBER ? "number" : "integer";
        if (setting.kind() == Kind.NUMBER || setting.isOptional()) {
          property.putArray("type").add(type).add("null");
        } else {
          property.put("type", type);
        }
      }
    }
  }

  private static void bounds(ObjectNode property, Setting<?> setting, NumberRange range) {
    String least = setting.isAboveRange() ? "exclusiveMinimum" : "minimum";
    if (setting.kind() == Kind.NUMBER) {
      property.put(least, range.least()).put("maximum", range.most());
    } else {
      property.put(least, (long) range.least()).put("maximum", (long) range.most());
    }
  }
}
