package dev.infill.web.service.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.api.EventJson;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.HealthJson;
import dev.infill.web.api.MetricsRequest;
import dev.infill.web.api.ModelsJson;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.ScoreJson;
import dev.infill.web.api.ScoreRequest;
import dev.infill.web.api.TextRequest;
import dev.infill.web.api.TokenizedTextJson;
import dev.infill.web.api.mask.FillMaskJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Completes the OpenAPI document. A file has the paths, and of schemas what Java does not say; the
 * rest is made from the records and tables that requests and answers are. Immutable.
 */
public final class OpenApi {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PROBLEM = "application/problem+json";

  private static final List<Class<? extends Record>> RECORDS =
      List.of(
          ProblemJson.class,
          HealthJson.class,
          ModelDescription.class,
          FillRequest.class,
          SampleRequest.class,
          FillResultJson.class,
          SampleResultJson.class,
          ScoreRequest.class,
          ScoreJson.class,
          TextRequest.class,
          TokenizedTextJson.class,
          MetricsRequest.class,
          ModelsJson.class,
          FillMaskJson.class);

  /** What every request with a body may be answered, beside its answer. */
  private static final Map<Integer, String> PROBLEMS_OF_BODIES =
      Map.of(
          400, "NotJson",
          401, "NoToken",
          408, "TooSlow",
          413, "TooLarge",
          415, "NotSaidToBeJson",
          421, "OtherHost",
          422, "Refused",
          429, "TooMuch",
          500, "Failed",
          503, "Unavailable");

  private final List<Class<? extends Record>> others;
  private final Map<String, String> limits;

  /**
   * Makes a document.
   *
   * @param others records that are answered beside those of {@code web.api}
   * @param limits the limits of a service by name: what each limits, in a sentence
   */
  public OpenApi(List<Class<? extends Record>> others, Map<String, String> limits) {
    this.others = List.copyOf(others);
    this.limits = limits;
  }

  /**
   * Returns the whole document.
   *
   * @param file the paths and shared responses. A member of a schema that it describes is as it
   *     says, and keeps the description of Javadoc unless it has its own
   */
  public byte[] complete(byte[] file) {
    try {
      ObjectNode document = (ObjectNode) MAPPER.readTree(file);
      document.at("/paths").findValues("post").forEach(OpenApi::completeAnswers);
      document.at("/components/responses").forEach(OpenApi::completeProblem);
      ObjectNode said = (ObjectNode) document.at("/components/schemas");
      ObjectNode schemas = document.withObject("/components").putObject("schemas");
      addSchemas(schemas);
      said.properties().forEach(schema -> merge(schemas, schema.getKey(), schema.getValue()));
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void completeAnswers(JsonNode operation) {
    ObjectNode answers = (ObjectNode) operation.get("responses");
    PROBLEMS_OF_BODIES.keySet().stream()
        .sorted()
        .forEach(
            status ->
                answers
                    .putObject(status.toString())
                    .put("$ref", "#/components/responses/" + PROBLEMS_OF_BODIES.get(status)));
  }

  private static void completeProblem(JsonNode response) {
    if (!response.has("content")) {
      ((ObjectNode) response)
          .putObject("content")
          .putObject(PROBLEM)
          .putObject("schema")
          .put("$ref", "#/components/schemas/Problem");
    }
  }

  private void addSchemas(ObjectNode schemas) {
    RecordSchemas records = new RecordSchemas(schemas);
    RECORDS.forEach(records::add);
    records.add("RequestedModel", ModelDescription.class);
    for (Class<?> event : EventJson.class.getPermittedSubclasses()) {
      records.add(event);
    }
    others.forEach(records::add);
    SettingsSchemas.addTo(schemas);
    ObjectNode all = RecordSchemas.object(schemas, "Limits");
    limits.forEach(
        (name, sentence) -> {
          ObjectNode limit = all.withObject("/properties").putObject(name);
          limit.put("type", "integer").put("description", sentence);
          all.withArray("required").add(name);
        });
  }

  private static void merge(ObjectNode schemas, String name, JsonNode said) {
    ObjectNode schema = schemas.withObject("/" + name);
    said.properties()
        .forEach(
            part -> {
              if (part.getKey().equals("properties")) {
                ObjectNode members = schema.withObject("/properties");
                part.getValue()
                    .properties()
                    .forEach(member -> replace(members, member.getKey(), member.getValue()));
              } else {
                schema.set(part.getKey(), part.getValue());
              }
            });
  }

  private static void replace(ObjectNode members, String name, JsonNode said) {
    ObjectNode member = said.deepCopy();
    JsonNode description = members.path(name).path("description");
    if (!member.has("description") && !description.isMissingNode()) {
      member.set("description", description);
    }
    members.set(name, member);
  }
}
