package dev.infill.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.TinyCorpora;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  private static final String TEXT = "the ___ ran , ___";

  private final CommandHarness harness = new CommandHarness();

  @Test
  void itsTextIsTheReadmes() {
    assertThat(Path.of("..", "..", "README.md")).content().contains(BenchOptions.DEFAULT_TEXT);
  }

  @Test
  void stepTimesBothGradients() {
    Outcome outcome =
        harness.run("bench", "step", "--text", TEXT, "--repetitions", "3", "--threads", "2");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo(
            "25 chains x 2 blanks = 50 sequences of 7 pieces; cpu, 2 threads; 3 repetitions");
    assertThat(lines.get(1))
        .isEqualTo("gradient         minimum      median   products alone   times");
    // A fake has no matrix products that are known.
    assertThat(lines.get(2)).matches("own-term      +[0-9.]+ s +[0-9.]+ s +- +-");
    assertThat(lines.get(3)).matches("exact         +[0-9.]+ s +[0-9.]+ s +- +-");
    assertThat(lines).hasSize(4);
  }

  @Test
  void stepAsJsonSaysWhatWasTimedOnWhat() throws Exception {
    Outcome outcome =
        harness.run(
            "bench",
            "step",
            "--text",
            TEXT,
            "--chains",
            "2",
            "--repetitions",
            "1",
            "--threads",
            "3",
            "--format",
            "json");

    List<JsonNode> lines = json(outcome.out());
    assertThat(lines)
        .extracting(line -> line.get("gradient").asText())
        .containsExactly("own-term", "exact");
    JsonNode line = lines.get(1);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "text",
            "gradient",
            "chains",
            "blanks",
            "pieces",
            "repetitions",
            "minimumSeconds",
            "medianSeconds",
            "productFlops",
            "productFlopsPerSecond",
            "productSeconds",
            "timesItsProducts",
            "threads",
            "model",
            "versions");
    assertThat(line.get("text").asText()).isEqualTo(TEXT);
    assertThat(line.get("chains").asInt()).isEqualTo(2);
    assertThat(line.get("blanks").asInt()).isEqualTo(2);
    assertThat(line.get("threads").asInt()).isEqualTo(3);
    assertThat(line.get("minimumSeconds").asDouble()).isPositive();
    assertThat(line.get("benchmark").asText()).isEqualTo("step");
    assertThat(line.get("timesItsProducts").isNull()).isTrue();
  }

  @Test
  void serviceIsAskedBySomeClientsWithPassesSharedAndApart() throws Exception {
    String[] common = {
      "--text",
      TEXT,
      "--clients",
      "1,3",
      "--requests",
      "6",
      "--chains",
      "2",
      "--steps",
      "3",
      "--burn-in",
      "1",
      "--threads",
      "2"
    };
    Outcome table = harness.run(with(common, "bench", "service"));
    Outcome json = harness.run(with(common, "bench", "service", "--format", "json"));

    assertThat(table.err()).isEmpty();
    assertThat(table.exitCode()).isZero();
    List<String> lines = table.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("6 requests a row, 2 chains x 3 steps; cpu, 2 threads");
    assertThat(lines.get(1).strip().split(" {2,}"))
        .containsExactly(
            "blanks", "clients", "passes", "requests/s", "p50", "p95", "sequences", "resident");
    assertThat(lines.subList(2, lines.size()))
        .extracting(line -> List.of(line.strip().split(" {2,}", -1)).subList(0, 3))
        .containsExactly(
            List.of("2", "1", "shared"),
            List.of("2", "3", "shared"),
            List.of("2", "1", "apart"),
            List.of("2", "3", "apart"));
    assertThat(json.exitCode()).isZero();
    assertThat(json(json.out()))
        .hasSize(4)
        .allSatisfy(
            line -> {
              assertThat(line.get("benchmark").asText()).isEqualTo("service");
              assertThat(line.get("requests").asInt()).isEqualTo(6);
              assertThat(line.get("requestsPerSecond").asDouble()).isPositive();
              assertThat(line.get("medianSeconds").asDouble())
                  .isBetween(0.0, line.get("percentile95Seconds").asDouble());
              assertThat(line.get("model").get("name").asText()).isEqualTo("fake");
            });
  }

  @Test
  void serviceRefusesMoreClientsThanAreAnswered() {
    for (String clients : new String[] {"0", "1,100"}) {
      Outcome outcome = harness.run("bench", "service", "--clients", clients);
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).startsWith("infill: clients must be from 1 to 36");
    }
    assertThat(harness.run("bench", "service", "--requests", "0").err())
        .isEqualTo("infill: requests must be from 1 to 100000, not 0\n");
  }

  /** The whole way once, with the real model. */
  @Test
  void aStepOfBertIsTimedBesideItsProducts() throws Exception {
    harness.loader(BertModel::open);
    String[] common = {"--text", "the ___ sat .", "--chains", "2", "--repetitions", "1"};

    Outcome step = harness.run(with(common, "bench", "step", "--format", "json"));

    assertThat(step.err()).isEmpty();
    for (JsonNode line : json(step.out())) {
      double alone = line.get("productSeconds").asDouble();
      assertThat(alone)
          .isPositive()
          .isCloseTo(
              line.get("productFlops").asDouble() / line.get("productFlopsPerSecond").asDouble(),
              withinPercentage(1e-6));
      assertThat(line.get("timesItsProducts").asDouble())
          .isCloseTo(line.get("medianSeconds").asDouble() / alone, withinPercentage(1e-6));
    }
  }

  /** Where no card can be used, as on every machine of the project. */
  @Test
  void aRunThatFallsBackToTheProcessorSaysSo() throws Exception {
    harness.loader(BertModel::open);
    String[] common = {
      "--text", "the ___ sat .", "--chains", "1", "--repetitions", "1", "--device", "cuda"
    };

    Outcome tf32 = harness.run(with(common, "bench", "step", "--precision", "tf32"));
    Outcome float16 =
        harness.run(with(common, "bench", "step", "--precision", "float16", "--format", "json"));

    assertThat(tf32.exitCode()).isZero();
    assertThat(tf32.err())
        .startsWith("infill: CUDA cannot be used here, running in float32 on the CPU (")
        .hasLineCount(1);
    assertThat(tf32.out()).startsWith("1 chains x 1 blanks = 1 sequences of 6 pieces; cpu, ");
    assertThat(float16.exitCode()).isZero();
    assertThat(float16.err())
        .startsWith("infill: CUDA cannot be used here, running in float16 on the CPU (")
        .hasLineCount(1);
    for (JsonNode line : json(float16.out())) {
      assertThat(line.get("model").get("device").asText()).isEqualTo("cpu");
      assertThat(line.get("model").get("precision").asText()).isEqualTo("float16");
      assertThat(line.get("productSeconds").asDouble()).isPositive();
    }
  }

  @Test
  void theProcessorHasNoTf32() {
    harness.loader(BertModel::open);

    Outcome outcome = harness.run("bench", "step", "--precision", "tf32");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: the CPU has no tf32").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aTableSaysWhereAModelRunsIfThatIsNotAsEver() {
    harness.model(
        new FakeModel() {
          @Override
          public ModelDescription description() {
            ModelDescription fake = super.description();
            return new ModelDescription(
                fake.name(), fake.sha256(), "cuda", "tf32", fake.versions());
          }
        });

    Outcome outcome = harness.run("bench", "step", "--text", TEXT, "--threads", "2");

    assertThat(outcome.out())
        .startsWith(
            "25 chains x 2 blanks = 50 sequences of 7 pieces; cuda tf32, 2 threads; 5 repetitions");
  }

  private static String[] with(String[] common, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(common)).toArray(String[]::new);
  }

  @Test
  void samplerPrintsARowForEveryBalancingFunctionAndStepSize() {
    Outcome outcome =
        harness.run(
            "bench",
            "sampler",
            TEXT,
            "old ___",
            "--balancing",
            "sqrt,power:1",
            "--alpha",
            "0.3,1.5",
            "--steps",
            "20",
            "--chains",
            "3",
            "--seed",
            "1");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).hasSize(18);
    assertThat(lines.get(0)).isEqualTo("== " + TEXT);
    assertThat(lines.get(1).split(" +"))
        .containsExactly(
            "alpha",
            "accept",
            "change",
            "blanks",
            "mean",
            "U",
            "fillings",
            "ESS",
            "R-hat",
            "passes",
            "ESS/100",
            "sampler");
    assertThat(lines.subList(2, 6))
        .extracting(line -> line.substring(0, 3) + line.substring(line.lastIndexOf(' ')))
        .containsExactly(
            "0.3 dmala+balancing=sqrt",
            "1.5 dmala+balancing=sqrt",
            "0.3 dmala+balancing=power:1.0",
            "1.5 dmala+balancing=power:1.0");
    assertThat(lines.get(2))
        .matches(
            "0.3 +[0-9.]+% +[0-9.]+% +[0-9.]+ +-[0-9.]+ +[1-3] +[0-9]+ +[0-9.]+ +[0-9]+ +[0-9.]+"
                + "  dmala\\+balancing=sqrt");
    assertThat(lines.get(6)).isEqualTo("== old ___");
    assertThat(lines.get(12)).isEqualTo("medians of 2 texts (of U: the mean)");
    assertThat(lines.get(13)).isEqualTo(lines.get(1));
    assertThat(lines.subList(14, 18)).allMatch(line -> line.contains("  dmala+balancing="));
  }

  @Test
  void samplerComparesAnySamplersOnDrawnTexts(@TempDir Path folder) throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);

    Outcome outcome =
        new CommandHarness()
            .loader(TinyCorpora::model)
            .run(
                "bench",
                "sampler",
                "--samplers",
                "gibbs,cdmala+alpha0=0.1,dmala+alpha=0.3",
                "--alpha",
                "0.2,0.4",
                "--tbc",
                corpora.tbc().toString(),
                "--wiki",
                corpora.wiki().toString(),
                "--texts",
                "2",
                "--steps",
                "12",
                "--chains",
                "2",
                "--seed",
                "1",
                "--format",
                "json");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<JsonNode> lines = json(outcome.out());
    assertThat(lines)
        .extracting(line -> line.get("benchmark").asText() + " " + line.get("sampler").asText())
        .containsExactly(
            "sampler gibbs",
            "sampler cdmala+alpha0=0.1",
            "sampler cdmala+alpha0=0.1",
            "sampler dmala+alpha=0.3",
            "sampler gibbs",
            "sampler cdmala+alpha0=0.1",
            "sampler cdmala+alpha0=0.1",
            "sampler dmala+alpha=0.3",
            "sampler-medians gibbs",
            "sampler-medians cdmala+alpha0=0.1",
            "sampler-medians cdmala+alpha0=0.1",
            "sampler-medians dmala+alpha=0.3");
    assertThat(lines.get(0).get("id").asText()).startsWith("tbc");
    assertThat(lines.get(4).get("id").asText()).startsWith("wiki");
    assertThat(lines.get(1).get("settings").get("alpha0").asDouble()).isEqualTo(0.1);
    assertThat(lines.get(8).get("alpha").isNull()).isTrue();
    assertThat(lines.get(8).get("texts").asInt()).isEqualTo(2);
    assertThat(lines.get(9).get("meanEnergy").asDouble())
        .isCloseTo((energy(lines.get(1)) + energy(lines.get(5))) / 2, within(1e-9));
  }

  private static double energy(JsonNode line) {
    return line.get("diagnostics").get("meanEnergy").asDouble();
  }

  @Test
  void samplerTakesBalancingFunctionsInOneWayOnlyAndTextsFromOnePlaceOnly(@TempDir Path folder) {
    assertThat(
            harness
                .run("bench", "sampler", TEXT, "--samplers", "dmala", "--balancing", "sqrt")
                .err())
        .startsWith("infill: --balancing does not go with --samplers")
        .hasLineCount(1);
    Outcome both =
        harness.run(
            "bench",
            "sampler",
            TEXT,
            "--tbc",
            folder.resolve("a").toString(),
            "--wiki",
            folder.resolve("b").toString());
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err())
        .startsWith("infill: give texts, or --tbc and --wiki to draw them from, not both")
        .hasLineCount(1);
  }

  @Test
  void samplerComparesTheDefaultsUnlessToldOtherwise() throws Exception {
    Outcome outcome =
        harness.run("bench", "sampler", TEXT, "--steps", "3", "--chains", "2", "--format", "json");

    assertThat(json(outcome.out()))
        .extracting(
            line ->
                line.get("settings").get("balancing").asText()
                    + " "
                    + line.get("settings").get("alpha").asText())
        .hasSize(20)
        .startsWith("sqrt 0.2", "sqrt 0.4", "sqrt 0.7", "sqrt 1.5", "barker 0.2")
        .contains("power:0.75 0.7", "power:0.9 0.4")
        .endsWith("power:1.0 1.5");
  }

  @Test
  void samplerAsJsonCanBeRepeated() throws Exception {
    String[] common = {
      "bench",
      "sampler",
      TEXT,
      "--balancing",
      "barker",
      "--alpha",
      "0.7",
      "--steps",
      "30",
      "--burn-in",
      "10",
      "--chains",
      "4",
      "--gradient",
      "exact",
      "--format",
      "json"
    };
    JsonNode first = json(harness.run(common).out()).get(0);

    assertThat(first.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "sampler",
            "id",
            "text",
            "settings",
            "diagnostics",
            "distinctLast",
            "effectiveSampleSizePer100Passes");
    JsonNode settings = first.get("settings");
    assertThat(settings.get("sampler").asText()).isEqualTo("dmala");
    assertThat(settings.get("gradient").asText()).isEqualTo("exact");
    assertThat(settings.get("burnIn").asInt()).isEqualTo(10);
    JsonNode diagnostics = first.get("diagnostics");
    assertThat(first.get("effectiveSampleSizePer100Passes").asDouble())
        .isPositive()
        .isCloseTo(
            100
                * diagnostics.get("effectiveSampleSize").asDouble()
                / diagnostics.get("modelPasses").asDouble(),
            within(1e-9));

    List<String> again = new ArrayList<>(List.of(common));
    again.addAll(List.of("--seed", settings.get("seed").asText()));
    assertThat(
            json(harness.run(again.toArray(String[]::new)).out())
                .get(0)
                .get("diagnostics")
                .get("acceptanceRate"))
        .isEqualTo(diagnostics.get("acceptanceRate"));
  }

  @Test
  void samplerPassesOverABadLine() {
    Outcome outcome =
        harness
            .standardInput("the ___\nthe man\nold ___\n")
            .run(
                "bench",
                "sampler",
                "--input",
                "-",
                "--balancing",
                "sqrt",
                "--alpha",
                "0.4",
                "--steps",
                "3");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("infill: standard input:2: the text has no blank")
        .hasLineCount(1);
    assertThat(outcome.out().lines())
        .hasSize(9)
        .contains("== standard input:1  the ___", "== standard input:3  old ___");
  }

  @Test
  void aBarIsShownOnATerminalAndTakenAwayBeforeEachRow() {
    Outcome outcome =
        new CommandHarness()
            .onTerminals()
            .run(
                "bench",
                "sampler",
                TEXT,
                "--balancing",
                "sqrt",
                "--alpha",
                "0.4",
                "--color",
                "never");

    assertThat(outcome.err()).contains("sampling").endsWith("\r").doesNotContain("\n");
    assertThat(outcome.out().lines()).hasSize(3);
  }

  private static List<JsonNode> json(String lines) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> parsed = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      parsed.add(mapper.readTree(line));
    }
    return parsed;
  }
}
