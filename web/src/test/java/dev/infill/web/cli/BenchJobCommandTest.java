package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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

  @Test
  void aBatchOfTextsIsHeldAgainstDenseOnes(@TempDir Path folder) throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);
    String[] batch = {
      "bench",
      "batch",
      "--tbc",
      corpora.tbc().toString(),
      "--wiki",
      corpora.wiki().toString(),
      "--texts",
      "4",
      "--chains",
      "3",
      "--steps",
      "20",
      "--threads",
      "1"
    };

    Outcome whole = harness.run(batch);
    String[] part = with(batch, "--dense-texts", "1", "--dense-steps", "5");
    Outcome scaled = harness.run(part);
    JsonNode line = json(harness.run(with(part, "--format", "json")).out()).get(0);
    JsonNode all = json(harness.run(with(batch, "--format", "json")).out()).get(0);

    assertThat(whole.err()).isEmpty();
    assertThat(whole.exitCode()).isZero();
    List<String> rows = whole.out().lines().toList();
    assertThat(rows.get(0)).isEqualTo("4 texts, 3 chains x 20 steps; cpu, 1 threads");
    assertThat(rows.get(1).strip().split(" +"))
        .containsExactly("seconds", "texts/min", "asked", "run", "faster");
    assertThat(rows.get(2)).matches("dense +[0-9.]+ +[0-9.]+ +[0-9,]+ +[0-9,]+ +1\\.0");
    assertThat(rows.get(3)).matches("default +[0-9.]+ +[0-9.]+ +[0-9,]+ +[0-9,]+ +[0-9.]+");
    assertThat(rows).hasSize(4);
    assertThat(scaled.out().lines().toList().get(2)).matches("dense +~[0-9.]+ +~[0-9.]+ .*");
    assertThat(scaled.out())
        .endsWith("~ scaled: 5 of 20 steps of dense were run, on 1 of 4 texts\n");
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "texts",
            "seconds",
            "textsPerMinute",
            "passesAsked",
            "passesRun",
            "denseSeconds",
            "denseTextsPerMinute",
            "densePasses",
            "timesFaster",
            "denseTexts",
            "partSteps",
            "threads",
            "settings");
    assertThat(line.get("benchmark").asText()).isEqualTo("batch");
    assertThat(line.get("denseTexts").asInt()).isEqualTo(1);
    assertThat(line.get("partSteps").asInt()).isEqualTo(5);
    assertThat(all.get("partSteps").isNull()).isTrue();
    assertThat(all.get("densePasses")).isEqualTo(line.get("densePasses"));
    assertThat(line.get("timesFaster").asDouble())
        .isCloseTo(
            line.get("denseSeconds").asDouble() / line.get("seconds").asDouble(),
            withinPercentage(1e-6));
    assertThat(line.get("settings").get("balancing").asText()).isEqualTo("power:0.9");
  }

  @Test
  void aBatchNeedsCorpora() {
    Outcome outcome = harness.run("bench", "batch");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo("infill: a batch of texts is drawn from two corpora: give --tbc and --wiki\n");
  }

  @Test
  void memoryOfManyJobsIsRead() throws Exception {
    assumeThat(Path.of("/proc/self/status")).exists();
    String[] memory = {"bench", "memory", "--jobs", "20", "--text", TEXT, "--threads", "1"};

    Outcome outcome = harness.run(memory);
    JsonNode line = json(harness.run(with(memory, "--format", "json")).out()).get(0);
    Outcome tooFew = harness.run("bench", "memory", "--jobs", "5");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(0)).isEqualTo("20 jobs, 2 chains x 5 steps; cpu, 1 threads");
    assertThat(rows.get(1).strip().split(" +")).containsExactly("jobs", "resident", "growth");
    assertThat(rows.get(2)).matches(" +10 +[0-9]+ MB +0 MB");
    assertThat(rows.get(7)).matches(" +20 +[0-9]+ MB +-?[0-9]+ MB");
    assertThat(rows.get(8)).matches(" +peak +[0-9]+ MB *");
    assertThat(rows).hasSize(9);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark", "readings", "growthBytes", "peakBytes", "threads", "settings");
    assertThat(line.get("benchmark").asText()).isEqualTo("memory");
    JsonNode readings = line.get("readings");
    assertThat(readings).hasSize(6);
    assertThat(line.get("growthBytes").asLong())
        .isEqualTo(
            readings.get(5).get("residentBytes").asLong()
                - readings.get(0).get("residentBytes").asLong());
    assertThat(line.get("peakBytes").asLong())
        .isGreaterThanOrEqualTo(readings.get(5).get("residentBytes").asLong());
    assertThat(tooFew.exitCode()).isEqualTo(2);
    assertThat(tooFew.err()).isEqualTo("infill: jobs must be from 20 to 100000, not 5\n");
  }

  @Test
  void theStartOfTheProcessIsTimed() throws Exception {
    Outcome outcome = harness.run("bench", "start", "--text", TEXT, "--threads", "1");
    JsonNode line =
        json(harness.run("bench", "start", "--text", TEXT, "--format", "json").out()).get(0);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(0)).isEqualTo("9 pieces; cpu, 1 threads");
    assertThat(rows.get(1)).matches("main +[0-9,]+ ms");
    assertThat(rows.get(2)).matches("model open +[0-9,]+ ms");
    assertThat(rows.get(3)).matches("first pass +[0-9,]+ ms");
    assertThat(rows).hasSize(4);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "pieces",
            "mainMilliseconds",
            "openMilliseconds",
            "firstPassMilliseconds",
            "threads",
            "model",
            "versions");
    assertThat(line.get("benchmark").asText()).isEqualTo("start");
    assertThat(line.get("openMilliseconds").asLong())
        .isBetween(
            line.get("mainMilliseconds").asLong(), line.get("firstPassMilliseconds").asLong());
  }

  @Test
  void corporaAreReadAndCounted(@TempDir Path folder) throws Exception {
    TinyCorpora corpora = TinyCorpora.write(folder);
    String[] corpus = {
      "bench",
      "corpus",
      "--corpus",
      corpora.tbc().toString(),
      "--corpus",
      corpora.wiki().toString(),
      "--reader",
      "tbc",
      "--repetitions",
      "1"
    };

    Outcome outcome = harness.run(corpus);
    List<JsonNode> lines = json(harness.run(with(corpus, "--format", "json")).out());
    Outcome none = harness.run("bench", "corpus");
    Outcome input = harness.run("bench", "corpus", "--corpus", "-");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows.get(0).strip().split(" +"))
        .containsExactly("file", "reader", "MB", "sentences", "reading", "counting");
    assertThat(rows.get(1)).matches(".*tbc\\.txt +tbc +0\\.0 +60 +[0-9.]+ +[0-9.]+");
    assertThat(rows).hasSize(3);
    assertThat(rows).allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(80));
    JsonNode line = lines.get(1);
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly(
            "benchmark",
            "file",
            "reader",
            "bytes",
            "sentences",
            "words",
            "times",
            "repetitions",
            "readingSeconds",
            "countingSeconds",
            "readingMegabytesPerSecond",
            "countingMegabytesPerSecond",
            "versions");
    assertThat(line.get("benchmark").asText()).isEqualTo("corpus");
    assertThat(line.get("file").asText()).isEqualTo(corpora.wiki().toString());
    assertThat(line.get("bytes").asLong()).isEqualTo(Files.size(corpora.wiki()));
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--corpus").hasLineCount(1);
    assertThat(input.exitCode()).isEqualTo(2);
    assertThat(input.err())
        .isEqualTo("infill: standard input cannot be read more than once; give a file\n");
  }

  @Test
  void sizesAreWrittenAsATableAndADrawing(@TempDir Path folder) throws Exception {
    harness.loader(options -> new TinyLanguageModel(512));
    Path out = folder.resolve("a").resolve("sizes");
    String[] command = {"bench", "sizes", "--out", out.toString(), "--quick"};

    Outcome outcome = harness.run(command);
    Outcome again = harness.run(command);
    Outcome forced = harness.run(with(command, "--force", "--format", "json"));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<String> rows = outcome.out().lines().toList();
    assertThat(rows).hasSize(10);
    assertThat(rows.get(0).split(" +"))
        .containsExactly("grows", "chains", "steps", "blanks", "pieces", "seconds", "asked", "run");
    assertThat(rows.get(1)).matches("chains +2 +4 +2 +16 +[0-9.]+ +[0-9]+ +[0-9]+");
    assertThat(rows.get(9)).matches("length +2 +4 +2 +32 +[0-9.]+ +[0-9]+ +[0-9]+");
    assertThat(rows).allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(80));
    assertThat(Files.readAllLines(out.resolve("sizes.csv"))).hasSize(10);
    assertThat(Files.readString(out.resolve("sizes.svg"))).startsWith("<svg ").endsWith("</svg>\n");
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("sizes.csv is there already; --force").hasLineCount(1);
    assertThat(forced.exitCode()).isZero();
    assertThat(json(forced.out())).hasSize(9);
    assertThat(json(forced.out()).get(0).get("axis").asText()).isEqualTo("chains");
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("sizes.csv", "sizes.svg");
    }
  }

  @Test
  void withoutACommandEverythingIsMeasuredInOneRun(@TempDir Path folder) throws Exception {
    harness.loader(options -> new TinyLanguageModel(512));
    TinyCorpora corpora = TinyCorpora.write(folder);
    String[] command = {
      "bench",
      "--quick",
      "--text",
      TEXT,
      "--tbc",
      corpora.tbc().toString(),
      "--wiki",
      corpora.wiki().toString(),
      "--out",
      folder.resolve("sizes").toString(),
      "--peer",
      "echo done"
    };

    Outcome outcome = harness.run(command);
    Outcome asJson = harness.run(with(command, "--force", "--format", "json"));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    // The products are those of a BERT.
    assertThat(outcome.out().lines().filter(line -> line.startsWith("== ")))
        .containsExactly(
            "== start",
            "== step",
            "== job",
            "== job, texts of corpora",
            "== batch",
            "== corpus",
            "== metrics",
            "== sizes");
    assertThat(outcome.out()).contains("2 chains x 10 steps, 2 blanks").doesNotStartWith("\n");
    assertThat(asJson.err()).isEmpty();
    assertThat(json(asJson.out()))
        .extracting(line -> line.get("benchmark").asText())
        .startsWith("start", "step", "step", "job", "job", "job", "peer", "job")
        .containsOnlyOnce("batch")
        .endsWith("sizes")
        .containsOnlyOnce("metrics")
        .contains("job-summary")
        .filteredOn("sizes"::equals)
        .hasSize(9);
  }

  @Test
  void withoutACommandLittleIsMeasuredUnlessAsked() {
    Outcome outcome = harness.run("bench", "--quick", "--text", TEXT, "--chains", "3");

    assertThat(outcome.out().lines().filter(line -> line.startsWith("== ")))
        .containsExactly("== start", "== step", "== job", "== metrics");
    assertThat(outcome.out()).contains("3 chains x 10 steps");
  }

  @Test
  void whatCannotBeDoneHereIsLeftOutAndTheRestIsMeasured() {
    AtomicBoolean first = new AtomicBoolean(true);
    harness.loader(
        options ->
            WatchedEnergy.model(
                new TinyLanguageModel(64),
                () -> {
                  if (first.getAndSet(false)) {
                    throw new RuntimeFailureException("no", new IOException("out of memory"));
                  }
                }));

    Outcome outcome = harness.run("bench", "--quick", "--text", TEXT, "--chains", "3");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("infill: left out step: no: out of memory\n");
    assertThat(outcome.out().lines().filter(line -> line.startsWith("== ")))
        .containsExactly("== start", "== step", "== job", "== metrics");
    assertThat(outcome.out()).contains("3 chains x 10 steps").doesNotContain("own-term");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "start",
        "products",
        "step",
        "job",
        "batch",
        "sizes",
        "memory",
        "sampler",
        "metrics",
        "corpus"
      })
  void helpHasExamplesAndFitsATerminal(String command) {
    Outcome outcome =
        harness.run(
            Stream.of("bench", command, "--help")
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new));

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
