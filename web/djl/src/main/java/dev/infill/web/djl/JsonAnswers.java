package dev.infill.web.djl;

import ai.djl.modality.Input;
import ai.djl.modality.Output;
import ai.djl.ndarray.BytesSupplier;
import dev.infill.web.api.Choices;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.JsonMembers;
import dev.infill.web.api.Mode;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.Versions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers in the JSON of the service. Thread-safe. */
final class JsonAnswers {
  private static final int OK = 200;
  private static final String MODE = "mode";

  private final InfillModel model;
  private final Versions versions = Versions.current();
  private final JsonLines json = new JsonLines();

  /**
   * Creates the answers of a model.
   *
   * @param model the model
   */
  JsonAnswers(InfillModel model) {
    this.model = model;
  }

  /**
   * Answers a request, with fillings or with what is wrong with it.
   *
   * @param input a request whose data is a JSON object
   */
  Output answer(Input input) {
    try {
      JsonMembers members = JsonMembers.read(body(input), known(SampleRequest.MEMBERS));
      Mode mode = members.text(MODE).map(Choices.of(MODE, Mode.class)::parse).orElse(Mode.FILL);
      return output(
          OK,
          "OK",
          "application/json",
          switch (mode) {
            case FILL -> filled(members.requireKnown(known(FillRequest.MEMBERS)));
            case SAMPLE -> sampled(members);
          });
    } catch (RuntimeException e) {
      ProblemJson problem = ProblemJson.ofRequest(e).orElseThrow(() -> e);
      return output(problem.status(), problem.title(), "application/problem+json", problem);
    }
  }

  private Record filled(JsonMembers members) {
    FillRequest request = FillRequest.of(members, model.options().fill(), model.description());
    return FillResultJson.of(model.fill(request), versions);
  }

  private Record sampled(JsonMembers members) {
    SampleRequest request =
        SampleRequest.of(members, model.options().sample(), model.description());
    return SampleResultJson.of(model.sample(request), versions);
  }

  private static String[] known(List<String> members) {
    return Stream.concat(Stream.of(MODE), members.stream()).toArray(String[]::new);
  }

  private static byte[] body(Input input) {
    @Nullable BytesSupplier data = input.getData();
    return data == null ? new byte[0] : data.getAsBytes();
  }

  private Output output(int status, String reason, String type, Record body) {
    Output output = new Output(status, reason);
    output.addProperty("Content-Type", type);
    output.add(json.line(body));
    return output;
  }
}
