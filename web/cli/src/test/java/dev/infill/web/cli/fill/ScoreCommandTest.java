package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.score.Score;
import dev.infill.core.score.Score.ScoredToken;
import dev.infill.core.score.SentenceMasking;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.Palette;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScoreCommandTest {
  private final CommandHarness harness = new CommandHarness();

  @Test
  void scoresFillsAndACommaIsOneWhenEscaped() throws Exception {
    Outcome outcome =
        harness.run("score", "the ___ ran ___ old", "--fills", "man,\\,", "--format", "json");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("text", "masking", "energy", "twoWay", "fills");
    assertThat(json.get("text").asText()).isEqualTo("the man ran , old");
    assertThat(json.get("energy").asDouble())
        .isCloseTo(Math.log(8 / 78.0) + Math.log(10 / 78.0), within(1e-12));
    assertThat(json.get("fills").get(1).get("token").asText()).isEqualTo(",");
    assertThat(json.get("fills").get(1).get("logProbability").asDouble())
        .isCloseTo(Math.log(10 / 78.0), within(1e-12));
    // The fake model's 12 tokens weigh 1 to 12.
    assertThat(json.findValuesAsText("rank")).containsExactly("5", "3");
    assertThat(harness.run("score", "the ___ ran", "--fills", "man").out())
        .contains("man     -2.2773       10 %   rank 5\n");
  }

  @Test
  void scoresWholeSentencesAsText() {
    Outcome outcome = harness.run("score", "the old man");

    assertThat(outcome.out())
        .isEqualTo(
            """
            U -7.2530   pseudo-log-likelihood, in nats
                the old man
                the     -2.5649      7.7 %   rank 7
                old     -2.4108      9.0 %   rank 6
                man     -2.2773       10 %   rank 5
            """);
  }

  @Test
  void wordsAreReadFromLeftToRightIfSoAsked() {
    Outcome outcome = harness.run("score", "the old man", "--masking", "within-word-l2r");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("pseudo-log-likelihood, within-word-l2r, in nats");
    assertThat(
            harness
                .run("score", "the old man", "--masking", "within-word-l2r", "--format", "json")
                .out())
        .contains("\"masking\":\"within-word-l2r\"");
    assertThat(harness.run("score", "the old man", "--format", "json").out())
        .contains("\"masking\":\"original\"");
    for (Outcome refused :
        List.of(
            harness.run("score", "the [MASK]", "--fills", "man", "--masking", "original"),
            harness.run("score", "the man", "--masking", "within-word"))) {
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err().lines()).hasSize(1);
      assertThat(refused.err()).contains("masking");
    }
  }

  @Test
  void fillsOfSeveralPiecesAreScored() {
    CommandHarness harness = new CommandHarness();
    CommandHarness.Outcome outcome =
        harness.run("score", "the ___:1-3 ran", "--fills", "old man ##s");

    assertThat(outcome.exitCode()).isZero();
    // log 7/78, 8/78 and 11/78: the fake model's f knows no context.
    assertThat(outcome.out()).startsWith("M -6.6469   two-way chain rule, in nats\nU -6.6");
    assertThat(outcome.out()).contains("the old mans ran");
    for (String fills : new String[] {"old man ran ,", "dragon", "' '"}) {
      CommandHarness.Outcome refused = harness.run("score", "the ___:1-3 ran", "--fills", fills);
      assertThat(refused.exitCode()).as(fills).isEqualTo(2);
      assertThat(refused.err().lines()).as(refused.err()).hasSize(1);
    }
    assertThat(harness.run("score", "the ___:1-3 ran", "--fills", "dragon").err())
        .contains("'dragon'", "unknown to the model");
    assertThat(harness.run("score", "the ___:2-3 ran", "--fills", "old").err())
        .contains("'old'", "is 1 word piece (old)", "the blank holds 2-3 pieces");
    assertThat(harness.run("score", "the ___:1-3 ran", "--fills", "old ".repeat(50)).err())
        .contains("is more than 3 words");
  }

  @Test
  void figuresStandInOneColumnWhateverTheTokensAreWide() {
    String report =
        new ScoreReport(new Palette(false))
            .render(
                new Score(
                    "\u65e5 a\tb",
                    SentenceMasking.ORIGINAL,
                    -2,
                    OptionalDouble.empty(),
                    List.of(new ScoredToken("\u65e5", -1, 1), new ScoredToken("abc", -1, 12)),
                    new FakeModel().description(),
                    Optional.empty(),
                    0));

    assertThat(report)
        .endsWith(
            """
                \u65e5 a b
                \u65e5      -1.0000       37 %   rank 1
                abc     -1.0000       37 %   rank 12
            """);
  }

  @Test
  void piecesThatTheModelDoesNotKnowAreCounted() {
    for (String[] words :
        new String[][] {{"the dragon ran"}, {"the dragon ___", "--fills", "ran"}}) {
      String[] text = Stream.concat(Stream.of("score"), Stream.of(words)).toArray(String[]::new);
      assertThat(harness.run(text).out())
          .endsWith(
              "Note: the model does not know 1 piece of the text, and reads \"unknown\" there.\n");
      String[] json =
          Stream.concat(Stream.of(text), Stream.of("--format", "json")).toArray(String[]::new);
      assertThat(harness.run(json).out()).contains("\"unknownPieces\":1");
    }
    assertThat(harness.run("score", "the old man").out()).doesNotContain("Note:");
    assertThat(harness.run("score", "the old man", "--format", "json").out())
        .doesNotContain("unknownPieces");
  }

  /** The fake model reads 14 words: as many before the blank as behind it. */
  @Test
  void aTextLongerThanTheModelReadsIsScoredInPartAndThatIsSaid() throws Exception {
    String text = "old ".repeat(20) + "___" + " ran".repeat(7);
    Outcome report = harness.run("score", text, "--fills", "man");
    JsonNode json =
        new ObjectMapper()
            .readTree(harness.run("score", text, "--fills", "man", "--format", "json").out());

    assertThat(report.out())
        .endsWith(
            "Note: the text is longer than the model reads: all figures are of 52 of its 111"
                + " characters, those around the blanks.\n");
    String filled = json.get("text").asText();
    assertThat(filled).isEqualTo("old ".repeat(20) + "man" + " ran".repeat(7));
    JsonNode window = json.get("window");
    assertThat(filled.substring(window.get("start").asInt(), window.get("end").asInt()).strip())
        .isEqualTo("old ".repeat(6) + "man" + " ran".repeat(6));
    assertThat(harness.run("score", "the ___", "--fills", "man").out()).doesNotContain("Note");
  }

  @Test
  void readsSentencesFromStandardInput() {
    Outcome outcome =
        harness
            .standardInput("the man\nold man\n")
            .run("score", "--input", "-", "--format", "json");

    assertThat(outcome.out().lines()).hasSize(2);
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void fillsMustFitTheText() {
    for (String[] arguments :
        new String[][] {
          {"score", "the ___"},
          {"score", "the man", "--fills", "old"},
          {"score", "the ___", "--fills", "old,man"},
          {"score", "the ___", "--fills", "submarine"}
        }) {
      Outcome outcome = harness.run(arguments);

      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).startsWith("infill: ").hasLineCount(1);
      assertThat(outcome.out()).isEmpty();
    }
  }

  /** f knows no context: log 8/78 of man is above the mean of log 7/78 and 8/78. */
  @Test
  void severalFillsAreShownFromTheBestToTheWorst() throws IOException {
    String[] arguments = {
      "score", "the ___:1-3 ran", "--fills", "old", "--fills", "man", "--fills", "old man",
    };

    assertThat(
            harness
                .run(arguments)
                .out()
                .lines()
                .map(String::strip)
                .filter(line -> line.endsWith(" ran")))
        .containsExactly("the man ran", "the old man ran", "the old ran");
    List<String> json = new ArrayList<>(List.of(arguments));
    json.addAll(List.of("--format", "json"));
    List<Double> told = new ArrayList<>();
    for (String line : harness.run(json.toArray(String[]::new)).out().lines().toList()) {
      JsonNode score = new ObjectMapper().readTree(line);
      told.add(score.get("twoWay").asDouble() / score.get("fills").size());
    }
    assertThat(told).hasSize(3).isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void oneOfSeveralFillsThatDoesNotFitIsRefusedWithAll() {
    Outcome outcome = harness.run("score", "the ___", "--fills", "man", "--fills", "submarine");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("'submarine', the fill of blank 1").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }
}
