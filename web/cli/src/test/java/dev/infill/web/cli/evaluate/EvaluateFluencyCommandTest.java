package dev.infill.web.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.weights.SyntheticCausalModel;
import dev.infill.bert.weights.SyntheticClassifier;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences by models that can be computed by hand. */
class EvaluateFluencyCommandTest {
  @TempDir Path folder = Path.of("");

  private final CommandHarness harness = new CommandHarness();
  private final SyntheticCausalModel causal = new SyntheticCausalModel();
  private final SyntheticClassifier classifier = new SyntheticClassifier();
  private Path sentences = Path.of("");
  private Path languageModel = Path.of("");
  private Path classified = Path.of("");

  @BeforeEach
  void write() throws IOException {
    sentences = Files.writeString(folder.resolve("sentences.txt"), "the cat sat .\na dog\n");
    languageModel = causal.write(folder.resolve("causal"), "{\"n_positions\": 12}");
    classified = classifier.write(folder.resolve("classifier"));
  }

  private Outcome run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("evaluate", "fluency"));
    arguments.addAll(List.of(options));
    return harness.run(arguments.toArray(String[]::new));
  }

  @Test
  void perplexityAndTheLabelAreThoseOfTheModels() throws IOException {
    Outcome outcome =
        run(
            "--hypotheses",
            sentences.toString(),
            "--language-model",
            languageModel.toString(),
            "--classifier",
            classified.toString(),
            "--label",
            "positive",
            "--format",
            "json");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    double first = causal.logProbability(List.of("[CLS]", "the", "cat", "sat", ".", "[SEP]"));
    double second = causal.logProbability(List.of("[CLS]", "a", "dog", "[SEP]"));
    assertThat(json.get("sentences").asInt()).isEqualTo(2);
    assertThat(json.get("perplexity").get("pieces").asInt()).isEqualTo(8);
    assertThat(json.get("perplexity").get("pooled").asDouble())
        .isCloseTo(Math.exp(-(first + second) / 8), within(1e-4));
    assertThat(json.get("perplexity").get("meanOfSentences").asDouble())
        .isCloseTo((Math.exp(-first / 5) + Math.exp(-second / 3)) / 2, within(1e-4));
    double one = Math.exp(classifier.logProbability(2, List.of("the", "cat", "sat", ".")));
    double other = Math.exp(classifier.logProbability(2, List.of("a", "dog")));
    assertThat(json.get("label").get("label").asText()).isEqualTo("positive");
    assertThat(json.get("label").get("meanProbability").asDouble())
        .isCloseTo((one + other) / 2, within(1e-5));
    assertThat(json.get("label").get("share").asDouble())
        .isEqualTo(((one > 0.5 ? 1 : 0) + (other > 0.5 ? 1 : 0)) / 2.0);
  }

  @Test
  void eachModelIsEnoughAndItsLineIsPrinted() {
    Outcome read =
        run("--hypotheses", sentences.toString(), "--language-model", languageModel.toString());
    Outcome judged =
        run(
            "--hypotheses",
            sentences.toString(),
            "--classifier",
            classified.toString(),
            "--label",
            "0");

    assertThat(List.of(read.exitCode(), judged.exitCode())).containsOnly(0);
    assertThat(read.out())
        .matches("2 sentences\nperplexity [0-9.]+, mean of sentences [0-9.]+; 8 pieces\n");
    assertThat(judged.out())
        .matches("2 sentences\nlabel 0: [0-9.]+% of the sentences, mean probability [<0-9.]+%\n");
  }

  @Test
  void blankLinesArePassedOverAloud() throws IOException {
    Files.writeString(sentences, "\nthe cat sat .\n\na dog\n");
    Outcome outcome =
        run("--hypotheses", sentences.toString(), "--language-model", languageModel.toString());

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("2 sentences\n");
    assertThat(outcome.err())
        .isEqualTo("infill: %s:1: 2 blank lines were passed over\n".formatted(sentences));
  }

  @Test
  void answersThatAreNoNumbersAreOneLine() throws IOException {
    classifier
        .graph
        .getInitializerBuilder(0)
        .setFloatData(classifier.tokenizer.id("dog") * SyntheticClassifier.LABELS, Float.NaN);
    Path broken = classifier.write(folder.resolve("broken"));
    Outcome outcome =
        run(
            "--hypotheses",
            sentences.toString(),
            "--classifier",
            broken.toString(),
            "--label",
            "1");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .isEqualTo(
            "infill: %s:2: classifier %s: its answer is no finite number: its weights are damaged\n"
                .formatted(sentences, broken));
  }

  @Test
  void sentencesThatCannotBeReadAreOneLine() throws IOException {
    Files.writeString(sentences, "\nthe cat\n\nthe ___ sat\n");
    Outcome blank =
        run("--hypotheses", sentences.toString(), "--language-model", languageModel.toString());
    Files.writeString(sentences, "a cat\n" + "a ".repeat(11) + "\n");
    Outcome tooLong =
        run("--hypotheses", sentences.toString(), "--language-model", languageModel.toString());

    assertThat(List.of(blank.exitCode(), tooLong.exitCode())).containsOnly(2);
    assertThat(blank.err())
        .isEqualTo("infill: %s:4: a blank is left in the sentence\n".formatted(sentences));
    assertThat(tooLong.err())
        .isEqualTo(
            "infill: %s:2: language model %s: a text has 13 pieces; it reads at most 12\n"
                .formatted(sentences, languageModel));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | infill: give --language-model, or --classifier with its --label, or both",
        "--label 1 | infill: give --language-model, or --classifier",
        "--classifier c.onnx | infill: --classifier and --label, which says what of it counts, go",
        "--language-model none.onnx | infill: language model: there is no ONNX file 'none.onnx'",
      })
  void badOptionsAreOneLine(String options, String message) {
    List<String> arguments = new ArrayList<>(List.of("--hypotheses", sentences.toString()));
    if (!options.isEmpty()) {
      arguments.addAll(List.of(options.split(" ")));
    }

    Outcome outcome = run(arguments.toArray(String[]::new));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith(message).hasLineCount(1);
  }
}
