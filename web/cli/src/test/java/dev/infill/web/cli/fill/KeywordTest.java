package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keywords beside U on the command line. */
class KeywordTest {
  private static final String TEXT = "the [MASK] ran , ___";

  private final CommandHarness harness = new CommandHarness();

  private Outcome sample(String... options) {
    List<String> arguments = new ArrayList<>(List.of("sample", TEXT, "--seed", "7"));
    arguments.addAll(List.of(options));
    return harness.run(arguments.toArray(String[]::new));
  }

  private JsonNode json(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--format", "json"));
    Outcome outcome = sample(all.toArray(String[]::new));
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
  void withoutTermsThereIsNoTotal() throws IOException {
    JsonNode candidate = json().at("/candidates/0");
    assertThat(candidate.has("total")).isFalse();
    assertThat(candidate.has("terms")).isFalse();
  }

  @Test
  void theReportSaysWhatTheTotalIsMadeOf() {
    Outcome outcome = sample("--keyword", "man=4", "--select", "diverse", "--details");

    List<String> lines = outcome.out().lines().toList();
    assertThat(lines)
        .anyMatch(
            line ->
                line.matches(
                    " +total -?[0-9.]+ = U -[0-9.]+ \\+ 4.00 x 1.00 \\(keyword man\\) \\| .*"));
    assertThat(outcome.out().replace("\n", " ")).contains("by the total and by words");
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

  @Test
  void samplersThatDoNotLookAtTheEnergyAreRefused() {
    Outcome outcome = sample("--sampler", "gibbs", "--keyword", "man=1");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("infill: gibbs does not look at the energy of what it draws")
        .contains("gibbs-mh")
        .hasLineCount(1);
  }

  private void assertRefused(String message, String... options) {
    Outcome outcome = sample(options);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).isEqualTo("infill: " + message + "\n");
  }
}
