package dev.infill.web.service.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.NumberRange;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.sampler.Settings;
import java.util.List;

/** The schemas of settings, made from their table: those of requests have ranges. */
final class SettingsSchemas {
  private SettingsSchemas() {}

  /**
   * Adds the settings of requests and of answers, both of {@code fill} and of {@code sample}.
   *
   * @param schemas takes them
   */
  static void addTo(ObjectNode schemas) {
    add(schemas, "FillSettings", Settings.OF_FILL);
    add(schemas, "SampleSettings", Settings.ALL);
  }

  private static void add(ObjectNode schemas, String name, List<Setting<?>> table) {
    ObjectNode requested = RecordSchemas.object(schemas, "Requested" + name);
    ObjectNode answered = RecordSchemas.object(schemas, name);
    for (Setting<?> setting : table) {
      ObjectNode property = property(requested, setting);
      setting.range().ifPresent(range -> bounds(property, setting, range));
      property(answered, setting);
    }
    addModel(
        requested,
        "RequestedModel",
        "The model of a result; another than the service's is refused.",
        "As an answer told them; no effect.");
    addModel(
            answered,
            "Model",
            "The model, without which the result cannot be had again.",
            "The versions of Infill, of Java and of the libraries, by name.")
        .putObject("additionalProperties")
        .put("type", "string");
    members(answered).fieldNames().forEachRemaining(answered.withArray("required")::add);
  }

  /** Adds the model and the versions; returns the schema of these. */
  private static ObjectNode addModel(
      ObjectNode schema, String model, String ofModel, String ofVersions) {
    members(schema).set("model", RecordSchemas.reference(model).put("description", ofModel));
    return members(schema)
        .putObject("versions")
        .put("type", "object")
        .put("description", ofVersions);
  }

  private static ObjectNode members(ObjectNode schema) {
    return schema.withObject("/properties");
  }

  private static ObjectNode property(ObjectNode schema, Setting<?> setting) {
    ObjectNode property = members(schema).putObject(setting.jsonName());
    type(property, setting);
    return property.put("description", setting.sentence());
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
