package dev.infill.web.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.answers.AnswerComparison;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.TinyCorpora;
import dev.infill.web.cli.WatchedEnergy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison on a tiny model. */
class EvaluateAnswersCommandTest {
  private static final int RIVALS = AnswerComparison.methods(1, List.of()).size();

  @TempDir Path folder = Path.of("");
  private final CommandHarness harness = new CommandHarness().loader(TinyCorpora::model);
  private TinyCorpora corpora = new TinyCorpora(Path.of(""), Path.of(""));

  @BeforeEach
  void writeCorpora() throws IOException {
    corpora = TinyCorpora.write(folder);
  }

  private Outcome run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("--reader", "tbc"));
    if (!List.of(more).contains("--texts")) {
      arguments.addAll(List.of("--texts", "2"));
    }
    arguments.addAll(List.of(more));
    return answers(arguments);
  }

  private Outcome answers(List<String> more) {
    List<String> arguments =
        new ArrayList<>(List.of("evaluate", "answers", "--out", folder.resolve("out").toString()));
    arguments.addAll(more);
    return harness.run(arguments.toArray(String[]::new));
  }

  private List<String> recorded() throws IOException {
    return Files.readAllLines(folder.resolve("out").resolve("answers.jsonl"));
  }

  @Test
  void everyMethodAnswersToEveryText() throws IOException {
    Outcome outcome =
        run("--blanks", "1,3+", "tbc=" + corpora.tbc(), "other=" + corpora.wiki(), "-q");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    int ways = RIVALS + 1;
    assertThat(recorded()).hasSize(2 * 2 * 2 * ways);
    assertThat(outcome.out())
        .containsPattern("fill +8 +−[0-9.]+ \\[.*\\] +[0-9]+ \\[")
        .containsPattern("fill − independent +[+−]?[0-9.]+ \\[.*\\] +([0-9] : [0-9], p [0-9.]+|–)")
        .containsPattern("dmala +8 +– ")
        .contains("How sure fill was", "Every two of them, text by text");
    assertThat(folder.resolve("out").resolve("answers.md"))
        .content()
        .contains(
            "## All texts",
            "## Corpus tbc",
            "## Corpus other",
            "## Blanks: 1",
            "## Blanks: 3 adjacent",
            "| dmala |",
            "| fill − beam of 5 |",
            "- seed: 1",
            "sign test");
  }

  @Test
  void jsonHasTheWaysAndTheirDifferences() {
    Outcome outcome = run("--blanks", "2", "--format", "json", corpora.tbc().toString());

    int ways = RIVALS + 1;
    assertThat(outcome.out().lines()).hasSize(ways + 1 + ways * (ways - 1) / 2);
    assertThat(outcome.out().lines().findFirst().orElseThrow())
        .startsWith("{\"method\":\"fill\",\"texts\":2,\"logProbability\":{\"estimate\":");
    assertThat(outcome.out()).contains("\"certainMedian\":", "\"firstSignTest\":{\"higher\":");
  }

  @Test
  void whatWasRunIsNotRunAgain() throws IOException {
    String corpus = corpora.tbc().toString();
    run("--blanks", "2", "--samplers", "gibbs", corpus);
    List<String> before = recorded();

    Outcome outcome = run("--blanks", "2", "--samplers", "gibbs,dmala+alpha=0.4", corpus);

    assertThat(outcome.exitCode()).isZero();
    assertThat(recorded()).startsWith(before.toArray(String[]::new)).hasSize(before.size() + 2);
    assertThat(outcome.out()).contains("dmala+alpha=0.4");
  }

  @Test
  void everyTextIsASentenceOfItsOwn() throws IOException {
    String corpus = corpora.tbc().toString();

    run("--blanks", "1,2,2+", "--texts", "1", "--samplers", "gibbs", corpus);
    Set<String> few = sentences();
    run("--blanks", "1,2,2+", "--texts", "2", "--samplers", "gibbs", corpus);

    assertThat(few).hasSize(3);
    // With more texts the first ones are the same.
    assertThat(sentences()).hasSize(6).containsAll(few);
    assertThat(recorded()).hasSize(6 * (RIVALS + 1));
  }

  private Set<String> sentences() throws IOException {
    return recorded().stream()
        .map(line -> line.replaceFirst(".*\"task\":\"([^\"]+)\".*", "$1"))
        .collect(Collectors.toSet());
  }

  @Test
  void whatAKillLeftOfALineIsMadeAgain() throws IOException {
    String corpus = corpora.tbc().toString();
    run("--blanks", "2", corpus);
    List<String> whole = recorded();
    Path file = folder.resolve("out").resolve("answers.jsonl");
    Files.writeString(file, String.join("\n", whole.subList(0, 3)) + "\n" + "{\"task\":");

    run("--blanks", "2", corpus);

    assertThat(recorded())
        .hasSameSizeAs(whole)
        .startsWith(whole.get(0), whole.get(1), whole.get(2));
  }

  @Test
  void anInterruptKeepsWhatIsDoneAndTheSameCommandContinues() throws IOException {
    String corpus = corpora.tbc().toString();
    AtomicInteger passes = new AtomicInteger();
    harness.loader(
        options ->
            WatchedEnergy.model(
                TinyCorpora.model(options),
                () -> {
                  if (passes.incrementAndGet() == 20) {
                    harness.interruption().interrupt();
                  }
                }));

    Outcome first = run("--blanks", "2", corpus);

    assertThat(first.exitCode()).isEqualTo(130);
    assertThat(first.err())
        .containsPattern("stopped with \\d+ of 10 runs made; the same command continues");
    List<String> kept = recorded();
    assertThat(kept).hasSizeBetween(1, 9);
    harness.loader(TinyCorpora::model);
    Outcome second = run("--blanks", "2", corpus);
    assertThat(second.exitCode()).isZero();
    assertThat(recorded()).startsWith(kept.toArray(String[]::new)).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--blanks 1+ | infill: '1+': give 1 to 9, with a + from 2 on for blanks in pairs",
        "--blanks 0 | infill: '0': give 1 to 9, with a + from 2 on for blanks in pairs",
        "--texts 0 | infill: at least 1 text, not 0",
        "--texts 2000000000 | infill: corpus tbc: ",
        "--blanks 1,2 --texts 20 | infill: corpus tbc has too few sentences for 20 texts with ",
        "--samplers gibs | infill: unknown sampler",
        "--samplers gibbs-mh,gibbs,gibbs-mh | infill: 'gibbs-mh' is there twice",
        "--samplers gibbs+updates=sweep | infill: updates is for infill evaluate paper",
      })
  void badOptionsAreOneLine(String options, String message) {
    List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.add(corpora.tbc().toString());

    Outcome outcome = run(arguments.toArray(String[]::new));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith(message).hasLineCount(1);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void corporaAreToldApartByTheirNames() {
    String corpus = corpora.tbc().toString();

    Outcome outcome = run("--blanks", "2", corpus, corpus);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .endsWith(" are both named 'tbc'; name one of them otherwise: NAME=FILE\n")
        .hasLineCount(1);
  }

  @Test
  void anotherComparisonIsNotContinued() throws IOException {
    String corpus = corpora.tbc().toString();
    run("--blanks", "2", corpus);
    List<String> before = recorded();

    Outcome outcome = run("--blanks", "2", "--seed", "2", corpus);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("holds another comparison, which this one cannot continue: its answers.json:")
        .contains("'\"seed\" : \"1\",' where it would be '\"seed\" : \"2\",'")
        .hasLineCount(1);
    assertThat(recorded()).isEqualTo(before);
  }
}
