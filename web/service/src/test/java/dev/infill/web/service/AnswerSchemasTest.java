package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.Choices;
import dev.infill.web.api.EventJson;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.HealthJson;
import dev.infill.web.api.ModelsJson;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.ScoreJson;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.TokenizedTextJson;
import dev.infill.web.api.mask.FillMaskJson;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The schemas of answers in the OpenAPI document have what the records have that are written. */
class AnswerSchemasTest {
  private static final JsonNode DOCUMENT = document();

  /** What is written beside a record: the results of the lines of a file say which line. */
  private static final Map<String, List<String>> BESIDE =
      Map.of("FillResult", List.of("line"), "SampleResult", List.of("line"));

  /** What is never written of a record. */
  private static final Map<Class<?>, Set<String>> IGNORED =
      Map.of(ModelDescription.class, Set.of("versions"));

  private final List<String> differences = new ArrayList<>();

  private static JsonNode document() {
    try (InputStream in =
        InfillService.class.getResourceAsStream("/dev/infill/web/service/reference/openapi.json")) {
      return new ObjectMapper()
          .readTree(InfillService.OPEN_API.complete(Objects.requireNonNull(in).readAllBytes()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A member of a JSON object, as a record's component gives it. */
  private record Member(String name, Type type, boolean nullable, boolean omittable) {}

  private static Stream<Arguments> forms() {
    return Stream.of(
        arguments("Problem", ProblemJson.class),
        arguments("Health", HealthJson.class),
        arguments("FillResult", FillResultJson.class),
        arguments("SampleResult", SampleResultJson.class),
        arguments("QueuedEvent", EventJson.Queued.class),
        arguments("StartedEvent", EventJson.Started.class),
        arguments("ProgressEvent", EventJson.Progress.class),
        arguments("StepsEvent", EventJson.Steps.class),
        arguments("CandidatesEvent", EventJson.Candidates.class),
        arguments("ScoringEvent", EventJson.Scoring.class),
        arguments("Score", ScoreJson.class),
        arguments("TokenizedText", TokenizedTextJson.class),
        arguments("Metrics", MetricsJson.class),
        arguments("Models", ModelsJson.class),
        arguments("FillMaskToken", FillMaskJson.class));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aSchemaIsItsRecords(String name, Class<?> form) {
    JsonNode schema = DOCUMENT.at("/components/schemas/" + name);
    compare(name, schema, form, BESIDE.getOrDefault(name, List.of()));

    assertThat(differences).isEmpty();
  }

  /** Were they equal whatever a record has, the test above would hold nothing. */
  @Test
  void anotherRecordDiffers() {
    compare("Score", DOCUMENT.at("/components/schemas/Score"), SampleResultJson.class, List.of());

    assertThat(differences).anyMatch(line -> line.startsWith("Score has"));
  }

  @Test
  void everyMemberIsDescribed() {
    List<String> silent = new ArrayList<>();
    DOCUMENT
        .at("/components/schemas")
        .properties()
        .forEach(
            schema ->
                schema
                    .getValue()
                    .path("properties")
                    .properties()
                    .forEach(
                        member -> {
                          if (member.getValue().path("description").asText().isEmpty()) {
                            silent.add(schema.getKey() + "." + member.getKey());
                          }
                        }));

    assertThat(silent).isEmpty();
  }

  @Test
  void presetsAreThoseOfRequests() {
    assertThat(DOCUMENT.at("/components/schemas/SampleRequest/properties/preset/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Choices.of("preset", SampleRequest.Preset.class).labels());
  }

  private void compare(String at, JsonNode described, Class<?> type, List<String> beside) {
    JsonNode schema = resolved(described);
    List<Member> members = members(type).toList();
    List<String> names =
        Stream.concat(members.stream().map(Member::name), beside.stream()).toList();
    expect(at, "members", names(schema.path("properties")), names);
    expect(
        at,
        "required",
        StreamSupport.stream(schema.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        members.stream().filter(member -> !member.omittable()).map(Member::name).toList());
    expect(at, "additionalProperties", schema.path("additionalProperties").asText(), "false");
    for (Member member : members) {
      compare(at + "." + member.name(), schema.path("properties").path(member.name()), member);
    }
  }

  private void compare(String at, JsonNode described, Member member) {
    JsonNode schema = resolved(described);
    Class<?> raw = raw(member.type());
    Type[] arguments =
        member.type() instanceof ParameterizedType type
            ? type.getActualTypeArguments()
            : new Type[0];
    if (raw == Optional.class) {
      compare(at, schema, new Member(at, arguments[0], !member.omittable(), false));
    } else if (raw == OptionalDouble.class || raw == double.class || raw == Double.class) {
      // Numbers that are not finite are written as null; that some never are is not in their type.
      boolean mustHaveNull = raw == OptionalDouble.class && !member.omittable();
      List<String> types = types(schema);
      expect(at, "type", types.get(0), "number");
      expect(at, "null", types.contains("null") || !mustHaveNull, true);
    } else if (raw.isRecord() && raw != SettingsJson.class) {
      JsonNode alternatives = schema.path("anyOf");
      expect(at, "null", types(alternatives.path(1)).contains("null"), member.nullable());
      compare(at, member.nullable() ? alternatives.path(0) : schema, raw, List.of());
    } else {
      List<String> expected = new ArrayList<>(List.of(jsonType(raw)));
      if (member.nullable()) {
        expected.add("null");
      }
      expect(at, "type", types(schema), expected);
      compareContents(at, schema, raw, arguments);
    }
  }

  private void compareContents(String at, JsonNode schema, Class<?> raw, Type[] arguments) {
    if (raw.isEnum() && schema.has("enum")) {
      expect(
          at,
          "enum",
          StreamSupport.stream(schema.get("enum").spliterator(), false)
              .map(JsonNode::asText)
              .toList(),
          Arrays.stream(raw.getEnumConstants())
              .map(value -> Choices.label((Enum<?>) value))
              .toList());
    } else if (raw == List.class) {
      compare(at + "[]", schema.path("items"), new Member(at, arguments[0], false, false));
    } else if (Map.class.isAssignableFrom(raw) && !schema.has("properties")) {
      JsonNode values = schema.path("additionalProperties");
      compare(at + "{}", values, new Member(at, arguments[1], false, false));
    }
  }

  private void expect(String at, String what, Object found, Object expected) {
    if (!found.equals(expected)) {
      differences.add("%s has %s %s, not %s".formatted(at, what, found, expected));
    }
  }

  private static Stream<Member> members(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).flatMap(part -> members(type, part));
  }

  private static Stream<Member> members(Class<?> type, RecordComponent component) {
    Field field;
    try {
      // Annotations for Jackson are on fields, parameters and accessors.
      field = type.getDeclaredField(component.getName());
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
    if (IGNORED.getOrDefault(type, Set.of()).contains(field.getName())) {
      return Stream.of();
    }
    if (field.isAnnotationPresent(JsonUnwrapped.class)) {
      JsonIgnoreProperties ignored = field.getAnnotation(JsonIgnoreProperties.class);
      Set<String> left = ignored == null ? Set.of() : Set.of(ignored.value());
      return members(field.getType()).filter(member -> !left.contains(member.name()));
    }
    JsonProperty name = field.getAnnotation(JsonProperty.class);
    return Stream.of(
        new Member(
            name == null ? field.getName() : name.value(),
            field.getGenericType(),
            field.getAnnotatedType().isAnnotationPresent(Nullable.class)
                && !field.isAnnotationPresent(JsonInclude.class),
            field.isAnnotationPresent(JsonInclude.class)));
  }

  private static JsonNode resolved(JsonNode schema) {
    return schema.has("$ref") ? DOCUMENT.at(schema.get("$ref").asText().substring(1)) : schema;
  }

  private static List<String> names(JsonNode properties) {
    List<String> names = new ArrayList<>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray()
        ? StreamSupport.stream(type.spliterator(), false).map(JsonNode::asText).toList()
        : List.of(type.asText());
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType of ? of.getRawType() : type);
  }

  private static String jsonType(Class<?> raw) {
    if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
      return "integer";
    }
    if (raw == boolean.class) {
      return "boolean";
    }
    if (raw == List.class) {
      return "array";
    }
    return raw == String.class || raw.isEnum() ? "string" : "object";
  }
}
