package dev.infill.web.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.evaluation.lab.LabExperiment;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.console.StandardOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {
  private static final List<String> FILES =
      List.of("langevin-bias.csv", "langevin-bias.json", "langevin-bias.svg");

  private final CommandHarness harness = new CommandHarness();

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void withoutANameItListsTheExperiments() {
    Outcome outcome = harness.run("lab");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    List<LabExperiment> experiments = LabExperiment.all();
    assertThat(outcome.out().lines()).hasSameSizeAs(experiments);
    for (LabExperiment experiment : experiments) {
      assertThat(outcome.out())
          .containsPattern(
              "(?m)^%s +%s$".formatted(experiment.name(), Pattern.quote(experiment.description())));
    }
  }

  @Test
  void writesATableADrawingAndASummary(@TempDir Path folder) throws IOException {
    Path out = folder.resolve("lab");
    Outcome outcome =
        harness.run(
            "lab",
            "langevin-bias",
            "--out",
            out.toString(),
            "--quick",
            "--seed",
            "5",
            "--format",
            "json");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(files(out)).isEqualTo(FILES);
    assertThat(Files.readString(out.resolve("langevin-bias.json"))).isEqualTo(outcome.out());
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "experiment",
            "scale",
            "seed",
            "seeds",
            "seconds",
            "figures",
            "standardErrors",
            "versions");
    assertThat(json.get("experiment").asText()).isEqualTo("langevin-bias");
    assertThat(json.get("scale").asText()).isEqualTo("quick");
    assertThat(json.get("seed").asLong()).isEqualTo(5);
    assertThat(json.get("seeds").asInt()).isEqualTo(1);
    assertThat(json.get("standardErrors")).isEmpty();
    assertThat(json.get("seconds").asDouble()).isPositive();
    assertThat(json.get("figures").get("spinsBoundHolds").asBoolean()).isTrue();
    assertThat(Files.readString(out.resolve("langevin-bias.csv")))
        .startsWith(
            "panel,domain,sampler,step_size,epsilon,l1_exact,l1_simulated,l1_simulated_se,bound,log_rmse_of_mean\r\n");
    assertThat(Files.readString(out.resolve("langevin-bias.svg"))).startsWith("<svg");
    // No model was asked for.
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void textSaysTheFiguresAndWhereTheyAre(@TempDir Path parent) throws IOException {
    Path steering = Files.createDirectory(parent.resolve("lab\u001b[31m"));
    Outcome outcome = harness.run("lab", "langevin-bias", "--out", steering.toString(), "--quick");
    Path folder = parent.resolve("lab [31m");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("bound of Theorem 5.1 holds everywhere")
        .endsWith(
            "%s, %s and %s written\n"
                .formatted(
                    folder.resolve("langevin-bias.csv"),
                    folder.resolve("langevin-bias.svg"),
                    folder.resolve("langevin-bias.json")));
  }

  @Test
  void filesAreReplacedIfItIsSaidOnly(@TempDir Path folder) throws IOException {
    Path summary = Files.writeString(folder.resolve("langevin-bias.json"), "mine");
    Outcome refused = harness.run("lab", "langevin-bias", "--out", folder.toString(), "--quick");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "infill: %s is there already; --force replaces it, or give another name\n"
                .formatted(summary));
    assertThat(files(folder)).containsExactly("langevin-bias.json");
    assertThat(summary).hasContent("mine");

    Outcome forced =
        harness.run("lab", "langevin-bias", "--out", folder.toString(), "--quick", "--force");
    assertThat(forced.exitCode()).isZero();
    assertThat(files(folder)).isEqualTo(FILES);
  }

  /** What one that was broken off has left is not replaced unasked either. */
  @Test
  void figuresAreKeptLineByLineUntilAllIsWritten(@TempDir Path folder) throws IOException {
    Path made = folder.resolve("made");
    Path partial = made.resolve("mixture.partial.csv");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    AtomicLong clock = new AtomicLong();
    long second = 1_000_000_000;
    try (ProgressDisplay display = new ProgressDisplay(console(new PrintStream(err)), false);
        LabProgress progress = new LabProgress("mixture", display, clock::get, partial)) {
      progress.onProgress("dmala", 0, 10);
      assertThat(partial).doesNotExist();
      progress.onLine("a,b\r\n");
      assertThat(partial).hasContent("a,b\r\n");
      clock.set(59 * second);
      progress.onProgress("dmala", 1, 10);
      assertThat(err.size()).isZero();
      clock.set(60 * second);
      progress.onProgress("dula", 5, 10);
      progress.onProgress("dula", 6, 10);
      assertThat(err).hasToString("infill: mixture: 50 % done, now dula, about 1 min left\n");
      progress.onLine("1,2\r\n");
    }
    assertThat(partial).hasContent("a,b\r\n1,2\r\n");

    String out = made.toString();
    assertMistake("partial", partial + " is there already", "lab", "mixture", "--out", out);
    Outcome forced = harness.run("lab", "mixture", "--quick", "--force", "--out", out);
    assertThat(forced.exitCode()).isZero();
    assertThat(files(made)).containsExactly("mixture.csv", "mixture.json", "mixture.svg");
  }

  @Test
  void figuresThatCannotBeWrittenEndItInALine(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Outcome outcome =
        harness.run("lab", "mixture", "--quick", "--out", file.resolve("below").toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("infill: cannot write " + file.resolve("below"))
        .hasLineCount(1);
  }

  @Test
  void mistakesGetALine(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertMistake("out is needed", "--out", "lab", "ising");
    assertMistake("file", "is a file; give a folder", "lab", "ising", "--out", file.toString());
    assertMistake("both", "not both", "lab", "ising", "--out", "x", "--quick", "--paper-sizes");
    assertMistake("seed", "expected a whole number", "lab", "ising", "--out", "x", "--seed", "y");
    assertMistake("name", "ising", "lab", "isng", "--out", "x");
    assertMistake("seeds", "seeds", "lab", "ising", "--out", "x", "--seeds", "0");
  }

  private void assertMistake(String what, String message, String... arguments) {
    Outcome outcome = harness.run(arguments);
    assertThat(outcome.exitCode()).as(what).isEqualTo(2);
    assertThat(outcome.err()).as(what).startsWith("infill: ").contains(message).hasLineCount(1);
    assertThat(outcome.out()).as(what).isEmpty();
  }

  @Test
  void progressLeavesNoTrace(@TempDir Path folder) {
    Outcome outcome =
        harness.onTerminals().run("lab", "ising-learning", "--out", folder.toString(), "--quick");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).doesNotContain("\n");
  }

  /** Writes 40 images of 5 × 5 pixels, each on or off at random. */
  private static Path images(Path folder) throws IOException {
    ByteBuffer file = ByteBuffer.allocate(16 + 40 * 25);
    new Random(1).nextBytes(file.array());
    file.putInt(0x803).putInt(40).putInt(5).putInt(5);
    return Files.write(folder.resolve("images.idx"), file.array());
  }

  @Test
  void dataAreAskedForWhereTheyAreNeeded(@TempDir Path folder) throws IOException {
    String out = folder.resolve("out").toString();
    String none = folder.resolve("none").toString();
    assertMistake("needed", "--data", "lab", "rbm", "--out", out);
    assertMistake("none", "there is no file " + none, "lab", "rbm", "--out", out, "--data", none);
    assertMistake("ising", "--data", "lab", "ising", "--out", out, "--data", none);
    assertThat(folder).isEmptyDirectory();

    Outcome outcome =
        harness.run(
            "lab", "rbm-learning", "--quick", "--out", out, "--data", images(folder).toString());
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("log-likelihood of an image held out after 500 iterations");
  }

  /** Every command of its guide can be given, and its options are there. */
  @Test
  void theGuideShowsWhatThereIs(@TempDir Path folder) throws IOException {
    String guide = Files.readString(Path.of("..", "..", "docs", "research", "lab.md"));
    String file = Files.writeString(folder.resolve("file"), "").toString();
    List<String> lines =
        Pattern.compile("(?ms)^```sh\\n(.*?)^```$")
            .matcher(guide)
            .results()
            .flatMap(block -> block.group(1).lines())
            .toList();
    TreeSet<String> shown = new TreeSet<>();
    for (String line : lines) {
      assertThat(line).startsWith("./infill lab");
      List<String> words = new ArrayList<>(List.of(line.split(" ")));
      words.remove(0);
      if (words.size() > 1) {
        shown.add(words.get(1));
        words.set(words.indexOf("--out") + 1, file);
        if (words.contains("--data")) {
          words.set(words.indexOf("--data") + 1, images(folder).toString());
        }
        // Its options are read first.
        assertMistake(line, "is a file; give a folder", words.toArray(String[]::new));
      }
    }
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            LabExperiment.all().stream().map(LabExperiment::name).toList());
    assertThat(
            new LabExperimentCommand(
                    console(System.err),
                    LabExperiment.all().stream()
                        .filter(each -> each.data() != LabExperiment.Data.NONE)
                        .findFirst()
                        .orElseThrow())
                .spec()
                .optionsMap()
                .keySet())
        .containsAll(
            Pattern.compile("--[a-z][a-z-]*")
                .matcher(guide)
                .results()
                .map(MatchResult::group)
                .toList());
  }

  private static Console console(PrintStream err) {
    return new Console(
        InputStream.nullInputStream(),
        new StandardOutput(OutputStream.nullOutputStream()),
        err,
        false,
        false,
        80,
        Map.of());
  }
}
