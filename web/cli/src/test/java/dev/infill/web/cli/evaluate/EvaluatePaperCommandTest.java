package dev.infill.web.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.Main;
import dev.infill.web.cli.TinyCorpora;
import dev.infill.web.cli.WatchedEnergy;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommaList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole experiment on a tiny model. */
class EvaluatePaperCommandTest {
  private static final String SAMPLERS = "gibbs,gwg,dula,dmala,gibbs-mh,dmala+temperature=0.5";

  /** What a process killed by a signal 9 ends with. */
  private static final int HALTED = 137;

  @TempDir Path folder = Path.of("");
  private final CommandHarness harness = new CommandHarness().loader(TinyCorpora::model);
  private TinyCorpora corpora = new TinyCorpora(Path.of(""), Path.of(""));

  @BeforeEach
  void writeCorpora() throws IOException {
    corpora = TinyCorpora.write(folder);
  }

  private String[] arguments(Path out, String... more) {
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
                "--tasks",
                "6",
                "--chains",
                "6",
                "--steps",
                "8",
                "--samplers",
                SAMPLERS,
                "--steps-budget",
                "passes",
                "--seed",
                "1",
                "--out",
                out.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @Test
  void runsTheProtocolAndWritesItsReport() throws IOException {
    Path out = folder.resolve("out");

    Outcome outcome = harness.run(arguments(out));

    assertThat(outcome.err().lines())
        .hasSize(6)
        .first(STRING)
        .matches("infill: 6 of 36 runs made, about \\d+ (s|min) left");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).isEqualTo(Files.readString(out.resolve("table.md")));
    for (String sampler : CommaList.parse(SAMPLERS)) {
      assertThat(outcome.out()).contains(sampler);
      assertThat(out.resolve("table.csv")).content().contains(sampler);
      assertThat(out.resolve("report.html")).content().contains(sampler);
    }
    assertThat(outcome.out())
        .contains("a trial of 6 tasks", "bleu\\|n:4\\|smooth:none\\|refs:all\\|tok:ws\\|lc\\|v:")
        .doesNotContain("86.84", "72.59");
    assertTheProtocolWasKept(out.resolve("results.jsonl"));
  }

  private void assertTheProtocolWasKept(Path results) throws IOException {
    List<String> lines = Files.readAllLines(results);
    assertThat(lines).hasSize(6 * 6);
    ObjectMapper json = new ObjectMapper();
    Set<String> tasks = new LinkedHashSet<>();
    for (String line : lines) {
      JsonNode run = json.readTree(line);
      JsonNode task = run.get("task");
      int words = task.get("words").size();
      tasks.add(task.get("id").asText());
      assertThat(words).isBetween(15, 25);
      assertThat(task.get("positions")).hasSize((int) Math.floor(0.25 * words + 0.5));
      for (JsonNode position : task.get("positions")) {
        assertThat(position.asInt()).isBetween(1, words - 2);
      }
      int last = run.get("steps").get("steps").asInt();
      for (JsonNode snapshot : run.get("snapshots")) {
        assertThat(snapshot.get("samples")).hasSize(6);
      }
      assertThat(last).isEqualTo(8);
    }
    assertThat(tasks).hasSize(6);
    assertThat(tasks)
        .extracting(id -> id.substring(0, id.indexOf(':')))
        .containsExactly("tbc", "wiki", "tbc", "wiki", "tbc", "wiki");
  }

  /** By sampler, how the report says what a step of it may change. */
  private static final Map<String, String> STEPS =
      Map.of(
          "dmala+acceptance=non-reversible+delta=0.2",
          "all blanks, non-reversible, δ 0.2",
          "dula+gradient=own-term+minibatch=1",
          "all blanks, gradient from 1 blank",
          "cdmala+burn-in=2",
          "all blanks, intermediates simplex, α₀ 0.2, burn-in 2",
          "dmala+precondition=curvature",
          "all blanks, preconditioned by curvature",
          "gwg+anneal=3+burn-in=1",
          "1 blank, annealed from 3.0, burn-in 1",
          "gibbs+burn-in=3",
          "1 blank, burn-in 3",
          "gibbs-mh+delta=0.3",
          "1 blank",
          "gibbs+start=random",
          "1 blank");

  @Test
  void samplersHaveTheSettingsThatFollowTheirNames() throws IOException {
    Path out = folder.resolve("out");
    List<String> samplers = STEPS.keySet().stream().sorted().toList();
    List<String> arguments = new ArrayList<>(List.of(arguments(out)));
    arguments.set(arguments.indexOf(SAMPLERS), String.join(",", samplers));
    arguments.set(arguments.indexOf("--tasks") + 1, "2");

    Outcome outcome = harness.run(arguments.toArray(String[]::new));

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<String> lines = outcome.out().lines().toList();
    STEPS.forEach(
        (sampler, step) ->
            assertThat(lines)
                .as(sampler)
                .anySatisfy(line -> assertThat(line).contains("| " + sampler, "| " + step + " |")));
    JsonNode plan = new ObjectMapper().readTree(out.resolve("experiment.json").toFile());
    JsonNode settings = plan.findPath("samplers");
    assertThat(settings.findValuesAsText("minibatch")).contains("1");
    assertThat(settings.findValuesAsText("delta")).contains("0.1", "0.2", "0.3");
    assertThat(settings.findValuesAsText("anneal")).contains("3.0");
    assertThat(outcome.out())
        .contains("no burn-in (cdmala+burn-in=2: 2, gibbs+burn-in=3: 3, gwg+anneal=3+burn-in=1: 1)")
        .contains("(gibbs+start=random: anywhere)");
  }

  @Test
  void theSameSeedGivesTheSameFiles() throws IOException {
    harness.run(arguments(folder.resolve("one")));
    harness.run(arguments(folder.resolve("two")));

    for (String file :
        List.of("results.jsonl", "table.csv", "table.md", "report.html", "experiment.json")) {
      assertThat(folder.resolve("two").resolve(file))
          .as(file)
          .hasSameBinaryContentAs(folder.resolve("one").resolve(file));
    }
  }

  @Test
  void anInterruptKeepsWhatIsDoneAndTheSameCommandContinues() throws IOException {
    harness.run(arguments(folder.resolve("unbroken")));
    Path out = folder.resolve("interrupted");
    CommandHarness interrupted = new CommandHarness();
    AtomicInteger evaluations = new AtomicInteger();
    interrupted.loader(
        options ->
            WatchedEnergy.model(
                TinyCorpora.model(options),
                () -> {
                  if (evaluations.incrementAndGet() == 150) {
                    interrupted.interruption().interrupt();
                  }
                }));

    Outcome first = interrupted.run(arguments(out));

    assertThat(first.exitCode()).isEqualTo(130);
    assertThat(first.err())
        .containsPattern("stopped with \\d+ of 36 runs made; the same command continues");
    assertThat(out.resolve("results.jsonl")).doesNotExist();
    assertThat(out.resolve("table.md")).doesNotExist();
    Outcome second = harness.run(arguments(out));
    assertThat(second.exitCode()).isZero();
    assertThat(second.err()).containsPattern("\\d+ of 36 runs were made before");
    for (String file : List.of("results.jsonl", "table.csv", "table.md", "report.html")) {
      assertThat(out.resolve(file))
          .hasSameBinaryContentAs(folder.resolve("unbroken").resolve(file));
    }
  }

  @Tag("exhaustive")
  @Tag("gate")
  @Test
  @Timeout(600)
  void killedAtAnyMomentTheSameCommandEndsWithTheSameBytes() throws Exception {
    harness.run(arguments(folder.resolve("unbroken")));
    Path out = folder.resolve("killed");
    Random random = new Random(4);
    int killed = 0;
    int exitCode;
    do {
      // A halt is what a kill is to the program: no hook runs, no file is closed.
      exitCode = runHaltingAt(1 + random.nextInt(250), arguments(out));
      killed += exitCode == HALTED ? 1 : 0;
    } while (exitCode == HALTED);
    assertThat(exitCode).isZero();
    assertThat(killed).isGreaterThanOrEqualTo(3);

    for (String file : List.of("results.jsonl", "table.csv", "table.md", "report.html")) {
      assertThat(out.resolve(file))
          .hasSameBinaryContentAs(folder.resolve("unbroken").resolve(file));
    }
  }

  private static int runHaltingAt(int evaluation, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HaltingMain.class.getName(),
                String.valueOf(evaluation)));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** The command line on the tiny model, in a process that ends in the middle of an evaluation. */
  static final class HaltingMain {
    private HaltingMain() {}

    public static void main(String[] arguments) {
      AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[0]));
      Main.run(
          options ->
              WatchedEnergy.model(
                  TinyCorpora.model(options),
                  () -> {
                    if (left.decrementAndGet() == 0) {
                      Runtime.getRuntime().halt(HALTED);
                    }
                  }),
          Arrays.copyOfRange(arguments, 1, arguments.length));
    }
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingIsRun() throws IOException {
    Path tasks = folder.resolve("tasks.jsonl");
    Files.writeString(tasks, "{\"id\":\"mine\",\"words\":[\"the\",\"cat\"],\"positions\":[1]}\n");
    Path out = folder.resolve("out");
    String file = Files.writeString(folder.resolve("file"), "").toString();
    String[] taskSet = {"--task-set", tasks.toString()};

    assertThat(refusal(out, List.of(), taskSet)).contains("give --tasks or --task-set, not both");
    assertThat(refusal(out, List.of("--tasks", "--tbc"), join(taskSet, "--tbc", file)))
        .contains("is empty");
    assertThat(refusal(out, List.of("--tasks", "--tbc"), join(taskSet, "--tbc", "no/such")))
        .contains("there is no file no/such");
    assertThat(refusal(out, List.of("--out"), "--out", file)).contains("is a file; give a folder");
    assertThat(refusal(out, List.of(), "--passes", "0")).contains("from 1 to 100000000, not 0");
    assertThat(refusal(out, List.of(), "--passes", "many"))
        .contains("expected a whole number, not 'many'");
    assertThat(refusal(out, List.of("--steps-budget"), "--passes", "9"))
        .contains("--passes needs --steps-budget passes");
    assertThat(out).doesNotExist();
  }

  private static String[] join(String[] arguments, String... more) {
    return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
  }

  private String refusal(Path out, List<String> without, String... more) {
    List<String> arguments = new ArrayList<>(List.of(arguments(out)));
    for (String option : without) {
      int at = arguments.indexOf(option);
      arguments.subList(at, at + 2).clear();
    }
    arguments.addAll(List.of(more));
    Outcome outcome = harness.run(arguments.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).hasLineCount(1);
    return outcome.err();
  }

  @Test
  void theTasksSentencesAreNoReferencesWhateverTheirCase() throws IOException {
    // The only sentence of either corpus is that of the task.
    String sentence = "the cat sat on the mat near the dog and the cat ran on the mat .";
    Files.writeString(corpora.tbc(), sentence + "\n the dog ran .\n");
    Files.writeString(corpora.wiki(), sentence + "\n the dog ran .\n");
    Path tasks = folder.resolve("tasks.jsonl");
    String words = sentence.replaceFirst("the", "The").replace(" ", "\",\"");
    Files.writeString(
        tasks, "{\"id\":\"mine\",\"words\":[\"%s\"],\"positions\":[15]}\n".formatted(words));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                arguments(
                    folder.resolve("out"),
                    "--task-set",
                    tasks.toString(),
                    "--format",
                    "json",
                    "-q")));
    int count = arguments.indexOf("--tasks");
    arguments.subList(count, count + 2).clear();

    Outcome outcome = harness.run(arguments.toArray(String[]::new));

    assertThat(outcome.err()).isEmpty();
    ObjectMapper json = new ObjectMapper();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).hasSize(2 * 6);
    for (String line : lines) {
      JsonNode figures = json.readTree(line);
      // With its own sentence among the references nearly all 4-grams would be there.
      assertThat(figures.get("corpusBleu").get("estimate").asDouble()).isZero();
    }
  }

  @Test
  void aTaskSetIsEvaluatedAsItIs() throws IOException {
    Path tasks = folder.resolve("tasks.jsonl");
    Files.writeString(
        tasks,
        """
        {"id":"mine","words":["the","cat","sat","on","the","mat","."],"positions":[1,5]}
        """);
    Path out = folder.resolve("out");
    List<String> arguments =
        new ArrayList<>(List.of(arguments(out, "--task-set", tasks.toString())));
    int count = arguments.indexOf("--tasks");
    arguments.subList(count, count + 2).clear();

    arguments.add("--quiet");
    Outcome outcome = harness.run(arguments.toArray(String[]::new));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(Files.readAllLines(out.resolve("results.jsonl")))
        .hasSize(6)
        .allSatisfy(line -> assertThat(line).contains("\"id\":\"mine\""));
  }

  @Test
  void whatCannotBeUsedIsOneLineAndLeavesNothing() {
    Path out = folder.resolve("out");
    assertRefused("unknown sampler 'dmla'; did you mean", arguments(out, "--samplers", "dmla"));
    assertRefused(
        "dmala+aplha=1: unknown setting 'aplha'; did you mean alpha",
        arguments(out, "--samplers", "dmala+aplha=1"));
    assertRefused(
        "dmala+alpha=big: alpha: expected a number, not 'big'",
        arguments(out, "--samplers", "dmala+alpha=big"));
    assertRefused(
        "dula+minibatch=1.5: minibatch: expected a whole number, not '1.5'",
        arguments(out, "--samplers", "dula+minibatch=1.5"));
    assertRefused(
        "gwg+acceptance=revesible: unknown acceptance 'revesible'; did you mean reversible?",
        arguments(out, "--samplers", "gwg+acceptance=revesible"));
    assertRefused(
        "dmala+delta=2: delta must be from 1.0E-6 to 1.999999",
        arguments(out, "--samplers", "dmala+delta=2"));
    assertRefused(
        "dmala+anneal=3: the temperature falls during burn-in",
        arguments(out, "--samplers", "dmala+anneal=3"));
    for (String setting :
        List.of(
            "gibbs+balancing=sqrt",
            "gwg+precondition=curvature",
            "dmala+minibatch=2",
            "gibbs+acceptance=non-reversible",
            "dula+delta=0.2")) {
      String name = setting.substring(setting.indexOf('+') + 1, setting.indexOf('='));
      assertRefused(
          "%s: %s has no %s; it is for "
              .formatted(setting, setting.substring(0, setting.indexOf('+')), name),
          arguments(out, "--samplers", setting));
    }
    assertRefused(
        "dmala+alpha: write each setting once, with its value",
        arguments(out, "--samplers", "dmala+alpha"));
    assertRefused("'dmala' is there twice", arguments(out, "--samplers", "dmala,dmala"));
    assertRefused("gibbs has no alpha; it is for", arguments(out, "--samplers", "gibbs+alpha=1"));
    assertRefused("tasks must be an even number", arguments(out, "--tasks", "3"));
    assertRefused("kept must be at most the number of chains", arguments(out, "--kept", "9"));
    assertRefused("no-such-corpus", arguments(out, "--tbc", "no-such-corpus"));
    assertThat(out).doesNotExist();
  }

  @Test
  void onATerminalABarShowsTheTimeThatIsLeftAndTheTableIsText() {
    Path out = folder.resolve("out");
    Outcome outcome = harness.onTerminals().columns(100).run(arguments(out));

    assertThat(outcome.err())
        .contains("loading the model")
        // As it was drawn last, at its end: when it is drawn before is a matter of time.
        .containsPattern("running 100% \\[=+] 1344/1344 \\([^)]*\\) dmala");
    assertThat(outcome.err()).doesNotContain("runs made").endsWith("\r");
    assertThat(outcome.out())
        .contains("a trial of 6 tasks", "6 tasks are too few to judge the paper's claim")
        .endsWith(
            "\n%s has plots, examples and how it was made; table.md and table.csv are beside it\n"
                .formatted(out.resolve("report.html")))
        .doesNotContain("| ", "**", "&amp;");
    assertThat(out.resolve("table.md")).content().contains("| --- |");
    assertThat(ProgressDisplay.remaining(10, 1, 3)).isEqualTo("20 s");
    assertThat(ProgressDisplay.remaining(600, 1, 3)).isEqualTo("20 min");
    assertThat(ProgressDisplay.remaining(3600, 2, 5)).isEqualTo("1 h 30 min");
  }

  private void assertRefused(String message, String... arguments) {
    List<String> once = new ArrayList<>(List.of(arguments));
    // What is given last replaces what was given before.
    String option = arguments[arguments.length - 2];
    int first = once.indexOf(option);
    if (first < arguments.length - 2) {
      once.subList(first, first + 2).clear();
    }
    Outcome outcome = harness.run(once.toArray(String[]::new));
    assertThat(outcome.err()).contains(message).hasLineCount(1);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }
}
