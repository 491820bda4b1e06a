package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
  private static final String TEXT = "the [MASK] ran , ___";
  private static final String HEADING =
      "text,step,chain,kept,energy,accepted,acceptanceProbability,changedCoordinates,modelPasses,"
          + "alpha,tokens";

  private final CommandHarness harness = new CommandHarness();
  private final ObjectMapper mapper = new ObjectMapper();
  @TempDir private Path folder;
  private Path csv = Path.of("");
  private Path jsonl = Path.of("");

  @BeforeEach
  void name() {
    csv = folder.resolve("steps.csv");
    jsonl = folder.resolve("steps.jsonl");
  }

  private Outcome sample(Path trace, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "sample",
                TEXT,
                "--seed",
                "7",
                "--chains",
                "3",
                "--format",
                "json",
                "--trace",
                trace.toString()));
    arguments.addAll(List.of(more));
    return harness.run(arguments.toArray(String[]::new));
  }

  private List<List<String>> rows() throws IOException {
    assertThat(Files.readString(csv)).startsWith(HEADING + "\r\n").endsWith("\r\n");
    return Files.readAllLines(csv).stream()
        .skip(1)
        .map(line -> List.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)))
        .toList();
  }

  private List<JsonNode> objects() throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : Files.readAllLines(jsonl)) {
      objects.add(mapper.readTree(line));
    }
    return objects;
  }

  private static List<String> column(List<List<String>> rows, int column) {
    return rows.stream().map(row -> row.get(column)).toList();
  }

  private static double mean(List<JsonNode> steps, Predicate<JsonNode> which) {
    return (double) steps.stream().filter(which).count() / steps.size();
  }

  @Test
  void aLineTellsEachStepOfEachChain() throws Exception {
    Outcome outcome =
        sample(
            jsonl, "--sampler", "dmala", "--steps", "40", "--burn-in", "10", "--temperature", "2");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    JsonNode diagnostics = mapper.readTree(outcome.out()).get("diagnostics");
    List<JsonNode> lines = objects();
    assertThat(lines).hasSize(120);
    for (int k = 0; k < 120; k++) {
      JsonNode line = lines.get(k);
      assertThat(line.fieldNames()).toIterable().containsExactly(HEADING.split(",", -1));
      assertThat(line.get("text").asInt()).isEqualTo(1);
      assertThat(line.get("step").asInt()).isEqualTo(k / 3 + 1);
      assertThat(line.get("chain").asInt()).isEqualTo(k % 3 + 1);
      assertThat(line.get("kept").asBoolean()).isEqualTo(k / 3 >= 10);
      assertThat(line.get("alpha").asDouble()).isEqualTo(0.4);
      assertThat(line.get("acceptanceProbability").asDouble()).isBetween(0.0, 1.0);
      assertThat(line.get("tokens")).hasSize(2);
      double energy = 0;
      for (JsonNode token : line.get("tokens")) {
        energy += FakeModel.logProbability(FakeModel.TOKENS.indexOf(token.asText()));
      }
      // U is not divided by the temperature.
      assertThat(line.get("energy").asDouble()).isCloseTo(energy, within(1e-9));
      if (k >= 3) {
        JsonNode before = lines.get(k - 3).get("tokens");
        int changed = 0;
        for (int blank = 0; blank < 2; blank++) {
          changed += before.get(blank).equals(line.get("tokens").get(blank)) ? 0 : 1;
        }
        assertThat(line.get("changedCoordinates").asInt()).isEqualTo(changed);
        assertThat(line.get("accepted").asBoolean() || changed == 0).isTrue();
      }
    }
    List<JsonNode> kept = lines.stream().filter(line -> line.get("kept").asBoolean()).toList();
    assertThat(mean(kept, line -> line.get("accepted").asBoolean()))
        .isCloseTo(diagnostics.get("acceptanceRate").asDouble(), within(1e-12));
    assertThat(mean(kept, line -> line.get("changedCoordinates").asInt() > 0))
        .isCloseTo(diagnostics.get("acceptedAndChangedRate").asDouble(), within(1e-12))
        .isPositive();
    assertThat(lines.stream().mapToInt(line -> line.get("modelPasses").asInt()).sum())
        .isPositive()
        .isLessThanOrEqualTo(
            diagnostics.get("modelPasses").asInt() + diagnostics.get("hits").asInt());
  }

  @Test
  void commaSeparatedValuesTellTheSame() throws Exception {
    String[] options = {"--sampler", "dmala", "--steps", "30", "--vocabulary", "full"};
    Outcome first = sample(csv, options);
    Outcome second = sample(jsonl, options);

    assertThat(first.exitCode() + second.exitCode()).isZero();
    List<List<String>> rows = rows();
    List<JsonNode> objects = objects();
    assertThat(rows).hasSize(90);
    String[] names = HEADING.split(",", -1);
    for (int k = 0; k < rows.size(); k++) {
      assertThat(rows.get(k)).hasSize(names.length);
      for (int column = 0; column < names.length - 1; column++) {
        assertThat(rows.get(k).get(column)).isEqualTo(objects.get(k).get(names[column]).asText());
      }
      List<String> tokens = new ArrayList<>();
      objects.get(k).get("tokens").forEach(token -> tokens.add(token.asText()));
      String joined = String.join(" ", tokens);
      assertThat(rows.get(k).get(names.length - 1))
          .isEqualTo(joined.contains(",") ? "\"" + joined + "\"" : joined);
    }
    assertThat(column(rows, 10)).anyMatch(tokens -> tokens.startsWith("\""));
  }

  @Test
  void changesNoResult() throws Exception {
    String with = sample(csv).out();
    String without =
        harness.run("sample", TEXT, "--seed", "7", "--chains", "3", "--format", "json").out();

    assertThat(mapper.readTree(with).get("candidates"))
        .isEqualTo(mapper.readTree(without).get("candidates"));
  }

  @Test
  void anAdaptedStepSizeIsToldStepByStep() throws Exception {
    Outcome outcome =
        sample(csv, "--steps", "20", "--burn-in", "8", "--sampler", "dmala", "--adapt=0.6");

    List<String> alphas = column(rows(), 9);
    String frozen = mapper.readTree(outcome.out()).at("/diagnostics/alpha").asText();
    assertThat(alphas.get(0)).isEqualTo("0.4");
    assertThat(alphas.subList(0, 24)).doesNotContain(frozen);
    assertThat(alphas.subList(24, 60)).containsOnly(frozen);
  }

  @Test
  void samplersWithoutEnergyAndStepSizeLeaveThemOut() throws Exception {
    sample(csv, "--sampler", "gibbs", "--steps", "10");
    sample(jsonl, "--sampler", "gibbs", "--steps", "10");

    List<List<String>> rows = rows();
    assertThat(rows).hasSize(30);
    assertThat(column(rows, 4)).containsOnly("");
    assertThat(column(rows, 9)).containsOnly("");
    assertThat(column(rows, 5)).containsOnly("true");
    assertThat(column(rows, 6)).containsOnly("1.0");
    assertThat(objects())
        .allMatch(line -> line.get("energy").isNull() && line.get("alpha").isNull());
  }

  @Test
  void textsAreCountedAsTheirResultsAre() throws Exception {
    Outcome outcome =
        harness
            .standardInput("the ___ ran\nno blank here\nold ___ ran ___\n")
            .run(
                "sample",
                "--input",
                "-",
                "--format",
                "json",
                "--steps",
                "4",
                "--chains",
                "2",
                "--trace",
                jsonl.toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    // A refused line leaves a record, and has no steps.
    assertThat(outcome.out().lines()).hasSize(3);
    List<JsonNode> lines = objects();
    assertThat(lines).hasSize(16);
    for (int k = 0; k < 16; k++) {
      assertThat(lines.get(k).get("text").asInt()).isEqualTo(k / 8 + 1);
      assertThat(lines.get(k).get("tokens")).hasSize(k / 8 + 1);
    }
  }

  @Test
  void whatAnInterruptedRunMadeIsWritten() throws Exception {
    AtomicInteger evaluations = new AtomicInteger();
    harness.model(
        new FakeModel(
            () -> {
              if (evaluations.incrementAndGet() == 10) {
                harness.interruption().interrupt();
              }
            }));

    Outcome outcome = sample(csv, "--steps", "100000", "--burn-in", "2");

    assertThat(outcome.exitCode()).isEqualTo(130);
    JsonNode diagnostics = mapper.readTree(outcome.out()).get("diagnostics");
    int kept = diagnostics.get("keptSteps").asInt();
    assertThat(kept).isPositive();
    assertThat(rows()).hasSize(3 * (kept + 2));
    assertOnly(csv);
  }

  @Test
  void aFileThatIsThereIsReplacedOnRequestOnly() throws Exception {
    Files.writeString(csv, "dear to me");
    Outcome refused = sample(csv);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("is there already; --force replaces it").hasLineCount(1);
    assertThat(refused.out()).isEmpty();
    assertThat(harness.requests()).isEmpty();
    assertThat(csv).hasContent("dear to me");

    assertThat(sample(csv, "--force", "--steps", "5").exitCode()).isZero();
    assertThat(rows()).hasSize(15);
    Files.createDirectory(jsonl);
    assertThat(sample(jsonl, "--force").err()).contains("is there and is not a file");
  }

  @Test
  void aRunThatFailsLeavesNothing() throws Exception {
    AtomicInteger evaluations = new AtomicInteger();
    harness.model(
        new FakeModel(
            () -> {
              if (evaluations.incrementAndGet() == 10) {
                throw new UncheckedIOException("the device is gone", new IOException());
              }
            }));
    Files.writeString(csv, "dear to me");

    Outcome outcome = sample(csv, "--force");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("infill: the device is gone\n");
    assertThat(csv).hasContent("dear to me");
    assertOnly(csv);
    assertThat(harness.run("sample", "no blank", "--trace", jsonl.toString()).exitCode())
        .isEqualTo(2);
    assertOnly(csv);
  }

  @Test
  void aTraceThatCannotBeWrittenIsOneLine() {
    harness.model(new FakeModel(this::deleteAll));

    Outcome outcome = sample(csv);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo("infill: cannot write " + csv + ": there is no such file or folder\n");
  }

  private void deleteAll() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertOnly(Path file) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void upperCaseExtensionsAreKnown() throws Exception {
    Path upper = folder.resolve("STEPS.CSV");

    assertThat(sample(upper, "--steps", "2").exitCode()).isZero();
    assertThat(Files.readString(upper)).startsWith(HEADING);
  }
}
