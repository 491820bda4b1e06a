package dev.infill.web.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCommandTest {
  /** The end of the names of models that this program can read. */
  private static final String VERSION = "-11";

  private static final String FIRST = "01230000".repeat(4) + VERSION;
  private static final String SECOND = "01239999".repeat(4) + VERSION;

  @TempDir private Path cache;

  private Outcome run(String... arguments) {
    return new CommandHarness().run(arguments);
  }

  /** Runs a command on a cache of its own. */
  private Outcome runHere(String command, String... arguments) {
    String[] all = new String[4 + arguments.length];
    all[0] = "model";
    all[1] = command;
    all[2] = "--cache";
    all[3] = cache.toString();
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return run(all);
  }

  /** Makes a compiled model of which only the weights are left. */
  private Path damaged(String id) throws IOException {
    Path folder = Files.createDirectories(cache.resolve("v1").resolve(id));
    Files.write(folder.resolve("weights.bin"), new byte[3_000_000]);
    return folder;
  }

  @Test
  void anEmptyCacheIsSaidToBeOne() {
    for (String command : new String[] {"list", "verify"}) {
      Outcome outcome = runHere(command);
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err())
          .isEqualTo("infill: there are no compiled models in %s%n".formatted(cache.resolve("v1")));
    }
    assertThat(runHere("prune").out()).isEqualTo("deleted 0 of the compiled models, 0 MB\n");
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void aDamagedModelIsListedAndRefused() throws IOException {
    Path folder = damaged(FIRST);
    assertThat(runHere("list").out())
        .containsPattern("(?m)^01230000 +3  .*– +\\(of another version, or damaged\\)$");
    JsonNode json = new ObjectMapper().readTree(runHere("list", "--format", "json").out());
    assertThat(json.get("id").asText()).isEqualTo(FIRST);
    assertThat(json.get("source").isNull()).isTrue();
    assertThat(json.get("bytes").asLong()).isEqualTo(3_000_000);
    assertThat(json.get("folder").asText()).isEqualTo(folder.toString());
    assertThat(runHere("info", "0123").out())
        .contains("source     (not known)")
        .contains("size       3,000,000 bytes");

    Outcome verified = runHere("verify");
    assertThat(verified.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(verified.out()).contains(": damaged: manifest.json is missing\n");
    JsonNode found =
        new ObjectMapper().readTree(runHere("verify", "--format", "json", "0123").out());
    assertThat(found.get("sound").asBoolean()).isFalse();
    assertThat(found.get("damage").asText()).isEqualTo("manifest.json is missing");
  }

  /** Its weights are finite, but nothing that is computed with them. */
  @Test
  void aModelWhoseAnswerIsNoNumberIsNamedDamaged(@TempDir Path folder) throws IOException {
    SyntheticFolder.bert()
        .withElement("bert.embeddings.LayerNorm.weight", 3, 3e38f)
        .withElement("bert.embeddings.LayerNorm.bias", 3, 3e38f)
        .write(folder);
    assertThat(runHere("add", folder.toString()).exitCode()).isZero();
    Outcome verified = runHere("verify");
    assertThat(verified.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(verified.out()).contains(": damaged: the model's answer is no finite number");
  }

  @Test
  void whatIsOfNoUseIsDeletedUnlessItIsADryRun() throws IOException {
    Path folder = damaged(FIRST);
    Outcome dry = runHere("prune", "--dry-run");
    assertThat(dry.exitCode()).isZero();
    assertThat(dry.out())
        .isEqualTo(
            """
            01230000  (of another version, or damaged) (3 MB): damaged: manifest.json is missing
            would delete 1 of the compiled models, 3 MB
            """);
    assertThat(folder).isDirectory();

    JsonNode json = new ObjectMapper().readTree(runHere("prune", "--format", "json").out());
    assertThat(json.get("id").asText()).isEqualTo(FIRST);
    assertThat(json.get("deleted").asBoolean()).isTrue();
    assertThat(json.get("reason").asText()).isEqualTo("damaged: manifest.json is missing");
    assertThat(folder).doesNotExist();
    assertThat(runHere("list").out()).isEmpty();
  }

  @Test
  void aNameMustBeThatOfOneModel() throws IOException {
    damaged(FIRST);
    damaged(SECOND);
    Outcome several = runHere("info", "0123");
    assertThat(several.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(several.err())
        .isEqualTo("infill: '0123' is the beginning of 2 ids; give more of it\n");
    Outcome none = runHere("verify", "bert-base-uncased");
    assertThat(none.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(none.err())
        .startsWith("infill: there is no model 'bert-base-uncased' in " + cache)
        .endsWith("infill model list shows what there is\n");
    assertThat(runHere("info", "01239").out()).contains(SECOND).doesNotContain(FIRST);
  }

  @Test
  void mistakesAreOneLine() {
    Outcome days = runHere("prune", "--unused-for", "0");
    assertThat(days.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(days.err()).isEqualTo("infill: unused-for must be at least 1 day, not 0\n");
    assertThat(run("model").err())
        .isEqualTo(
            "infill: give a command: list, info, add, verify or prune (see infill model"
                + " --help)\n");
    assertThat(run("model", "info").exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(run("model", "add").exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(runHere("add", "bert-base", "--precision", "float8").err())
        .startsWith("infill: --precision: unknown precision 'float8'")
        .hasLineCount(1);
  }

  @Test
  void aModelIsAddedOnce(@TempDir Path folder) throws IOException {
    Path source = SyntheticFolder.roberta().write(folder.resolve("random-roberta"));
    Outcome added = runHere("add", source.toString());
    assertThat(added.exitCode()).as(added.err()).isZero();
    assertThat(added.out())
        .matches(
            "added [0-9a-f]{8}  %s \\(\\d+ MB\\)\n".formatted(Pattern.quote(source.toString())));
    assertThat(added.err()).isEmpty();
    assertThat(runHere("add", source.toString()).out()).startsWith("is there already: ");

    Outcome coarse =
        runHere("add", source.toString(), "--precision", "float16", "--format", "json");
    JsonNode json = new ObjectMapper().readTree(coarse.out());
    assertThat(json.get("added").asBoolean()).isTrue();
    assertThat(json.get("source").asText()).isEqualTo(source.toString());
    assertThat(Path.of(json.get("folder").asText()))
        .isDirectory()
        .hasFileName(json.get("id").asText());
    assertThat(json.get("bytes").asLong()).isPositive();
    json =
        new ObjectMapper()
            .readTree(
                runHere("add", source.toString(), "--precision", "float16", "--format", "json")
                    .out());
    assertThat(json.get("added").asBoolean()).isFalse();
  }

  @Test
  void aModelIsNamedByItsFolder(@TempDir Path folder) throws IOException {
    Path source = SyntheticFolder.roberta().write(folder.resolve("random-roberta"));
    runHere("add", source.toString());

    for (String name :
        List.of(
            "random-roberta",
            source.toString(),
            source + "/",
            folder.getFileName() + "/random-roberta",
            Path.of("").toAbsolutePath().relativize(source.toRealPath()).toString())) {
      Outcome verified = runHere("verify", "--files-only", name);
      assertThat(verified.exitCode()).as(name + ": " + verified.err()).isZero();
      assertThat(verified.out()).contains("random-roberta").endsWith(": files are whole\n");
    }
    for (String name : List.of("roberta", "random-robert\0")) {
      assertThat(runHere("verify", name).exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    }
  }

  @Test
  void aFolderWithoutAModelSaysWhatWouldBeOne() {
    Outcome outcome = run("model", "add", cache.toString());

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(outcome.err())
        .startsWith("infill: there is no model in the folder '" + cache + "': it should hold ")
        .contains("model.safetensors", "model.onnx", "variables/variables.index")
        .hasLineCount(1);
  }

  @Test
  void infoTellsWhatAModelIs(@TempDir Path folder) throws IOException {
    Path source = SyntheticFolder.albert().write(folder.resolve("random-albert"));
    runHere("add", source.toString(), "--precision", "float16");
    assertThat(runHere("info", source.toString()).out())
        .contains("family     ALBERT\n")
        .contains("network    3 layers of 16, 4 heads, 23 pieces\n")
        .contains("matrices   float16\n");
    assertThat(runHere("list").out())
        .containsPattern("(?m)  ALBERT +3 +16 +23  float16 +" + Pattern.quote(source.toString()));
    JsonNode json =
        new ObjectMapper().readTree(runHere("info", source.toString(), "--format", "json").out());
    assertThat(json.get("numberFormat").asText()).isEqualTo("float16");
    assertThat(json.get("architecture"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"family": "ALBERT", "layers": 3, "storedLayers": 2, "hiddenSize": 16,
                     "heads": 4, "intermediateSize": 24, "embeddingSize": 8,
                     "activation": "tanh-gelu", "tiedDecoder": true, "vocabularySize": 23,
                     "maxPositions": 20, "lowerCase": true}
                    """));
  }

  @Test
  void whatCannotBeAddedLeavesNothing() throws IOException {
    Outcome outcome = runHere("add", "path/to/nothing");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
    assertThat(outcome.err())
        .startsWith("infill: there is no file or folder '")
        .endsWith("path/to/nothing' to read a model of\n");
    assertThat(outcome.out()).isEmpty();
    assertThat(cache).isEmptyDirectory();
  }

  /** The whole way once, with the real model. */
  @Tag("exhaustive")
  @Tag("gate")
  @Test
  void theRealModelIsSound() throws IOException {
    // In the cache that the tests share; compiled now if no other test has done so.
    BertModel.open(BertModelOptions.defaults()).close();
    Outcome info = run("model", "info", "bert-base-uncased");
    assertThat(info.exitCode()).as(info.err()).isZero();
    assertThat(info.out())
        .contains("source     bert-base-uncased\n")
        .contains("network    12 layers of 768, 12 heads, 30,522 pieces\n")
        .contains("matrices   float32\n");
    Outcome verified = run("model", "verify", "bert-base-uncased", "--format", "json");
    assertThat(verified.exitCode()).as(verified.out()).isZero();
    // Another test may have compiled it for float16 as well, which is less exact.
    List<JsonNode> models = new ArrayList<>();
    for (String line : verified.out().lines().toList()) {
      JsonNode model = new ObjectMapper().readTree(line);
      if (!model.get("id").asText().matches(".*-float16")) {
        models.add(model);
      }
    }
    assertThat(models).hasSize(1);
    JsonNode check = models.get(0);
    assertThat(check.at("/check/guesses/0/token").asText()).isEqualTo("paris");
    assertThat(check.at("/check/guesses/0/probability").asDouble()).isBetween(0.41, 0.42);
    assertThat(check.at("/check/exactError").asDouble()).isLessThan(0.01);
    assertThat(check.at("/check/ownTermError").asDouble()).isLessThan(1e-4);
  }
}
