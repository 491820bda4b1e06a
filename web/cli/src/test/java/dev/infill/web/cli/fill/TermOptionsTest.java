package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.weights.SyntheticClassifier;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words and classifiers beside U on the command line. */
class TermOptionsTest {
  private static final String TEXT = "the [MASK] ran , ___";

  @TempDir Path folder = Path.of("");

  private final CommandHarness harness = new CommandHarness();

  private Outcome fill(String... options) {
    List<String> arguments = new ArrayList<>(List.of("fill", TEXT, "--seed", "7"));
    arguments.addAll(List.of(options));
    return harness.run(arguments.toArray(String[]::new));
  }

  private JsonNode json(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--format", "json"));
    Outcome outcome = fill(all.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    return new ObjectMapper().readTree(outcome.out());
  }

  /** Without the term both blanks hold zürich. */
  @Test
  void aKeywordDecidesTheList() throws IOException {
    JsonNode candidates = json("--keyword", "Man=4", "--keyword", "old=-0.5").get("candidates");

    for (JsonNode candidate : candidates) {
      boolean man = candidate.get("text").asText().matches(".*\\bman\\b.*");
      boolean old = candidate.get("text").asText().matches(".*\\bold\\b.*");
      assertThat(candidate.get("terms"))
          .hasToString(
              "[{\"name\":\"keyword Man\",\"weight\":4.0,\"value\":%s},{\"name\":\"keyword old\",\"weight\":-0.5,\"value\":%s}]"
                  .formatted(man ? "1.0" : "0.0", old ? "1.0" : "0.0"));
      assertThat(candidate.get("total").asDouble())
          .isCloseTo(
              candidate.get("energy").asDouble() + (man ? 4 : 0) - (old ? 0.5 : 0), within(1e-12));
    }
    assertThat(candidates.get(0).get("text").asText()).contains("man");
    assertThat(candidates.findValues("total"))
        .extracting(JsonNode::asDouble)
        .isSortedAccordingTo((one, other) -> Double.compare(other, one));
  }

  @Test
  void aPartOfSpeechDecidesTheList() throws IOException {
    JsonNode candidates = json("--top", "20", "--pos", "1=noun,PROPN").get("candidates");

    assertThat(candidates.at("/0/terms/0"))
        .hasToString("{\"name\":\"blank 1 NOUN,PROPN\",\"weight\":20.0,\"value\":1.0}");
    for (JsonNode candidate : candidates) {
      double value = candidate.at("/terms/0/value").asDouble();
      assertThat(candidate.get("total").asDouble())
          .isCloseTo(candidate.get("energy").asDouble() + 20 * value, within(1e-12));
      if (candidate.get("text").asText().startsWith("the man ran")) {
        assertThat(value).isEqualTo(1);
      }
    }
    assertThat(candidates.findValuesAsText("text"))
        .anyMatch(text -> text.startsWith("the man ran"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOUN", "0=NOUN", "all=NOUN", "1"})
  void partsOfSpeechAreOfABlank(String value) {
    assertRefused(
        "--pos: expected a blank, counted from 1, and its parts of speech, such as 1=NOUN,PROPN;"
            + " not '"
            + value
            + "'",
        "--pos",
        value);
  }

  @Test
  void partsOfSpeechAreThoseThatThereAreOfBlanksThatThereAre() {
    Outcome unknown = fill("--pos", "1=NOUNS");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("NOUNS").contains("NOUN").hasLineCount(1);
    assertRefused(
        "pos names blank 3, but the last blank of the text is blank 2", "--pos", "3=NOUN");
  }

  @Test
  void withoutTermsThereIsNoTotal() throws IOException {
    JsonNode candidate = json().at("/candidates/0");
    assertThat(candidate.has("total")).isFalse();
    assertThat(candidate.has("terms")).isFalse();
  }

  @Test
  void theReportSaysWhatTheTotalIsMadeOf() {
    Outcome outcome = fill("--keyword", "man=4", "--select", "diverse");

    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).anyMatch(line -> line.matches(" 1  total -?[0-9.]+   p .*"));
    assertThat(lines).anyMatch(line -> line.matches("    U -[0-9.]+ \\| keyword man 1.00 x 4.00"));
    assertThat(outcome.out().replace("\n", " ")).contains("by the total and by words");
  }

  /** Of the model's words the classifier knows one, the, which speaks for this label. */
  @Test
  void aClassifierIsRunOnTheFilledTexts() throws IOException {
    Path file = new SyntheticClassifier().write(folder);
    JsonNode alone =
        json("--classifier", file.toString(), "--label", "neutral", "--classifier-weight", "0");
    JsonNode weighed =
        json("--classifier", file.toString(), "--label", "NEUTRAL", "--classifier-weight", "8");

    assertThat(weighed.at("/candidates/0/terms/0/name").asText()).isEqualTo("label NEUTRAL");
    assertThat(weighed.at("/candidates/0/terms/0/value").asDouble())
        .isNegative()
        .isGreaterThan(alone.at("/candidates/0/terms/0/value").asDouble());
    assertThat(weighed.at("/candidates/0/total").asDouble())
        .isCloseTo(
            weighed.at("/candidates/0/energy").asDouble()
                + 8 * weighed.at("/candidates/0/terms/0/value").asDouble(),
            within(1e-12));
  }

  @Test
  void aClassifierThatCannotBeUsedIsRefusedBeforeTheModelIsOpened() throws IOException {
    Path file = new SyntheticClassifier().write(folder);
    assertRefused(
        "the classifier has no label 'HAPPY'; it has NEGATIVE, NEUTRAL, POSITIVE",
        "--classifier",
        file.toString(),
        "--label",
        "HAPPY");
    assertRefused(
        "--classifier needs --label, which says which of its labels is wanted",
        "--classifier",
        file.toString());
    Path missing = folder.resolve("no.onnx");
    assertRefused(
        "classifier: there is no ONNX file '%s', whose name ends with .onnx".formatted(missing),
        "--classifier",
        missing.toString(),
        "--label",
        "0");
    Files.writeString(file, "");
    Outcome damaged = fill("--classifier", file.toString(), "--label", "0");
    assertThat(damaged.exitCode()).isEqualTo(2);
    assertThat(damaged.err()).contains("model.onnx is no ONNX file").hasLineCount(1);
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void aClassifierThatSaysNoNumberIsRefusedWhereItDoes() throws IOException {
    SyntheticClassifier broken = new SyntheticClassifier();
    broken.graph.getInitializerBuilder(0).clearFloatData();
    for (int k = 0; k < broken.tokenizer.size() * SyntheticClassifier.LABELS; k++) {
      broken.graph.getInitializerBuilder(0).addFloatData(Float.NaN);
    }
    Outcome outcome = fill("--classifier", broken.write(folder).toString(), "--label", "0");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith(
            "infill: the term 'label 0' must be a finite number times its weight, not 1.0 · NaN"
                + " where the blanks hold '")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"man", "=2", "man=", "man=x", "man=NaN", "man=Infinity", " =1"})
  void aKeywordWithoutAWordOrANumberIsRefused(String value) {
    assertRefused(
        "--keyword: expected a word and a number that it counts, such as rain=2; not '"
            + value
            + "'",
        "--keyword",
        value);
  }

  @ParameterizedTest
  @CsvSource({"--label, 0", "--classifier-weight, 2"})
  void whatIsOfAClassifierNeedsOne(String option, String value) {
    assertRefused(option + " has no effect without --classifier", option, value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Infinity", "NaN"})
  void aWeightIsAFiniteNumber(String weight) throws IOException {
    Path file = new SyntheticClassifier().write(folder);
    assertRefused(
        "--classifier-weight must be a finite number, not " + weight,
        "--classifier",
        file.toString(),
        "--label",
        "0",
        "--classifier-weight",
        weight);
  }

  @Test
  void samplersThatDoNotLookAtTheEnergyAreRefused() {
    Outcome outcome = fill("--sampler", "gibbs", "--keyword", "man=1");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("infill: gibbs does not look at the energy of what it draws")
        .contains("gibbs-mh")
        .hasLineCount(1);
  }

  private void assertRefused(String message, String... options) {
    Outcome outcome = fill(options);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).isEqualTo("infill: " + message + "\n");
  }
}
