package dev.infill.web.cli.fill;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.fill.FillListener.Found;
import dev.infill.core.fill.FillListener.Progress;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.console.StandardOutput;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FillCommandTest {
  private static final String TEXT = "the [MASK] ran , ___";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CommandHarness harness = new CommandHarness();

  /** The fake model knows no context: p is a product of shares, 5 words to a blank. */
  @Test
  void printsTheVerdictTheListTheWordsOfEachBlankAndWhatItTook() {
    Outcome outcome = harness.run("fill", TEXT, "--seed", "7", "--top", "2", "--details");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().replaceAll("\\d+\\.\\d s", "0.1 s"))
        .isEqualTo(
            """
            These are the two most probable fillings, and the probabilities are exact.

             1  8.163 %  the zürich ran , zürich
                             15 %         15 %
                         M -3.74 | U -3.74
             2  6.122 %  the ran ran , zürich
                             12 %      15 %
                         M -4.03 | U -4.03

            each blank, whatever stands in the others:
             1  zürich 28.57 %, ran 21.43 %, others 50 %
             2  zürich 28.57 %, ran 21.43 %, others 50 %

            12 model passes | 0 draws | 0.1 s
            seed 7
            """);
  }

  @Test
  void withoutDetailsItTellsTheFillingsAndTheirProbabilities() {
    assertThat(harness.run("fill", TEXT, "--seed", "7", "--top", "2").out())
        .isEqualTo(
            """
            These are the two most probable fillings, and the probabilities are exact.

             1  8.163 %  the zürich ran , zürich
             2  6.122 %  the ran ran , zürich

            seed 7; --details tells more
            """);
  }

  private static Probability estimated(double value, double error) {
    return new Probability(
        OptionalDouble.of(value), OptionalDouble.of(error), OptionalDouble.of(1));
  }

  @Test
  void jsonIsTheResultOneLineForEachText() throws Exception {
    Outcome outcome =
        harness
            .standardInput("the ___ ran\nno blank here\nold [MASK]\n")
            .run("fill", "--input", "-", "--format", "json", "--seed", "3", "--forbid", "1=man");

    assertThat(outcome.exitCode()).isEqualTo(2);
    List<JsonNode> records = new ArrayList<>();
    for (String line : outcome.out().lines().toList()) {
      records.add(JSON.readTree(line));
    }
    assertThat(records).hasSize(3);
    assertThat(records.get(1).at("/problem/detail").asText()).startsWith("the text has no blank");
    JsonNode first = records.get(0);
    assertThat(first.fieldNames())
        .toIterable()
        .containsExactly(
            "line",
            "text",
            "settings",
            "candidates",
            "lengths",
            "verdict",
            "marginals",
            "diagnostics",
            "interrupted");
    List<String> settings =
        new ArrayList<>(Settings.OF_FILL.stream().map(Setting::jsonName).toList());
    settings.addAll(List.of("model", "versions"));
    assertThat(first.get("settings").fieldNames()).toIterable().containsExactlyElementsOf(settings);
    assertThat(first.at("/settings/maxPasses").asInt()).isEqualTo(Settings.DEFAULT_MAX_PASSES);
    assertThat(first.at("/verdict/reliability").asText()).isEqualTo("exact");
    double all = 6 + 7 + 9 + 12;
    assertThat(first.at("/candidates/0/text").asText()).isEqualTo("the zürich ran");
    assertThat(first.at("/candidates/0/probability").asDouble()).isCloseTo(12 / all, within(1e-12));
    assertThat(first.at("/candidates/0/twoWay").asDouble())
        .isCloseTo(FakeModel.logProbability(11), within(1e-12));
    assertThat(first.get("candidates")).hasSize(4);
  }

  @Test
  void keywordsAddToWhatFillingsAreOrderedBy() {
    String out = harness.run("fill", TEXT, "--keyword", "man=2", "--top", "1", "--details").out();

    assertThat(out)
        .contains(" 1  12.56 %  the man ran , zürich\n")
        .contains("             total -2.15 = M -4.15 + 2.00 x 1.00 (keyword man) | U -4.15\n");
  }

  @Test
  void fillingsOfSeveralLengthsHaveTheirMPerPiece() {
    Outcome outcome =
        harness.run("fill", "the ___:1-2 ran", "--seed", "7", "--top", "3", "--details");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("M per piece, the probability among fillings of the same lengths")
        .containsPattern("(?m)^ 1   -1\\.87 +[0-9.]+ %.* the zürich")
        .contains("each blank, whatever stands in the others, all lengths being equally likely:");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    for (int columns : new int[] {40, 60, 80}) {
      Outcome outcome =
          harness
              .columns(columns)
              .run(
                  "fill",
                  "old , the ___ ran , the old man ran , ___ . .",
                  "--keyword",
                  "ran=-0.5",
                  "--details");

      assertThat(outcome.out().lines())
          .as("%s columns", columns)
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns))
          .noneSatisfy(line -> assertThat(line).matches(" +[.,].*"));
    }
  }

  @Test
  void itsOptionsAreThoseOfTheTable() {
    List<String> options =
        harness.commands().stream()
            .filter(command -> command.name().equals("fill"))
            .flatMap(command -> command.optionsMap().keySet().stream())
            .toList();

    assertThat(options)
        .containsAll(Settings.OF_FILL.stream().map(setting -> "--" + setting.name()).toList());
    assertThat(
            Settings.ALL.stream()
                .filter(setting -> !Settings.OF_FILL.contains(setting))
                .map(setting -> "--" + setting.name()))
        .isNotEmpty()
        .noneMatch(options::contains);
  }

  @Test
  void aListSoFarIsWhatThereIsWhenPassesEnd() {
    assertThat(harness.run("fill", TEXT, "--max-passes", "1", "--details").out())
        .startsWith("Nothing was found yet.\n\n1 model pass | 0 draws | ");
  }

  @Test
  void onATerminalTheListIsRefinedInPlaceAndLeavesNoTrace() {
    CommandHarness terminal = new CommandHarness().onTerminals();

    assertThat(terminal.run("fill", TEXT).err())
        .contains("1 of at most 800 passes")
        .endsWith("\r\u001b[J");
    assertThat(terminal.run("fill", TEXT, "--quiet").err()).isEmpty();
    assertThat(terminal.environment(Map.of("TERM", "dumb")).run("fill", TEXT).err())
        .doesNotContain("\u001b[J");
    assertThat(harness.run("fill", TEXT).err()).isEmpty();
  }

  private static final Progress SO_FAR =
      new Progress(
          120,
          800,
          List.of(
              new Found("the old ran", List.of("old"), List.of(), estimated(0.28, 0.02)),
              new Found("the man ran", List.of("man"), List.of(), estimated(0.081, 0.006))),
          1,
          OptionalDouble.of(0.07));

  @Test
  void theListIsDrawnOverTheLastOneTenTimesASecondAtMost() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    long[] now = {0};
    FillProgress progress = progress(err, true, now);
    progress.onProgress(SO_FAR);
    progress.onProgress(SO_FAR);
    now[0] = 100_000_000;
    progress.onProgress(SO_FAR);
    progress.clear();

    String list =
        """
         1  28.0 % ±  2.0 %  the old ran
         2  8.10 % ± 0.60 %  the man ran
        120 of at most 800 passes, 1 of 2 fillings certain, their probabilities known t\
        """;
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(list + "\u001b[2A\r\u001b[J" + list + "\u001b[2A\r\u001b[J");
  }

  @Test
  void withoutATerminalALineAMinuteSaysHowFarItIs() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    long[] now = {0};
    FillProgress progress = progress(err, false, now);
    for (int second = 1; second <= 125; second++) {
      now[0] = second * 1_000_000_000L;
      progress.onProgress(SO_FAR);
    }

    String line =
        "infill: 120 of at most 800 passes, 1 of 2 fillings certain, their probabilities known to"
            + " 7.0 %";
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(line, line);
  }

  private static FillProgress progress(ByteArrayOutputStream err, boolean terminal, long[] now) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new StandardOutput(OutputStream.nullOutputStream()),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            terminal,
            80,
            Map.of());
    return new FillProgress(console, new ProgressDisplay(console, false), () -> now[0]);
  }

  /** The first text of the README, and one that a model knows the answer of. */
  @Test
  void bertKnowsWhatBelongsThere() {
    CommandHarness real = new CommandHarness().loader(BertModel::open);
    Outcome paris = real.run("fill", "Paris is the [MASK] of France.", "--top", "1");
    assertThat(paris.err()).isEmpty();
    assertThat(paris.out())
        .startsWith("This is the most probable filling, and its probability is exact.\n\n 1  99.")
        .contains("  Paris is the capital of France.\n");

    String readme =
        "he had not , after all , [MASK] me the chance but [MASK] abandoned me [MASK] .";
    String out = real.run("fill", readme, "--seed", "1", "--details").out();
    assertThat(out.lines().takeWhile(line -> !line.isEmpty()).collect(joining(" ")))
        .startsWith("These are the five most probable fillings; their probabilities are right to");
    assertThat(out)
        .containsPattern("(?m)^ 1   28\\.\\d+ % ± +0\\.\\d\\d %$")
        .contains(
            "    he had not , after all , given me the chance but had abandoned me instead .\n")
        .containsPattern("(?m)^\\d\\d model passes \\| \\d+ draws \\| [0-9.]+ s\nseed 1$");
  }
}
