package dev.infill.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
  void aBarIsShownOnATerminalAndTakenAwayBeforeTheTable() {
    Outcome outcome =
        new CommandHarness()
            .onTerminals()
            .run(
                "bench",
                "job",
                "--text",
                TEXT,
                "--steps",
                "3",
                "--repetitions",
                "1",
                "--color",
                "never");

    assertThat(outcome.err()).contains("sampling").endsWith("\r").doesNotContain("\n");
    assertThat(outcome.exitCode()).isZero();
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
