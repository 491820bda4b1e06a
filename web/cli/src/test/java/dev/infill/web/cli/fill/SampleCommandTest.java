package dev.infill.web.cli.fill;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleCommandTest {
  private static final String TEXT = "the [MASK] ran , ___";

  private final CommandHarness harness = new CommandHarness();

  @Test
  void printsFillingsThenHowTheChainsBehaved() {
    // Wide: how long a line with figures a second is depends on the machine.
    Outcome outcome =
        harness.columns(120).run("sample", TEXT, "--seed", "7", "--top", "2", "--details");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    String verdict = outcome.out().lines().takeWhile(line -> !line.isEmpty()).collect(joining(" "));
    assertThat(verdict)
        .matches(
            "The chains [a-z ]+ \\(R-hat [0-9.]+, [0-9]+ % of the steps in fillings that one chain"
                + " alone saw\\): .*");
    List<String> lines = outcome.out().lines().dropWhile(line -> !line.isEmpty()).skip(1).toList();
    assertThat(lines.get(0)).isEqualTo(" 1  8.163 %  the zürich ran , zürich");
    assertThat(lines.get(1)).isEqualTo("                 15 %         15 %");
    assertThat(lines.get(2)).matches(" {13}U -3\\.74 \\| [0-9]+ of 25 chains ended here");
    assertThat(lines.get(3)).startsWith(" 2  ");
    assertThat(lines.get(5)).contains("U -4.03");
    assertThat(outcome.out())
        .containsPattern(
            "(?m)^acceptance [0-9]+ % \\| moved [0-9]+ % \\| [0-9.]+ blanks changed a step"
                + " \\|\n?\\s?[0-9]+ distinct fillings$")
        .containsPattern(
            "(?m)^R-hat of U [0-9.]+ \\| autocorrelation time [0-9.]+ steps"
                + " \\| ESS [0-9]+, [0-9.]+/s, [0-9.]+/pass$")
        .contains("dmala | alpha 0.40 | 25 chains x 50 steps, burn-in 10", "seed 7")
        .contains("each blank, whatever stands in the others:\n")
        .contains("\n 1  zürich 28.57 %, ran 21.43 %, others 50 %\n")
        .doesNotContain("\u001b");
  }

  @Test
  void withoutDetailsItTellsTheFillingsAndTheirProbabilities() {
    List<String> lines =
        harness
            .run("sample", TEXT, "--seed", "7", "--top", "2")
            .out()
            .lines()
            .dropWhile(line -> !line.isEmpty())
            .toList();
    assertThat(lines)
        .containsExactly(
            "",
            " 1  8.163 %  the zürich ran , zürich",
            " 2  6.122 %  the zürich ran , ran",
            "",
            "seed 7; --details tells more");
    assertThat(harness.run("sample", TEXT, "--sampler", "dula", "--steps", "5", "--top", "1").out())
        .containsPattern("(?m)^ 1  ≤ +[0-9.]+ %  the ");
  }

  @Test
  void saysWhatEndedARunEarly() {
    assertThat(harness.run("sample", TEXT, "--seed", "7", "--max-passes", "2", "--details").out())
        .contains("| 25 chains x 1 steps, ended by 2 passes, burn-in 10 |");
  }

  @Test
  void blanksOfUnknownLengthAreRefused() {
    Outcome outcome = harness.run("sample", "the ___:1-2 ran [MASK:2]");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .endsWith("sample needs blanks of known lengths: give [MASK:2], or use fill\n");
  }

  @Test
  void aBlankOfNoLengthThatThereIsIsRefused() {
    Outcome outcome = harness.run("sample", "the [MASK:0-2] ran");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).contains("[MASK:0-2]", "[MASK:1-4]");
  }

  /**
   * One allowed word leaves U no choice, and is certain; and a run may be too short to say
   * anything.
   */
  @Test
  void whatCannotBeToldOfTheChainsIsNotToldAsGood() {
    assertThat(harness.run("sample", "the ___ ran", "--allow", "1=man", "--details").out())
        .startsWith("There is only one filling: it is certain.")
        .contains("R-hat of U - (U never changes)\n");
    assertThat(harness.run("sample", TEXT, "--steps", "12", "--burn-in", "5", "--details").out())
        .contains("R-hat of U - (too few steps after burn-in)\n");
    assertThat(
            harness.run("sample", TEXT, "--sampler", "gibbs", "--pool", "last", "--details").out())
        .contains("R-hat of U - (U is not known along the chains)\n");
  }

  @Test
  void chainsWhoseEnergyIsConstantAreCounted() throws Exception {
    String[] stuck = {
      "sample",
      TEXT,
      "--sampler",
      "dmala",
      "--alpha",
      "0.2",
      "--steps",
      "50",
      "--seed",
      "1",
      "--details"
    };
    Outcome text = harness.run(stuck);
    String[] json = java.util.Arrays.copyOf(stuck, stuck.length + 2);
    json[stuck.length] = "--format";
    json[stuck.length + 1] = "json";
    int constant =
        new ObjectMapper()
            .readTree(harness.run(json).out())
            .at("/diagnostics/convergence/energy/constantChains")
            .asInt();

    assertThat(constant).isBetween(1, 24);
    assertThat(text.out().replace("\n", " "))
        .contains("U is constant in " + constant + " of 25 chains");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    for (int columns : new int[] {40, 60, 80}) {
      Outcome outcome =
          harness
              .columns(columns)
              .run(
                  "sample",
                  "old , the ___ ran , the old man ran , ___ . .",
                  "--sampler",
                  "dula",
                  "--seed",
                  "9007199254740991",
                  "--details");

      assertThat(outcome.out().lines())
          .as("%s columns", columns)
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns))
          .noneSatisfy(line -> assertThat(line).matches(" +[.,].*"));
    }
  }

  @Test
  void aTextCannotSteerTheTerminal() {
    String out =
        harness
            .standardInput("the \u001b[2J ___")
            .run("sample", "--input", "-", "--steps", "3")
            .out();

    assertThat(out).contains("== standard input:1  the  [2J ___").doesNotContain("\u001b");
  }

  @Test
  void wordsOfEveryBlankAndRepetitionsAreRefusedAndForbidden() throws Exception {
    JsonNode json =
        new ObjectMapper()
            .readTree(
                harness
                    .run(
                        "sample",
                        "___ ran ___",
                        "--format",
                        "json",
                        "--allow",
                        "all=man,zürich",
                        "--distinct-words",
                        "--top",
                        "9")
                    .out());

    assertThat(json.at("/settings/allow").toString()).isEqualTo("{\"all\":[\"man\",\"zürich\"]}");
    assertThat(json.at("/settings/distinctWords").asBoolean()).isTrue();
    assertThat(json.get("candidates")).isNotEmpty();
    for (JsonNode candidate : json.get("candidates")) {
      assertThat(candidate.at("/fills/0/token")).isNotEqualTo(candidate.at("/fills/1/token"));
    }

    JsonNode repeated =
        new ObjectMapper()
            .readTree(
                harness
                    .run(
                        "sample",
                        "the old man ran the old ___",
                        "--format",
                        "json",
                        "--no-repeat-ngram",
                        "3",
                        "--forbid",
                        "all=ran",
                        "--top",
                        "20")
                    .out());
    assertThat(repeated.at("/settings/noRepeatNgram").asInt()).isEqualTo(3);
    assertThat(repeated.get("candidates").findValuesAsText("token"))
        .contains("zürich")
        .doesNotContain("man", "ran");
  }

  @Test
  void jsonHoldsWhatTheSchemaSaysInItsOrder() throws Exception {
    Outcome outcome =
        harness.run(
            "sample", TEXT, "--format", "json", "--allow", "1=man,zürich", "--forbid", "2=zürich");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines()).hasSize(1);
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("text", "settings", "candidates", "verdict", "marginals", "diagnostics");
    assertThat(json.get("text").asText()).isEqualTo(TEXT);
    assertThat(json.get("settings").fieldNames())
        .toIterable()
        .containsExactly(
            "sampler",
            "gradient",
            "balancing",
            "alpha",
            "adapt",
            "intermediate",
            "alpha0",
            "precondition",
            "minibatch",
            "acceptance",
            "delta",
            "chains",
            "steps",
            "maxPasses",
            "maxSeconds",
            "burnIn",
            "top",
            "pool",
            "select",
            "diversity",
            "repeats",
            "twoWay",
            "temperature",
            "anneal",
            "seed",
            "start",
            "vocabulary",
            "allow",
            "forbid",
            "distinctWords",
            "noRepeatNgram",
            "maxRun",
            "keyword",
            "maxBlanks",
            "batch",
            "concurrentBatches",
            "model",
            "versions");
    JsonNode candidate = json.get("candidates").get(0);
    assertThat(candidate.fieldNames())
        .toIterable()
        .containsExactly(
            "text",
            "fills",
            "energy",
            "probability",
            "probabilityStandardError",
            "probabilityBound",
            "visits",
            "chains");
    JsonNode fill = candidate.get("fills").get(0);
    assertThat(fill.fieldNames())
        .toIterable()
        .containsExactly("blank", "token", "logProbability", "start", "end");
    assertThat(fill.get("token").asText()).isEqualTo("zürich");
    assertThat(fill.get("logProbability").asDouble()).isCloseTo(Math.log(12 / 78.0), within(1e-12));
    assertThat(
            candidate
                .get("text")
                .asText()
                .substring(fill.get("start").asInt(), fill.get("end").asInt()))
        .isEqualTo("zürich");
    assertThat(json.get("diagnostics").fieldNames())
        .toIterable()
        .containsExactly(
            "exact",
            "interrupted",
            "acceptanceRate",
            "acceptedAndChangedRate",
            "meanChangedCoordinates",
            "distinctFillings",
            "meanEnergy",
            "effectiveSampleSize",
            "effectiveSampleSizeOfHammingDistance",
            "modelPasses",
            "hits",
            "seconds",
            "alpha",
            "steps",
            "keptSteps",
            "end",
            "convergence");
    JsonNode convergence = json.get("diagnostics").get("convergence");
    assertThat(convergence.fieldNames()).toIterable().containsExactly("energy", "hammingDistance");
    for (JsonNode figure : convergence) {
      assertThat(figure.fieldNames())
          .toIterable()
          .containsExactly(
              "effectiveSampleSize",
              "effectiveSampleSizePerStep",
              "effectiveSampleSizePerSecond",
              "effectiveSampleSizePerModelPass",
              "autocorrelationTime",
              "rHat",
              "bulkRHat",
              "foldedRHat",
              "constantChains");
    }
    assertThat(convergence.at("/energy/effectiveSampleSize"))
        .isEqualTo(json.at("/diagnostics/effectiveSampleSize"));
    assertThat(convergence.at("/hammingDistance/effectiveSampleSize"))
        .isEqualTo(json.at("/diagnostics/effectiveSampleSizeOfHammingDistance"));
    assertThat(json.get("diagnostics").get("exact").asBoolean()).isTrue();
    JsonNode settings = json.get("settings");
    assertThat(settings.get("allow").toString()).isEqualTo("{\"1\":[\"man\",\"zürich\"]}");
    assertThat(settings.get("forbid").toString()).isEqualTo("{\"2\":[\"zürich\"]}");
    assertThat(settings.get("model").get("sha256").asText()).hasSize(64);
    assertThat(settings.get("versions").get("infill").asText())
        .isEqualTo(Versions.current().infill());
    assertThat(settings.get("versions").get("fake-runtime").asText()).isEqualTo("1.0");
  }

  @Test
  void theSeedThatWasDrawnGivesTheSameFillingsAgain() throws Exception {
    String first = harness.run("sample", TEXT, "--format", "json", "--steps", "5").out();
    String seed = new ObjectMapper().readTree(first).get("settings").get("seed").asText();

    String again =
        harness.run("sample", TEXT, "--format", "json", "--steps", "5", "--seed", seed).out();

    assertThat(withoutSeconds(again)).isEqualTo(withoutSeconds(first));
  }

  private static String withoutSeconds(String json) {
    return json.replaceAll("\"(seconds|effectiveSampleSizePerSecond)\":[^,]*,", "");
  }

  @Test
  void thePresetGivesWayToOptionsOnEitherSideOfIt() throws Exception {
    SampleSettings paper = SampleSettings.paper();
    for (List<String> order :
        List.of(
            List.of("--preset", "paper", "--alpha", "0.25", "--chains", "3"),
            List.of("--alpha", "0.25", "--chains", "3", "--preset", "paper"))) {
      JsonNode settings = settings(order.toArray(String[]::new));

      assertThat(settings.get("alpha").asDouble()).isEqualTo(0.25);
      assertThat(settings.get("chains").asInt()).isEqualTo(3);
      assertThat(settings.get("balancing").asText())
          .isEqualTo(paper.get(Settings.BALANCING).label());
      assertThat(settings.get("pool").asText()).isEqualTo("last");
      assertThat(settings.get("repeats").asBoolean()).isTrue();
      assertThat(settings.get("vocabulary").asText()).isEqualTo("full");
    }
  }

  @Test
  void everyOptionReachesItsSetting() throws Exception {
    JsonNode settings =
        settings(
            "--sampler",
            "cgwg",
            "--gradient",
            "exact",
            "--balancing",
            "power:0.75",
            "--intermediate",
            "active-coordinate",
            "--alpha0",
            "0.05",
            "--acceptance",
            "non-reversible",
            "--delta",
            "0.25",
            "--chains",
            "3",
            "--steps",
            "7",
            "--burn-in",
            "2",
            "--top",
            "4",
            "--pool",
            "last",
            "--repeats",
            "--temperature",
            "2",
            "--anneal",
            "5",
            "--max-passes",
            "90",
            "--max-seconds",
            "60.5",
            "--seed",
            "9",
            "--start",
            "random",
            "--vocabulary",
            "pieces",
            "--max-run",
            "3",
            "--keyword",
            "new york=-1.5",
            "--max-blanks",
            "6",
            "--batch",
            "2");

    assertThat(settings.toString())
        .startsWith(
            "{\"sampler\":\"cgwg\",\"gradient\":\"exact\","
                + "\"balancing\":\"power:0.75\",\"alpha\":0.4,\"adapt\":null,"
                + "\"intermediate\":\"active-coordinate\",\"alpha0\":0.05,"
                + "\"precondition\":\"none\",\"minibatch\":null,"
                + "\"acceptance\":\"non-reversible\",\"delta\":0.25,"
                + "\"chains\":3,\"steps\":7,\"maxPasses\":90,\"maxSeconds\":60.5,\"burnIn\":2,\"top\":4,\"pool\":\"last\","
                + "\"select\":\"best\",\"diversity\":null,"
                + "\"repeats\":true,\"twoWay\":false,\"temperature\":2.0,\"anneal\":5.0,"
                + "\"seed\":9,\"start\":\"random\","
                + "\"vocabulary\":\"pieces\",\"allow\":{},\"forbid\":{},"
                + "\"distinctWords\":false,\"noRepeatNgram\":null,\"maxRun\":3,\"keyword\":{\"new"
                + " york\":-1.5},\"maxBlanks\":6,\"batch\":2,\"concurrentBatches\":1,");
  }

  @Test
  void fewStepsTakeLessBurnInAndAnotherPoolListsNoRepeats() throws Exception {
    assertThat(settings("--steps", "5").get("burnIn").asInt()).isEqualTo(1);
    assertThat(settings("--preset", "paper", "--pool", "visited").get("repeats").asBoolean())
        .isFalse();
  }

  @Test
  void aDiverseListSaysWhatItIsInTextAndJson() throws Exception {
    String[] diverse = {"--select", "diverse", "--diversity", "0.75"};
    assertThat(harness.run("sample", TEXT, "--seed", "1").out()).doesNotContain("diverse");
    assertThat(harness.run("sample", TEXT, diverse[0], diverse[1], diverse[2], diverse[3]).out())
        .contains("a diverse list (diversity 0.75)");
    assertThat(settings(diverse).get("select").asText()).isEqualTo("diverse");
    assertThat(settings(diverse).get("diversity").asDouble()).isEqualTo(0.75);
    assertThat(settings("--select", "diverse").get("diversity").asDouble())
        .isEqualTo(Settings.DEFAULT_DIVERSITY);
    assertThat(settings("--seed", "1").get("diversity").isNull()).isTrue();
    Outcome refused = harness.run("sample", TEXT, "--diversity", "0.75");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("diversity needs select 'diverse'").doesNotContain("\tat ");
  }

  @Test
  void adaptNeedsNoTargetAndDoesNotTakeTheTextForOne() throws Exception {
    String[] common = {"--format", "json", "--burn-in", "3", "--sampler", "dmala"};
    for (Map.Entry<List<String>, Double> given :
        Map.of(
                List.of("--adapt", TEXT), 0.574,
                List.of("--adapt=0.6", TEXT), 0.6,
                List.of("--adapt", "0.7", TEXT), 0.7,
                List.of(TEXT, "--adapt"), 0.574)
            .entrySet()) {
      List<String> arguments = new java.util.ArrayList<>(List.of("sample"));
      arguments.addAll(List.of(common));
      arguments.addAll(given.getKey());
      Outcome outcome = harness.run(arguments.toArray(String[]::new));

      assertThat(outcome.err()).isEmpty();
      assertThat(new ObjectMapper().readTree(outcome.out()).get("settings").get("adapt").asDouble())
          .as("%s", given.getKey())
          .isEqualTo(given.getValue());
    }
  }

  @Test
  void approximateSamplersGiveBoundsOnly() {
    for (String sampler : List.of("dula", "cdula", "gibbs")) {
      assertThat(
              harness.run("sample", TEXT, "--sampler", sampler, "--steps", "5", "--details").out())
          .startsWith(sampler + " is approximate")
          .containsPattern("(?m)^ 1  ≤ +[0-9.]+ %  the ")
          .doesNotContain("±", "whatever stands in the others");
    }
  }

  @Test
  void colorsFillsWhenAskedOrOnATerminalUnlessNoColorIsSet() {
    String escape = "\u001b[";
    assertThat(harness.run("sample", TEXT, "--color", "always").out()).contains(escape);
    CommandHarness terminal = new CommandHarness().onTerminals();
    assertThat(terminal.run("sample", TEXT).out()).contains(escape);
    assertThat(terminal.run("sample", TEXT, "--color", "never").out()).doesNotContain(escape);
    terminal.environment(Map.of("NO_COLOR", "1"));
    assertThat(terminal.run("sample", TEXT).out()).doesNotContain(escape);
  }

  @Test
  void showsABarOnATerminalOnlyAndNotWhenQuiet() {
    CommandHarness terminal = new CommandHarness().onTerminals();
    assertThat(terminal.run("sample", TEXT).err()).contains("sampling");
    assertThat(terminal.run("sample", TEXT, "--quiet").err()).isEmpty();
    assertThat(harness.run("sample", TEXT).err()).isEmpty();
  }

  @Test
  void readsTextsFromStandardInputInOrderAndGoesOnAfterABadLine() throws Exception {
    Outcome outcome =
        harness
            .standardInput("the ___ ran\nno blank here\n\nold [MASK]\r\nzürich ___")
            .run("sample", "--input", "-", "--format", "json", "--steps", "3");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("infill: standard input:2: the text has no blank")
        .hasLineCount(1);
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> records =
        outcome.out().lines().map(line -> SampleCommandTest.json(mapper, line)).toList();
    assertThat(records)
        .extracting(record -> record.get("line").asInt() + " " + record.path("text").asText("-"))
        .containsExactly("1 the ___ ran", "2 -", "4 old [MASK]", "5 zürich ___");
    // As a line that infill batch refuses.
    JsonNode refused = records.get(1);
    assertThat(refused.fieldNames()).toIterable().containsExactly("line", "problem");
    assertThat(refused.at("/problem/detail").asText()).startsWith("the text has no blank");
    assertThat(refused.at("/problem/field").asText()).isEqualTo("text");
  }

  private static JsonNode json(ObjectMapper mapper, String line) {
    try {
      return mapper.readTree(line);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }

  @Test
  void aRefusedLineStandsAmongTheResults() {
    Outcome outcome =
        harness.standardInput("the ___\nthe old\n").run("sample", "--input", "-", "--steps", "3");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).contains("== standard input:2  refused: the text has no blank");
    assertThat(outcome.err()).startsWith("infill: standard input:2: the text has no blank");
  }

  @Test
  void aLongTextIsShownAroundItsBlanksAndReadAroundThem() throws Exception {
    String text = "the old man ran , ".repeat(40) + "the ___ ran , " + "zürich , ".repeat(60);

    String report = harness.run("sample", text, "--steps", "3", "--top", "2").out();
    JsonNode json =
        new ObjectMapper()
            .readTree(harness.run("sample", text, "--steps", "3", "--format", "json").out());

    assertThat(report.replaceAll("\\s+", " "))
        .contains(" % … ", " the zürich ran ,", " … 2 ")
        .contains("… stands for text around the blanks; --format json has the whole text.")
        .contains("Note: the text is longer than the model reads: all figures are of ");
    assertThat(report.lines().filter(line -> line.startsWith("    ")).count()).isLessThan(16);
    assertThat(json.at("/candidates/0/text").asText())
        .isEqualTo(text.replace("___", json.at("/candidates/0/fills/0/token").asText()));
    String read = text.substring(json.at("/window/start").asInt(), json.at("/window/end").asInt());
    assertThat(read).contains("the ___ ran").hasSizeLessThan(120);
    assertThat(harness.run("sample", TEXT, "--format", "json").out()).doesNotContain("\"window\"");
  }

  @Test
  void headsEachOfManyTextsWithWhereItStood() {
    Outcome outcome =
        harness.standardInput("the ___\nold ___\n").run("sample", "--input", "-", "--steps", "3");

    assertThat(outcome.out())
        .contains("== standard input:1  the ___\n", "== standard input:2  old ___\n");
  }

  @Test
  void aLineThatIsNotUtf8IsReportedByItsNumber() {
    Outcome outcome =
        harness
            .standardInput(new byte[] {'a', ' ', '_', '_', '_', '\n', (byte) 0xff, '\n'})
            .run("sample", "--input", "-", "--steps", "3");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).contains("== standard input:1");
    assertThat(outcome.err()).isEqualTo("infill: standard input:2: the line is not UTF-8\n");
  }

  @Test
  void aLineWithoutEndIsReportedByItsNumberAndTheNextOneIsFilled() {
    Outcome outcome =
        harness
            .standardInput("a".repeat(2_000_000) + "\nold ___\n")
            .run("sample", "--input", "-", "--steps", "3");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).contains("== standard input:2");
    assertThat(outcome.err())
        .isEqualTo("infill: standard input:1: the line is longer than 1,048,576 bytes\n");
  }

  @Test
  void givesTheModelBackAndAsksForItAsTold() {
    FakeModel model = new FakeModel();
    harness
        .model(model)
        .run(
            "sample",
            TEXT,
            "--threads",
            "3",
            "--model",
            "other",
            "--device",
            "cuda",
            "--precision",
            "tf32",
            "--cache",
            "c");

    assertThat(model.isClosed()).isTrue();
    assertThat(harness.requests())
        .singleElement()
        .satisfies(
            options -> {
              assertThat(options.threads()).isEqualTo(3);
              assertThat(options.model()).isEqualTo("other");
              assertThat(options.device()).hasToString("cuda");
              assertThat(options.precision()).hasToString("tf32");
              assertThat(options.cache()).hasValue(java.nio.file.Path.of("c"));
            });
  }

  @Test
  void helpShowsTheDefaultsThatHold() {
    SampleSettings defaults = SampleSettings.defaults();
    String help = harness.run("sample", "--help").out().replaceAll("\\s+", " ");

    assertThat(help)
        .contains("--alpha=A Step size")
        .contains("Default: " + defaults.get(Settings.ALPHA) + ".")
        .contains("burn-in included. Default: " + defaults.steps() + ".")
        .contains("Default: " + defaults.get(Settings.BALANCING).label() + ".")
        .contains("Examples:");
    assertThat(harness.requests()).isEmpty();
  }

  private JsonNode settings(String... options) throws Exception {
    String[] arguments = new String[options.length + 4];
    System.arraycopy(options, 0, arguments, 4, options.length);
    System.arraycopy(new String[] {"sample", TEXT, "--format", "json"}, 0, arguments, 0, 4);
    Outcome outcome = harness.run(arguments);
    assertThat(outcome.err()).isEmpty();
    return new ObjectMapper().readTree(outcome.out()).get("settings");
  }
}
