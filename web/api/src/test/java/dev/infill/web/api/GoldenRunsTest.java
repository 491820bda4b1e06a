package dev.infill.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Same text, same settings, same seed: the same fillings, energies and diagnostics as when {@code
 * golden-runs.jsonl} was written, by the answers of an earlier state of the program. Whatever
 * changes them on purpose writes it again ({@code -Dinfill.golden.write=FILE}) and says why.
 */
class GoldenRunsTest {
  private static final String ONE = "the [MASK] sat .";
  private static final String THREE = "the [MASK] [MASK] on the [MASK] .";
  private static final String PIECES = "the [MASK:2] sat [MASK] .";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MaskedLanguageModel MODEL = new TinyLanguageModel();
  private static final Map<String, JsonNode> GOLDEN = golden();
  private static final List<String> WRITTEN = new ArrayList<>();

  private static Map<String, JsonNode> golden() {
    Map<String, JsonNode> golden = new HashMap<>();
    try (var in = GoldenRunsTest.class.getResourceAsStream("/golden-runs.jsonl")) {
      if (in != null) {
        for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
          if (!line.isBlank()) {
            JsonNode run = JSON.readTree(line);
            golden.put(run.get("settings").toString(), run);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return golden;
  }

  /** All samplers, and each setting that changes what they draw. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'sampler':'gibbs-mh','steps':200,'chains':4,'pool':'last'}",
        "{'preset':'paper'}",
        "{'sampler':'gibbs-mh','start':'random','burnIn':0}",
        "{'sampler':'gibbs-mh','temperature':2.5}",
        "{'sampler':'gibbs-mh','anneal':3}",
        "{'sampler':'gibbs-mh','acceptance':'non-reversible','delta':0.3}",
        "{'sampler':'gibbs-mh','vocabulary':'full'}",
        "{'sampler':'gibbs-mh','batch':7}",
        "{'sampler':'gibbs-mh','batch':3,'concurrentBatches':4}",
        "{'sampler':'gibbs-mh','allow':{'1':['cat','dog']},'forbid':{'2':['ran']}}",
        "{'sampler':'dmala'}",
        "{'sampler':'dmala','gradient':'exact'}",
        "{'sampler':'dmala','balancing':'sqrt','alpha':1.5}",
        "{'sampler':'dmala','balancing':'barker'}",
        "{'sampler':'dmala','adapt':0.5}",
        "{'sampler':'dmala','gradient':'exact','adapt':0.6}",
        "{'sampler':'dmala','precondition':'curvature'}",
        "{'sampler':'dmala','acceptance':'non-reversible'}",
        "{'sampler':'dmala','anneal':4,'gradient':'exact'}",
        "{'sampler':'dmala','batch':4,'concurrentBatches':2,'gradient':'exact'}",
        "{'sampler':'dula'}",
        "{'sampler':'dula','gradient':'exact'}",
        "{'sampler':'dula','minibatch':1}",
        "{'sampler':'dula','precondition':'curvature'}",
        "{'sampler':'gwg'}",
        "{'sampler':'gwg','acceptance':'non-reversible'}",
        "{'sampler':'gibbs'}",
        "{'sampler':'gibbs-mh','temperature':0.5}",
        "{'sampler':'gibbs-mh'}",
        "{'sampler':'cdmala'}",
        "{'sampler':'cdmala','gradient':'exact','alpha0':0.05}",
        "{'sampler':'cdmala','intermediate':'active-coordinate'}",
        "{'sampler':'cdmala','adapt':0.4}",
        "{'sampler':'cdula'}",
        "{'sampler':'cgwg'}"
      })
  void areDrawnAgain(String given) throws IOException {
    ObjectNode settings = (ObjectNode) JSON.readTree(given.replace('\'', '"'));
    List<JsonNode> runs = new ArrayList<>();
    for (String text : List.of(ONE, THREE, PIECES)) {
      if (isFor(settings, text)) {
        runs.add(run(text, settings.deepCopy()));
      }
    }
    ObjectNode made = JSON.createObjectNode();
    made.set("settings", settings);
    made.putArray("runs").addAll(runs);
    WRITTEN.add(made.toString());
    if (System.getProperty("infill.golden.write") == null) {
      assertThat(GOLDEN).as("what was drawn before").containsKey(settings.toString());
      assertSame("", made, Objects.requireNonNull(GOLDEN.get(settings.toString())));
    }
  }

  private static boolean isFor(ObjectNode settings, String text) {
    return !(text.equals(PIECES) && settings.has("allow"))
        && !(text.equals(ONE) && settings.has("forbid"));
  }

  private static JsonNode run(String text, ObjectNode settings) throws IOException {
    ObjectNode request = JSON.createObjectNode().put("text", text);
    if (settings.has("preset")) {
      request.set("preset", settings.remove("preset"));
    }
    settings.put("seed", 11).put("top", 3);
    request.set("settings", settings);
    SampleRequest read = SampleRequest.read(JSON.writeValueAsBytes(request), MODEL.description());
    SampleResultJson answer =
        SampleResultJson.of(
            new Infiller(MODEL).sample(read.text(), read.settings()), Versions.current());
    JsonNode all = JSON.readTree(new JsonLines().line(answer));
    ObjectNode kept = JSON.createObjectNode();
    ArrayNode candidates = kept.putArray("candidates");
    for (JsonNode candidate : all.get("candidates")) {
      candidates.add(
          ((ObjectNode) candidate).retain("text", "energy", "visits", "probability", "chains"));
    }
    kept.set("reliability", all.get("verdict").get("reliability"));
    kept.set("marginals", all.get("marginals"));
    ObjectNode diagnostics = all.get("diagnostics").deepCopy();
    diagnostics.remove(List.of("seconds", "convergence", "steps", "end"));
    kept.set("diagnostics", diagnostics);
    return kept;
  }

  private static void assertSame(String at, JsonNode made, JsonNode expected) {
    if (expected.isNumber()) {
      double value = expected.asDouble();
      assertThat(made.isNumber()).as(at).isTrue();
      assertThat(made.asDouble())
          .as(at)
          .isCloseTo(value, Offset.offset(1e-9 * Math.max(1, Math.abs(value))));
    } else if (expected.isContainerNode()) {
      assertThat(made.size()).as(at).isEqualTo(expected.size());
      if (expected.isArray()) {
        for (int k = 0; k < expected.size(); k++) {
          assertSame(at + "/" + k, made.get(k), expected.get(k));
        }
      } else {
        expected
            .properties()
            .forEach(
                member ->
                    assertSame(
                        at + "/" + member.getKey(), made.path(member.getKey()), member.getValue()));
      }
    } else {
      assertThat(made).as(at).isEqualTo(expected);
    }
  }

  @AfterAll
  static void write() throws IOException {
    String file = System.getProperty("infill.golden.write");
    if (file != null) {
      Files.writeString(Path.of(file), String.join("\n", WRITTEN) + "\n");
    }
  }
}
