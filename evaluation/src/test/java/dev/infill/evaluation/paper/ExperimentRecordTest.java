package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.evaluation.run.RunListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExperimentRecordTest {
  private static final ExperimentPlan PLAN =
      TinyExperiment.plan(ComparedAt.STEPS, ComparedAt.PASSES);
  private static final int RUNS = PLAN.tasks().size() * PLAN.samplers().size();

  private final TinyLanguageModel model = new TinyLanguageModel();
  @TempDir Path folder = Path.of("");

  private boolean run(Path where, int stopAfter) {
    Cancellation cancellation = new Cancellation();
    int[] reports = {0};
    try (ExperimentRecord record = ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT)) {
      boolean complete =
          new ExperimentRunner(model, PLAN)
              .run(
                  record,
                  (task, sampler, done, total) -> {
                    if (++reports[0] == stopAfter) {
                      cancellation.cancel();
                    }
                  },
                  cancellation);
      if (complete) {
        record.complete();
      }
      return complete;
    }
  }

  private byte[] unbroken() throws IOException {
    Path where = folder.resolve("unbroken");
    assertThat(run(where, -1)).isTrue();
    return Files.readAllBytes(where.resolve("results.jsonl"));
  }

  @Test
  void whatIsCancelledAnywhereGoesOnToTheSameBytes() throws IOException {
    byte[] expected = unbroken();
    Random random = new Random(11);
    for (int trial = 0; trial < 5; trial++) {
      Path where = folder.resolve("cancelled" + trial);
      int cancelled = 0;
      while (!run(where, 1 + random.nextInt(120))) {
        cancelled++;
        assertThat(where.resolve("results.jsonl")).doesNotExist();
      }
      assertThat(cancelled).isPositive();
      assertThat(Files.readAllBytes(where.resolve("results.jsonl"))).isEqualTo(expected);
      assertThat(where.resolve("results.partial.jsonl")).doesNotExist();
    }
  }

  @Test
  void whatAKillLeftInTheMiddleOfALineGoesOnToTheSameBytes() throws IOException {
    byte[] expected = unbroken();
    byte[] timings = Files.readAllBytes(folder.resolve("unbroken/timings.jsonl"));
    byte[] plan = Files.readAllBytes(folder.resolve("unbroken/experiment.json"));
    Random random = new Random(12);
    for (int trial = 0; trial < 8; trial++) {
      Path where = Files.createDirectories(folder.resolve("killed" + trial));
      Files.write(where.resolve("experiment.json"), plan);
      Files.write(
          where.resolve("results.partial.jsonl"),
          Arrays.copyOf(expected, random.nextInt(expected.length)));
      Files.write(
          where.resolve("timings.jsonl"), Arrays.copyOf(timings, random.nextInt(timings.length)));

      assertThat(run(where, -1)).isTrue();

      assertThat(Files.readAllBytes(where.resolve("results.jsonl"))).isEqualTo(expected);
      assertThat(Files.readAllLines(where.resolve("timings.jsonl")))
          .allSatisfy(line -> assertThat(line).startsWith("{\"task\"").endsWith("}"));
    }
  }

  @Test
  void filesThatAKillLeftUnfinishedAreTakenAway() throws IOException {
    Path where = Files.createDirectories(folder.resolve("killed"));
    Path left =
        Files.writeString(
            where.resolve(".table.md.1d7d1c1c-bba6-4749-9fbd-7700695829b9.tmp"), "| Sampler |");
    Path other = Files.writeString(where.resolve(".mine.tmp"), "mine");

    assertThat(run(where, -1)).isTrue();

    assertThat(left).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void recordsWithoutTheHammingDistancesSampleSizeAreReadAndContinued() throws IOException {
    List<String> expected = new String(unbroken(), StandardCharsets.UTF_8).lines().toList();
    Path where = Files.createDirectories(folder.resolve("older"));
    Files.copy(folder.resolve("unbroken/experiment.json"), where.resolve("experiment.json"));
    List<String> older =
        expected.subList(0, 7).stream()
            .map(line -> line.replaceAll(",\"effectiveSampleSizeOfHammingDistance\":[^,}]*", ""))
            .toList();
    Files.write(where.resolve("results.partial.jsonl"), older);

    assertThat(run(where, -1)).isTrue();

    List<String> lines = Files.readAllLines(where.resolve("results.jsonl"));
    assertThat(lines.subList(0, 7)).isEqualTo(older).doesNotContainAnyElementsOf(expected);
    assertThat(lines.subList(7, lines.size())).isEqualTo(expected.subList(7, expected.size()));
    try (ExperimentRecord record = ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT)) {
      assertThat(record.runs().subList(0, 7))
          .flatExtracting(run -> run.diagnostics().values())
          .extracting(TaskRun.Diagnostics::effectiveSampleSizeOfHammingDistance)
          .containsOnly(OptionalDouble.empty());
      assertThat(record.runs().subList(7, RUNS))
          .extracting(run -> run.diagnosticsAt(ComparedAt.STEPS))
          .extracting(TaskRun.Diagnostics::effectiveSampleSizeOfHammingDistance)
          .doesNotContain(OptionalDouble.empty());
    }
  }

  @Test
  void whatIsCompleteIsReadAndNotRunAgain() throws IOException {
    byte[] expected = unbroken();
    Path where = folder.resolve("unbroken");
    long passes = model.passes();

    assertThat(run(where, -1)).isTrue();

    assertThat(model.passes()).isEqualTo(passes);
    assertThat(Files.readAllBytes(where.resolve("results.jsonl"))).isEqualTo(expected);
    try (ExperimentRecord record = ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT)) {
      assertThat(record.runs()).hasSize(RUNS);
      RecordedExperiment experiment = record.complete();
      assertThat(experiment.runs()).isEqualTo(record.runs());
      assertThat(experiment.seconds())
          .hasSize(PLAN.samplers().size())
          .allSatisfy((sampler, seconds) -> assertThat(seconds).isPositive());
    }
  }

  @Test
  void aRunIsReadAsItWasWritten() {
    Path where = folder.resolve("read");
    List<TaskRun> written;
    try (ExperimentRecord record = ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT)) {
      new ExperimentRunner(model, PLAN).run(record, RunListener.NONE, new Cancellation());
      written = record.runs();
    }
    try (ExperimentRecord record = ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT)) {
      assertThat(record.runs()).isEqualTo(written);
    }
  }

  @Test
  void anotherExperimentIsRefusedAndNothingIsTouched() throws IOException {
    byte[] expected = unbroken();
    Path where = folder.resolve("unbroken");
    ExperimentPlan other =
        new ExperimentPlan(
            PLAN.tasks(), PLAN.samplers(), PLAN.comparisons(), PLAN.kept(), PLAN.seed() + 1);

    assertThatThrownBy(() -> ExperimentRecord.open(where, other, TinyExperiment.CONTEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("holds another experiment")
        .hasMessageContaining("'\"seed\" : 7'")
        .hasMessageContaining("'\"seed\" : 8'");
    assertThatThrownBy(() -> ExperimentRecord.open(where, PLAN, Map.of("model", "other")))
        .hasMessageContaining("'\"model\" : \"tiny\"'");
    assertThat(Files.readAllBytes(where.resolve("results.jsonl"))).isEqualTo(expected);
  }

  @Test
  void resultsWithoutTheirPlanAreRefused() throws IOException {
    Path where = folder.resolve("interrupted");
    run(where, 60);
    Files.delete(where.resolve("experiment.json"));

    assertThatThrownBy(() -> ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("holds results without an experiment.json");
  }

  @Test
  void aFileInTheWayIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> ExperimentRecord.open(file, PLAN, TinyExperiment.CONTEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("file is a file; give a folder");
  }

  @Test
  void otherBatchesAreTheSameExperiment() throws IOException {
    unbroken();
    ExperimentPlan smaller =
        new ExperimentPlan(
            PLAN.tasks(),
            PLAN.samplers().stream()
                .map(
                    sampler ->
                        new SamplerSpec(
                            sampler.label(),
                            sampler.settings().with(Settings.BATCH, 1),
                            sampler.updates()))
                .toList(),
            PLAN.comparisons(),
            PLAN.kept(),
            PLAN.seed());

    try (ExperimentRecord record =
        ExperimentRecord.open(folder.resolve("unbroken"), smaller, TinyExperiment.CONTEXT)) {
      assertThat(record.runs()).hasSize(RUNS);
    }
  }

  @Test
  void damageIsReportedByItsLine() throws IOException {
    unbroken();
    Path where = folder.resolve("unbroken");
    Path results = where.resolve("results.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(results));
    lines.set(2, lines.get(2).substring(40));
    Files.write(results, lines);

    assertThatThrownBy(() -> ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("results.jsonl:3: damaged");
  }

  @Test
  void aLineThatIsNotDueIsReportedWithAdvice() throws IOException {
    unbroken();
    Path where = folder.resolve("unbroken");
    Path results = where.resolve("results.jsonl");
    List<String> lines = Files.readAllLines(results);
    List<String> doubled = new ArrayList<>(lines);
    doubled.add(3, lines.get(1));
    Files.write(results, doubled);
    assertRefused(where, "results.jsonl:4 is there twice; delete that line, and the same command");

    List<String> foreign = new ArrayList<>(lines);
    foreign.set(2, lines.get(2).replaceFirst("\"sampler\":\"[^\"]+", "\"sampler\":\"another"));
    Files.write(results, foreign);
    assertRefused(where, "results.jsonl:3 is of another experiment; delete that line");

    foreign.remove(2);
    Files.write(results, foreign);
    assertThat(run(where, -1)).isTrue();
    assertThat(Files.readAllLines(results)).containsExactlyInAnyOrderElementsOf(lines);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void symbolicLinksAreNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    for (String name : List.of("experiment.json", "timings.jsonl")) {
      Path where = Files.createDirectory(folder.resolve("linked-" + name));
      Files.createSymbolicLink(where.resolve(name), victim);
      assertRefused(
          where, where.resolve(name) + " is a symbolic link, where a regular file is due");
    }
    assertThat(victim).hasContent("mine");
  }

  private static void assertRefused(Path where, String line) {
    assertThatThrownBy(() -> ExperimentRecord.open(where, PLAN, TinyExperiment.CONTEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(line);
  }

  @Test
  void oneAtATime() {
    try (ExperimentRecord record = ExperimentRecord.open(folder, PLAN, TinyExperiment.CONTEXT)) {
      assertThat(record.runs()).isEmpty();
      assertThatThrownBy(() -> ExperimentRecord.open(folder, PLAN, TinyExperiment.CONTEXT))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("in use by another run");
    }
  }
}
