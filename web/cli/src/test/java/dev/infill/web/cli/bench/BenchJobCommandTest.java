package dev.infill.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.TinyCorpora;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchJobCommandTest {
  private static final String TEXT = "the ___ sat on ___ mat .";

  private final CommandHarness harness =
      new CommandHarness().loader(options -> new TinyLanguageModel(64));

  @Test
  void jobHoldsEveryWayOfDoingItAgainstTheDenseOne() {
    Outcome outcome = job("--exact");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo("3 chains x 20 steps, 2 blanks, 9 pieces; cpu, 1 threads; 2 repetitions");
    assertThat(lines.get(1).split(" +"))
        .containsExactly(
            "job", "median", "minimum", "first", "ESS", "ESS/s", "asked", "run", "faster", "gain");
    assertThat(lines.subList(2, 6))
        .extracting(line -> line.split(" +", -1)[0])
        .containsExactly("dense", "dense-exact", "fast", "default");
    assertThat(lines.get(2)).matches("dense( +[0-9.,]+){7} +1\\.0 +1\\.0");
    assertThat(lines.get(4)).matches("fast( +[0-9.,]+){7} +[0-9.]+ +[0-9.]+");
    assertThat(lines).hasSize(6);
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void jobAsJsonHoldsEveryRun() throws Exception {
    List<JsonNode> lines = json(job("--format", "json").out());

    assertThat(lines)
        .extracting(line -> line.get("job").asText())
        .containsExactly("dense", "fast", "default");
    JsonNode dense = lines.get(0);
    assertThat(dense.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "id",
            "text",
            "blanks",
            "pieces",
            "job",
            "tried",
            "partSteps",
            "runs",
            "medianSeconds",
            "minimumSeconds",
            "medianFirstSeconds",
            "effectiveSampleSize",
            "effectivePerSecond",
            "passesAsked",
            "passesRun",
            "timesFaster",
            "timesAsEffective",
            "threads",
            "settings");
    assertThat(dense.get("benchmark").asText()).isEqualTo("job");
    assertThat(dense.get("id").isNull()).isTrue();
    assertThat(dense.get("runs")).hasSize(2);
    assertThat(dense.get("settings").get("seed").asLong()).isEqualTo(1);
    assertThat(dense.get("settings").get("balancing").asText()).isEqualTo("sqrt");
    assertThat(dense.get("settings").get("alpha").asDouble()).isEqualTo(0.3);
    assertThat(dense.get("settings").get("burnIn").asInt()).isEqualTo(4);
    assertThat(lines.get(2).get("settings").get("balancing").asText()).isEqualTo("power:0.9");
    // The same draws, and fewer passes.
    JsonNode fast = lines.get(1);
    assertThat(fast.get("effectiveSampleSize").asDouble())
        .isCloseTo(dense.get("effectiveSampleSize").asDouble(), within(1e-9));
    assertThat(fast.get("passesRun").asDouble()).isLessThan(dense.get("passesRun").asDouble());
    assertThat(fast.get("timesFaster").asDouble())
        .isCloseTo(
            dense.get("medianSeconds").asDouble() / fast.get("medianSeconds").asDouble(),
            withinPercentage(1e-6));
  }

  @Test
  void aPartOfDenseJobsIsRunAndTheBestOfTheirStepSizesCompared() throws Exception {
    String[] options = {"--dense-steps", "4", "--dense-alphas", "0.001,0.5"};

    Outcome outcome = job(options);
    List<JsonNode> lines = json(job(with(options, "--format", "json")).out());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(2)).matches("dense +~[0-9.]+ +~[0-9.]+( +[0-9.,]+){5} +1\\.0 +1\\.0");
    assertThat(rows.get(3)).startsWith("fast ").doesNotContain("~");
    assertThat(rows.get(5)).isEqualTo("dense and fast: alpha 0.5, the best of dense by ESS/s:");
    assertThat(rows.get(6)).matches("  0\\.001: [0-9.]+, 0\\.5: [0-9.]+");
    assertThat(rows.get(7)).isEqualTo("~ scaled: 4 of the 20 steps of dense were run");
    assertThat(rows).hasSize(8);
    JsonNode dense = lines.get(0);
    assertThat(dense.get("settings").get("alpha").asDouble()).isEqualTo(0.5);
    assertThat(dense.get("settings").get("steps").asInt()).isEqualTo(20);
    assertThat(dense.get("partSteps").asInt()).isEqualTo(4);
    assertThat(dense.get("tried"))
        .extracting(one -> one.get("alpha").asDouble())
        .containsExactly(0.001, 0.5);
    JsonNode run = dense.get("runs").get(0);
    assertThat(run.get("seconds").asDouble() / run.get("partSeconds").asDouble())
        .isCloseTo(
            run.get("passesRun").asDouble() / run.get("partPassesRun").asDouble(),
            withinPercentage(1e-6));
    JsonNode fast = lines.get(1);
    assertThat(fast.get("settings").get("alpha").asDouble()).isEqualTo(0.5);
    assertThat(fast.get("partSteps").isNull()).isTrue();
    assertThat(fast.get("runs").get(0).get("partSeconds").isNull()).isTrue();
    assertThat(fast.get("tried")).isEmpty();
    assertThat(fast.get("effectiveSampleSize")).isEqualTo(dense.get("effectiveSampleSize"));
  }

  @Test
  void textsOfCorporaSayThatDenseJobsAreScaled(@TempDir Path folder) throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);

    Outcome outcome =
        shortJob(
            "--tbc",
            corpora.tbc().toString(),
            "--wiki",
            corpora.wiki().toString(),
            "--texts",
            "2",
            "--repetitions",
            "1",
            "--dense-steps",
            "4",
            "--dense-alphas",
            "0.001,0.5");

    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(1)).matches("tbc:[0-9]+ +[0-9]+ +[0-9]+ +0\\.5 +~[0-9.]+ .*");
    assertThat(rows).last().isEqualTo("~ scaled: 4 of the 20 steps of dense were run");
    assertThat(rows).allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void theExactGradientHasNoPart() {
    Outcome outcome = job("--exact", "--dense-steps", "4");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo(
            "infill: --exact needs one step size in --dense-alphas, and all steps of its dense"
                + " job\n");
  }

  @Test
  void sizesAreATableAndADrawing(@TempDir Path folder) throws Exception {
    Path drawing = folder.resolve("sizes.svg");
    Files.writeString(drawing, "an older one");

    Outcome outcome = job("--sizes", drawing.toString());
    List<JsonNode> lines = json(job("--sizes", drawing.toString(), "--format", "json").out());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(0)).isEqualTo("cpu, 1 threads");
    assertThat(rows.get(2)).matches("chains +1 +2 +9 +[0-9.]+ +[0-9]+ +[0-9.]+");
    assertThat(rows).last().isEqualTo(drawing + " written");
    assertThat(rows).hasSize(lines.size() + 3);
    assertThat(drawing).content().startsWith("<svg ");
    JsonNode line = lines.get(lines.size() - 1);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark", "size", "value", "blanks", "pieces", "medianSeconds", "passesRun");
    assertThat(line.get("benchmark").asText()).isEqualTo("job-sizes");
    assertThat(line.get("size").asText()).isEqualTo("texts-at-once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--exact", "--dense-steps=2", "--dense-alphas=0.1", "--peer=true"})
  void sizesAreNotCompared(String compared, @TempDir Path folder) {
    Path drawing = folder.resolve("sizes.svg");

    Outcome outcome = job("--sizes", drawing.toString(), compared);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo(
            "infill: --sizes does the default job only: leave out "
                + compared.replaceFirst("=.*", "")
                + "\n");
    assertThat(drawing).doesNotExist();
  }

  @Test
  void aDrawingNeedsItsFolder(@TempDir Path folder) {
    Outcome outcome = job("--sizes", folder.resolve("none/sizes.svg").toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: there is no folder ");
  }

  @Test
  void aPeerIsRunInTurnAndPassedThrough() throws Exception {
    String peer = "echo 'a peer, 1.5 s a job'; echo 'and more' >&2";

    Outcome text = job("--peer", peer);
    List<JsonNode> lines = json(job("--peer", peer, "--format", "json").out());

    assertThat(text.err()).isEmpty();
    assertThat(text.exitCode()).isZero();
    assertThat(text.out())
        .containsPattern(Pattern.compile("(?m)^peer +[0-9.]+ +[0-9.]+ +- +- +- +- +- +[0-9.]+ +-$"))
        .containsPattern("default: [0-9.]+ times as fast as the peer")
        .contains("-- the peer printed, run 1:\na peer, 1.5 s a job\nand more\n")
        .endsWith("-- the peer printed, run 2:\na peer, 1.5 s a job\nand more\n");
    JsonNode line = lines.get(3);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "command",
            "text",
            "seconds",
            "medianSeconds",
            "minimumSeconds",
            "openingSeconds",
            "jobsTimesFaster",
            "outputs");
    assertThat(line.get("benchmark").asText()).isEqualTo("peer");
    assertThat(line.get("command").asText()).isEqualTo(peer);
    assertThat(line.get("seconds")).hasSize(2);
    assertThat(line.get("outputs").get(1).asText()).isEqualTo("a peer, 1.5 s a job\nand more\n");
    assertThat(line.get("jobsTimesFaster").get("default").asDouble())
        .isCloseTo(
            line.get("medianSeconds").asDouble() / lines.get(2).get("medianSeconds").asDouble(),
            withinPercentage(1e-6));
  }

  @Test
  void aPeerThatFailsIsOneClearLine() {
    Outcome outcome = job("--peer", "echo starting; echo 'no module named jax'; exit 3");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo("infill: the peer failed with exit code 3: no module named jax\n");
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void textsOfCorporaAreDrawnAndSummedUp(@TempDir Path folder) throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);
    String[] drawn = {
      "--tbc", corpora.tbc().toString(), "--wiki", corpora.wiki().toString(), "--texts", "4"
    };

    Outcome outcome = shortJob(drawn);
    List<JsonNode> lines = json(shortJob(with(drawn, "--format", "json")).out());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(0).split(" +"))
        .containsExactly(
            "text", "blanks", "pieces", "alpha", "dense", "ESS", "fast", "gain", "default", "gain");
    assertThat(rows.subList(1, 5))
        .extracting(row -> row.split(":", -1)[0])
        .containsExactly("tbc", "wiki", "tbc", "wiki");
    assertThat(rows.get(5)).startsWith("median ");
    assertThat(rows.get(6)).startsWith("minimum ");
    assertThat(rows).allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(80));
    List<JsonNode> jobs = lines.subList(0, 12);
    assertThat(jobs).extracting(line -> line.get("benchmark").asText()).containsOnly("job");
    assertThat(jobs.stream().map(line -> line.get("id").asText()).distinct()).hasSize(4);
    assertThat(jobs).allSatisfy(line -> assertThat(line.get("blanks").asInt()).isBetween(3, 5));
    assertThat(lines.subList(12, 14))
        .extracting(line -> line.get("benchmark").asText() + " " + line.get("job").asText())
        .containsExactly("job-summary fast", "job-summary default");
    JsonNode summary = lines.get(12);
    assertThat(summary.get("texts").asInt()).isEqualTo(4);
    double[] gains =
        jobs.stream()
            .filter(line -> line.get("job").asText().equals("fast"))
            .filter(line -> !line.get("timesAsEffective").isNull())
            .mapToDouble(line -> line.get("timesAsEffective").asDouble())
            .sorted()
            .toArray();
    assertThat(summary.get("undefined").asInt()).isEqualTo(4 - gains.length);
    assertThat(summary.get("minimumTimesAsEffective").asDouble()).isEqualTo(gains[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"step", "job", "service"})
  void helpHasExamplesAndFitsATerminal(String command) {
    Outcome outcome = harness.run("bench", command, "--help");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("Examples:\n  infill bench");
    assertThat(outcome.out().lines())
        .allSatisfy(
            line -> {
              assertThat(line.length()).isLessThanOrEqualTo(80);
              // A line of the footer that was too long goes on in a line of a word or two.
              assertThat(line).doesNotMatch("[a-z]+( [a-z.;]+)?");
            });
  }

  private Outcome job(String... more) {
    return shortJob(with(new String[] {"--text", TEXT, "--repetitions", "2"}, more));
  }

  private Outcome shortJob(String... more) {
    String[] common = {"bench", "job", "--chains", "3", "--steps", "20", "--threads", "1"};
    return harness.run(with(common, more));
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
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
