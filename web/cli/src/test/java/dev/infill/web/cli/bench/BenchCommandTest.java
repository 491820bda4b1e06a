package dev.infill.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BenchCommandTest {
  private static final String TEXT = "the ___ sat on ___ mat .";

  private final CommandHarness harness =
      new CommandHarness().loader(options -> new TinyLanguageModel(64));

  private Outcome bench(String... more) {
    String[] common = {
      "bench",
      "--text",
      TEXT,
      "--chains",
      "3",
      "--steps",
      "20",
      "--threads",
      "1",
      "--repetitions",
      "2"
    };
    return harness.run(Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new));
  }

  private static List<JsonNode> json(String lines) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> parsed = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      parsed.add(mapper.readTree(line));
    }
    return parsed;
  }

  @Test
  void itsTextIsTheReadmes() {
    assertThat(Path.of("..", "..", "README.md")).content().contains(BenchCommand.DEFAULT_TEXT);
  }

  @Test
  void aStepStandsAboveJobsSideBySide() {
    Outcome outcome = bench();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo("3 chains x 20 steps; cpu float32, 1 threads; 2 repetitions");
    assertThat(lines.get(2)).matches("figure +step");
    assertThat(lines.get(4)).matches("seconds +[0-9.]+ \\([0-9.]+–[0-9.]+\\)");
    // Columns that are too wide for a line stand below.
    String jobs = String.join("\n", lines.subList(6, lines.size()));
    assertThat(jobs).matches("(?s)figure +dense +fast.* default.* fill\n.*");
    assertThat(jobs.lines().map(line -> line.split(" +", 2)[0]).distinct())
        .contains("seconds", "first", "passes", "ess", "essPerSecond", "faster", "gain");
    assertThat(jobs).containsPattern("\nfaster +1\\.00 \\(1\\.00–1\\.00\\) +[0-9.]+ \\(");
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void asJsonEveryTurnIsThereAndWhatRepeatsIt() throws Exception {
    List<JsonNode> lines =
        json(bench("--gradient", "exact", "--peer", "echo heard", "--format", "json").out());

    assertThat(lines)
        .extracting(line -> line.get("name").asText())
        .containsExactly("step", "dense", "fast", "default", "fill", "peer");
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.fieldNames())
                  .toIterable()
                  .containsExactly("name", "figures", "printed", "text", "threads", "settings");
              assertThat(line.get("text").asText()).isEqualTo(TEXT);
              assertThat(line.get("figures").get("seconds")).hasSize(2);
              assertThat(line.get("settings").get("seed").asLong()).isEqualTo(1);
              assertThat(line.get("settings").get("gradient").asText()).isEqualTo("exact");
            });
    assertThat(lines.get(5).get("printed").get(1).asText()).isEqualTo("heard\n");
  }

  @Test
  void whatAPeerPrintsStandsBelow() {
    Outcome outcome = bench("--peer", "echo ' 1.5 s a job'");

    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).anyMatch(line -> line.matches("figure +dense +fast.*"));
    assertThat(lines).anyMatch(line -> line.matches("fasterThanPeer( +[0-9.]+ \\(.*\\))+"));
    assertThat(lines.subList(lines.size() - 6, lines.size()))
        .containsExactly(
            "", "-- the peer printed:", " 1.5 s a job", "", "-- the peer printed:", " 1.5 s a job");
  }

  @Test
  void aPeerThatFailsEndsTheRun() {
    Outcome outcome = bench("--peer", "echo no jax; exit 3");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("infill: the peer failed with exit code 3: no jax\n");
  }

  /** The whole way once, with the real model; where no card can be used, as on most machines. */
  @Test
  void aStepOfBertIsTimed() throws Exception {
    harness.loader(BertModel::open);

    Outcome outcome = bench("--device", "cuda", "--precision", "tf32", "--format", "json");

    assertThat(outcome.err())
        .startsWith("infill: CUDA cannot be used here, running in float32 on the CPU (")
        .hasLineCount(1);
    JsonNode step = json(outcome.out()).get(0);
    assertThat(step.get("settings").get("model").get("precision").asText()).isEqualTo("float32");
    assertThat(step.get("figures").get("seconds")).hasSize(2);
  }

  @Test
  void theProcessorHasNoTf32() {
    harness.loader(BertModel::open);

    Outcome outcome = harness.run("bench", "--precision", "tf32");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: the CPU has no tf32").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aBarIsShownOnATerminalAndTakenAwayBeforeTheTable() {
    harness.onTerminals();

    Outcome outcome = bench("--color", "never");

    assertThat(outcome.err()).contains("sampling").endsWith("\r").doesNotContain("\n");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void helpHasExamplesAndFitsATerminal() {
    Outcome outcome = harness.run("bench", "--help");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("Examples:\n  infill bench\n");
    assertThat(outcome.out().lines())
        .allSatisfy(
            line -> {
              assertThat(line.length()).isLessThanOrEqualTo(80);
              // A line of the footer that was too long goes on in a line of a word or two.
              assertThat(line).doesNotMatch("[a-z]+( [a-z.;]+)?");
            });
  }
}
