package dev.infill.web.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.TinyCorpora;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of experiments that were run before, on a tiny model. */
class EvaluateReportCommandTest {
  @TempDir Path folder = Path.of("");

  /** Reports are made without a model. */
  private final CommandHarness harness =
      new CommandHarness()
          .loader(
              options -> {
                throw new AssertionError("a model was loaded");
              });

  private TinyCorpora corpora = new TinyCorpora(Path.of(""), Path.of(""));

  @BeforeEach
  void writeCorpora() throws IOException {
    corpora = TinyCorpora.write(folder);
  }

  private Path run(String name, String samplers, String... more) {
    Path out = folder.resolve(name);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "evaluate",
                "paper",
                "--tbc",
                corpora.tbc().toString(),
                "--wiki",
                corpora.wiki().toString(),
                "--vocabulary",
                "words",
                "--chains",
                "5",
                "--steps",
                "8",
                "--samplers",
                samplers,
                "--out",
                out.toString(),
                "--quiet"));
    arguments.addAll(List.of(more));
    Outcome outcome =
        new CommandHarness().loader(TinyCorpora::model).run(arguments.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return out;
  }

  private Outcome report(Path out, List<Path> experiments, String... more) {
    List<String> arguments = new ArrayList<>(List.of("evaluate", "report"));
    experiments.forEach(experiment -> arguments.add(experiment.toString()));
    arguments.addAll(
        List.of(
            "--tbc",
            corpora.tbc().toString(),
            "--wiki",
            corpora.wiki().toString(),
            "--out",
            out.toString()));
    arguments.addAll(List.of(more));
    return harness.run(arguments.toArray(String[]::new));
  }

  @Test
  void oneExperimentGetsItsOwnReportAgain() throws IOException {
    Path experiment =
        run("one", "gibbs,dula,dmala+temperature=0.5", "--tasks", "4", "--steps-budget", "passes");
    Map<String, String> before = contents(experiment);

    Outcome outcome = report(folder.resolve("again"), List.of(experiment));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(contents(folder.resolve("again")).keySet())
        .containsExactly("report.html", "table.csv", "table.md", "timings.md");
    assertThat(folder.resolve("again/table.csv"))
        .hasSameBinaryContentAs(experiment.resolve("table.csv"));
    assertThat(outcome.out()).isEqualTo(Files.readString(folder.resolve("again/table.md")));
    // Where the tasks come from is all that an experiment does not record.
    assertThat(outcome.out())
        .isEqualTo(
            Files.readString(experiment.resolve("table.md"))
                .replace("4, drawn as in the paper's protocol", "4, of one"));
    assertThat(Files.readString(folder.resolve("again/timings.md")))
        .contains("Wall time on the machine of this run");
    assertThat(contents(experiment)).isEqualTo(before);
  }

  /** Without a choice by U, the mean U of what is measured is that of the first chains. */
  @Test
  void whatIsKeptCanBeChosenAfterwards() throws IOException {
    Path experiment = run("chosen", "gibbs", "--tasks", "4", "--kept", "2");
    double sum = 0;
    for (String line : Files.readAllLines(experiment.resolve("results.jsonl"))) {
      JsonNode snapshots = new ObjectMapper().readTree(line).get("snapshots");
      JsonNode last = snapshots.get(snapshots.size() - 1).get("samples");
      sum += last.get(0).get("energy").asDouble() + last.get(1).get("energy").asDouble();
    }

    Outcome first = report(folder.resolve("first"), List.of(experiment), "--keep", "first");

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out())
        .contains("| kept | the last states of the first 2 chains, whatever their U |");
    assertThat(meanEnergy(folder.resolve("first"))).isCloseTo(sum / 8, within(1e-6));
    assertThat(meanEnergy(experiment)).isGreaterThan(sum / 8 + 0.01);
  }

  private static double meanEnergy(Path report) throws IOException {
    return Files.readAllLines(report.resolve("table.csv")).stream()
        .filter(line -> line.startsWith("steps,gibbs,meanEnergy,"))
        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[3]))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> contents(Path where) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (var files = Files.list(where)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void experimentsAreJoinedAsIfTheirSamplersHadRunTogether() throws IOException {
    Path together = run("together", "gibbs,gwg,dula,dmala+alpha=0.2", "--tasks", "4");
    Path first = run("first", "gwg,gibbs", "--tasks", "6", "--steps-budget", "passes");
    Path second = run("second", "dula,dmala+alpha=0.2", "--tasks", "4");
    Map<String, String> before = contents(second);

    Outcome joined =
        report(
            folder.resolve("joined"),
            List.of(first, second),
            "--samplers",
            "gibbs,gwg,dula,dmala+alpha=0.2");

    assertThat(joined.exitCode()).as(joined.err()).isZero();
    assertThat(joined.err())
        .isEqualTo(
            """
            infill: left out: 2 of 6 tasks, which not every sampler has a result on
            infill: left out: the comparison at equal passes, which was at steps x blanks a chain \
            in first and not made in second
            """);
    assertThat(joined.out())
        .contains("| left out | 2 of 6 tasks, which", "| tasks | 4, of first, second |");
    assertThat(contents(second)).isEqualTo(before);
    // What is left out is no reference either, which is all that changes these figures.
    Map<String, String> expected = figures(together);
    assertThat(figures(folder.resolve("joined")).keySet()).isEqualTo(expected.keySet());
    figures(folder.resolve("joined"))
        .forEach(
            (name, figure) -> {
              if (!name.matches(".*(corpusBleu|unique.tbc|unique.wiki|claim).*")) {
                assertThat(figure).as(name).isEqualTo(expected.get(name));
              }
            });

    Outcome json =
        report(
            folder.resolve("json"),
            List.of(second, first),
            "--samplers",
            "dmala+alpha=0.2,gwg",
            "--format",
            "json",
            "-q");
    assertThat(json.err()).isEmpty();
    List<String> samplers = new ArrayList<>();
    for (String line : json.out().lines().toList()) {
      samplers.add(new ObjectMapper().readTree(line).get("sampler").asText());
    }
    assertThat(samplers).containsExactly("dmala+alpha=0.2", "gwg");
    assertThat(folder.resolve("json/table.md")).content().contains("gwg minus dmala");
  }

  /** Returns the lines of the CSV table by their first three fields. */
  private static Map<String, String> figures(Path where) throws IOException {
    Map<String, String> figures = new TreeMap<>();
    for (String line : Files.readAllLines(where.resolve("table.csv"))) {
      String[] fields = line.split(",", 4);
      figures.put(String.join(",", fields[0], fields[1], fields[2]), fields[3]);
    }
    return figures;
  }

  @Test
  void anExperimentThatWasBrokenOffCountsWithWhatItHas() throws IOException {
    Path first = run("first", "gibbs,dula", "--tasks", "4");
    Path broken = run("broken", "gwg,dmala", "--tasks", "4");
    List<String> lines = Files.readAllLines(broken.resolve("results.jsonl"));
    Files.delete(broken.resolve("results.jsonl"));
    Files.writeString(
        broken.resolve("results.partial.jsonl"),
        String.join("\n", lines.subList(0, 5)) + "\n" + lines.get(5).substring(0, 99));

    Outcome outcome = report(folder.resolve("out"), List.of(first, broken));

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err())
        .isEqualTo("infill: left out: 2 of 4 tasks, which not every sampler has a result on\n");
    assertThat(outcome.out()).contains("gibbs, dula, gwg and dmala on 2 tasks");
    Files.writeString(broken.resolve("results.partial.jsonl"), lines.get(0) + "\n");
    assertRefused(
        "no task has a result of every sampler: none of dmala by now",
        report(folder.resolve("never"), List.of(first, broken)));
    assertThat(folder.resolve("never")).doesNotExist();
  }

  @Test
  void whatCannotBeJoinedIsOneLineAndLeavesNothing() throws IOException {
    Path first = run("first", "gibbs,dula", "--quick");
    Path second = run("second", "dula,dmala", "--quick", "--seed", "2");
    Path third = run("third", "gibbs+start=random,dula", "--quick", "--alpha", "0.2");
    Path out = folder.resolve("out");

    assertRefused("nothing holds no experiment", report(out, List.of(folder.resolve("nothing"))));
    assertRefused(
        "the experiments cannot be compared: seed is 1 in first and 2 in second",
        report(out, List.of(first, second)));
    assertRefused(
        "dula is in first and in third, with different settings",
        report(out, List.of(first, third)));
    assertRefused(
        "unknown sampler 'gibs'; did you mean gibbs?",
        report(out, List.of(first), "--samplers", "gibs"));
    assertRefused(
        "'gibbs' is there twice", report(out, List.of(first), "--samplers", "gibbs,gibbs"));
    assertRefused(
        "wiki.txt is not the tbc corpus of the experiment: its SHA-256 is ",
        harness.run(
            "evaluate",
            "report",
            first.toString(),
            "--tbc",
            corpora.wiki().toString(),
            "--wiki",
            corpora.wiki().toString(),
            "--out",
            out.toString()));
    assertRefused(
        "missing required parameter: 'DIR'",
        harness.run("evaluate", "report", "--tbc", "t", "--wiki", "w", "--out", out.toString()));
    assertThat(out).doesNotExist();

    Path link = Files.createSymbolicLink(folder.resolve("link"), first);
    for (Path within : List.of(first, first.resolve("report/new"), link.resolve("new"))) {
      assertRefused("which is read; choose a folder", report(within, List.of(first)));
    }
    assertThat(first.resolve("report")).doesNotExist();
    assertRefused("second holds an experiment", report(second, List.of(first)));
    assertRefused("tbc.txt is a file; give a folder", report(corpora.tbc(), List.of(first)));
    assertThat(
            report(
                    folder.resolve("fine"),
                    List.of(first, third),
                    "--samplers",
                    "gibbs+start=random,gibbs")
                .exitCode())
        .isZero();
    assertThat(folder.resolve("fine/table.md"))
        .content()
        .contains("started anywhere (gibbs: from the distribution with all blanks masked)");
  }

  private static void assertRefused(String message, Outcome outcome) {
    assertThat(outcome.err()).contains(message).hasLineCount(1);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }
}
