package dev.infill.web.service.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.sample.SampleVerdict;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.Choices;
import dev.infill.web.api.EventJson;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.TextRequest;
import dev.infill.web.api.mask.FillMaskJson;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of records as {@code JsonLines} writes them: a component is a member that is always
 * there, unless Jackson leaves it out ({@code @JsonInclude}). Descriptions are those of Javadoc.
 */
final class RecordSchemas {
  /**
   * Records that have another name in JSON than in Java, and settings, whose schemas are others'.
   */
  private static final Map<Class<?>, String> NAMES =
      Map.of(
          CharSpan.class, "Window",
          FillMaskJson.class, "FillMaskToken",
          FillSettings.class, "RequestedFillSettings",
          ModelDescription.class, "Model",
          SampleSettings.class, "RequestedSampleSettings",
          SampleVerdict.class, "Verdict",
          TextRequest.class, "TokenizeRequest");

  private final ObjectNode schemas;

  /**
   * Makes schemas.
   *
   * @param schemas takes them, by name
   */
  RecordSchemas(ObjectNode schemas) {
    this.schemas = schemas;
  }

  /**
   * Adds the schema of a record, and those of the records in it, unless they are there.
   *
   * @param type the record
   */
  void add(Class<?> type) {
    add(name(type), type);
  }

  /**
   * Adds the schema of a record by another name.
   *
   * @param name the name
   * @param type the record
   */
  void add(String name, Class<?> type) {
    if (!schemas.has(name)) {
      ObjectNode schema = object(schemas, name);
      Sentences.of(type).ofRecord().ifPresent(text -> schema.put("description", text));
      members(type).forEach(member -> add(schema, member, name.endsWith("Request")));
    }
  }

  /** Adds the schema of an object that has no members yet, and will have no others. */
  static ObjectNode object(ObjectNode schemas, String name) {
    return schemas.putObject(name).put("type", "object").put("additionalProperties", false);
  }

  private void add(ObjectNode schema, Field member, boolean ofRequest) {
    Type type = member.getGenericType();
    boolean optional =
        ofRequest ? raw(type) == Optional.class : member.isAnnotationPresent(JsonInclude.class);
    ObjectNode described = optional ? present(type) : schema(type);
    if (!optional && member.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      described = orNull(described);
    }
    Optional<String> text = Sentences.of(member.getDeclaringClass()).of(member.getName());
    if (text.isPresent()) {
      described.put("description", text.get());
    }
    JsonProperty other = member.getAnnotation(JsonProperty.class);
    String name = other == null ? member.getName() : other.value();
    schema.withObject("/properties").set(name, described);
    if (!optional) {
      schema.withArray("required").add(name);
    }
  }

  private static Stream<Field> members(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        // Versions of a model's libraries stand among all versions.
        .filter(part -> type != ModelDescription.class || !part.getName().equals("versions"))
        .map(part -> field(type, part.getName()))
        .flatMap(
            field ->
                field.isAnnotationPresent(JsonUnwrapped.class)
                    ? members(field.getType())
                    : Stream.of(field));
  }

  /** Annotations for Jackson are on fields. */
  private static Field field(Class<?> type, String component) {
    try {
      return type.getDeclaredField(component);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is empty is left out, and not null. */
  private ObjectNode present(Type type) {
    if (raw(type) == OptionalDouble.class) {
      return typed("number");
    }
    return raw(type) == Optional.class ? schema(argument(type, 0)) : schema(type);
  }

  private ObjectNode schema(Type type) {
    Class<?> raw = raw(type);
    if (raw == Optional.class) {
      return orNull(schema(argument(type, 0)));
    }
    if (raw == double.class || raw == Double.class || raw == OptionalDouble.class) {
      // Numbers that are not finite are written as null.
      return orNull(typed("number"));
    }
    if (List.class.isAssignableFrom(raw)) {
      return typed("array").set("items", schema(argument(type, 0)));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return typed("object").set("additionalProperties", schema(argument(type, 1)));
    }
    if (raw == SettingsJson.class) {
      ObjectNode either = typed("object");
      either.withArray("anyOf").add(reference("FillSettings")).add(reference("SampleSettings"));
      return either;
    }
    if (raw.isEnum()) {
      ObjectNode choice = typed("string");
      for (Object value : raw.getEnumConstants()) {
        choice.withArray("enum").add(Choices.label((Enum<?>) value));
      }
      return choice;
    }
    if (raw.isRecord()) {
      add(raw);
    }
    return raw.isRecord() || NAMES.containsKey(raw) ? reference(name(raw)) : typed(plain(raw));
  }

  private static String plain(Class<?> raw) {
    if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
      return "integer";
    }
    if (raw == boolean.class) {
      return "boolean";
    }
    if (raw == String.class) {
      return "string";
    }
    throw new IllegalStateException(raw + " has no schema");
  }

  private static ObjectNode orNull(ObjectNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return schema;
    }
    if (type.isTextual()) {
      schema.putArray("type").add(type).add("null");
      return schema;
    }
    ObjectNode either = JsonNodeFactory.instance.objectNode();
    either.putArray("anyOf").add(schema).add(typed("null"));
    return either;
  }

  private static ObjectNode typed(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  static ObjectNode reference(String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/" + name);
  }

  private static String name(Class<?> type) {
    String name = type.getSimpleName();
    return EventJson.class.isAssignableFrom(type)
        ? name + "Event"
        : NAMES.getOrDefault(type, name.replaceFirst("Json$", ""));
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType of ? of.getRawType() : type);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
