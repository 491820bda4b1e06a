package dev.infill.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.corpora.task.MaskingTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedExperimentTest {
  private static final SamplerSpec GIBBS = TinyExperiment.sampler("gibbs");
  private static final SamplerSpec DULA = TinyExperiment.sampler("dula");
  private static final SamplerSpec DMALA = TinyExperiment.sampler("dmala");

  private static final Map<String, String> CONTEXT =
      Map.of("model", "tiny", "model-sha256", "0123456789abcdef", "tbc-sha256", "t");

  private final TinyLanguageModel model = new TinyLanguageModel();
  @TempDir Path folder = Path.of("");

  private static ExperimentPlan plan(SamplerSpec... samplers) {
    return plan(TinyExperiment.TASKS, List.of(ComparedAt.STEPS), OptionalInt.empty(), samplers);
  }

  private static ExperimentPlan plan(
      List<MaskingTask> tasks,
      List<ComparedAt> comparisons,
      OptionalInt passes,
      SamplerSpec... samplers) {
    return new ExperimentPlan(tasks, Arrays.asList(samplers), comparisons, passes, 2, 7);
  }

  private static SamplerSpec with(
      SamplerSpec sampler, String label, UnaryOperator<InfillSettings.Builder> change) {
    return new SamplerSpec(
        label,
        change.apply(sampler.settings().toBuilder()).build(),
        sampler.updates(),
        sampler.stepSizeSource());
  }

  private RecordedExperiment run(String name, ExperimentPlan plan) {
    return run(name, plan, CONTEXT);
  }

  private RecordedExperiment run(String name, ExperimentPlan plan, Map<String, String> context) {
    Path where = folder.resolve(name);
    try (ExperimentRecord record = ExperimentRecord.open(where, plan, context)) {
      new ExperimentRunner(model, plan).run(record, ExperimentListener.NONE, new Cancellation());
      record.complete();
      return record.recorded();
    }
  }

  /** Leaves the first lines of the results, and half of the next one. */
  private void breakOff(String name, int lines) throws IOException {
    Path results = folder.resolve(name).resolve("results.jsonl");
    List<String> all = Files.readAllLines(results);
    Files.writeString(
        folder.resolve(name).resolve("results.partial.jsonl"),
        String.join("\n", all.subList(0, lines)) + "\n" + all.get(lines).substring(0, 300));
    Files.delete(results);
  }

  private RecordedExperiment read(String name) {
    return RecordedExperiment.read(folder.resolve(name));
  }

  @Test
  void anExperimentIsReadAsItWasRecorded() {
    SamplerSpec other =
        new SamplerSpec(
            "dmala+balancing=barker+start=random",
            DMALA.settings().toBuilder()
                .set(Settings.BALANCING, BalancingFunction.BARKER)
                .start(Start.RANDOM)
                .temperature(0.7)
                .seed(3)
                .build(),
            UpdatesPerStep.SWEEP,
            StepSizeSource.TUNED);
    SamplerSpec power =
        with(
            DULA,
            "dula+balancing=power:0.9",
            builder -> builder.set(Settings.BALANCING, BalancingFunction.power(0.9)));
    RecordedExperiment recorded =
        run(
            "one",
            plan(
                TinyExperiment.TASKS,
                List.of(ComparedAt.STEPS, ComparedAt.PASSES),
                OptionalInt.of(20),
                GIBBS,
                other,
                power));

    RecordedExperiment read = read("one");

    assertThat(read).isEqualTo(recorded);
    assertThat(read.seconds())
        .hasSize(3)
        .allSatisfy((label, times) -> assertThat(times).hasSize(3));
  }

  @Test
  void readingChangesNothingAndSeesWholeLinesOnly() throws IOException {
    RecordedExperiment whole = run("one", plan(GIBBS, DULA));
    breakOff("one", 4);
    Map<String, byte[]> before = contents(folder.resolve("one"));

    // A run may be going on there: the file is locked, and read all the same.
    try (ExperimentRecord record =
        ExperimentRecord.open(folder.resolve("two"), plan(DMALA), CONTEXT)) {
      assertThat(read("two").runs()).isEqualTo(record.runs()).isEmpty();
    }
    assertThat(read("one").runs()).isEqualTo(whole.runs().subList(0, 4));

    Map<String, byte[]> after = contents(folder.resolve("one"));
    assertThat(after.keySet()).isEqualTo(before.keySet()).hasSize(3);
    after.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(before.get(name)));
  }

  private static Map<String, byte[]> contents(Path where) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    try (var files = Files.list(where)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  @Test
  void whatIsNoExperimentIsRefused() throws IOException {
    assertThatThrownBy(() -> read("nowhere"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("nowhere holds no experiment: there is no experiment.json in it");
    run("one", plan(GIBBS));
    Path results = folder.resolve("one/results.jsonl");
    Files.writeString(results, "{}\n" + Files.readString(results));
    assertThatThrownBy(() -> read("one"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("results.jsonl:1: damaged");
    for (String content :
        List.of(
            "{}",
            "{",
            Files.readString(folder.resolve("one/experiment.json"))
                .replace("\"kept\" : 2", "\"kept\" : 0"))) {
      Files.writeString(folder.resolve("one/experiment.json"), content);
      assertThatThrownBy(() -> read("one"))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("experiment.json: damaged");
    }
  }

  @Test
  void oneExperimentIsJoinedToItself() {
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS, ComparedAt.PASSES);
    RecordedExperiment recorded = run("one", plan);

    JoinedExperiment joined = JoinedExperiment.of(List.of(recorded));

    assertThat(joined.plan()).isEqualTo(plan);
    assertThat(joined.runs()).isEqualTo(recorded.runs());
    assertThat(joined.plannedTasks()).isEqualTo(plan.tasks());
    assertThat(joined.context()).isEqualTo(CONTEXT);
    assertThat(joined.folders()).containsExactly("one");
    assertThat(joined.leftOut()).isEmpty();
    assertThat(joined.seconds().keySet())
        .containsExactlyElementsOf(plan.samplers().stream().map(SamplerSpec::label).toList());
  }

  @Test
  void samplersAreComparedOnTheTasksThatAllHaveResultsOn() throws IOException {
    MaskingTask more = TinyExperiment.task("tbc:9", "tbc", "the mat sat on the cat .", 1, 5);
    List<MaskingTask> tasks = new ArrayList<>(TinyExperiment.TASKS);
    tasks.add(1, more);
    RecordedExperiment first =
        run("first", plan(tasks, List.of(ComparedAt.STEPS), OptionalInt.empty(), GIBBS, DULA));
    run("second", plan(DMALA, TinyExperiment.sampler("gwg")));
    breakOff("second", 5);
    RecordedExperiment second = read("second");

    JoinedExperiment joined = JoinedExperiment.of(List.of(first, second));

    // GWG was broken off on the third task, and the second experiment has no tbc:9.
    List<MaskingTask> common = TinyExperiment.TASKS.subList(0, 2);
    assertThat(joined.plan().tasks()).isEqualTo(common);
    assertThat(joined.plan().samplers())
        .extracting(SamplerSpec::label)
        .containsExactly("gibbs", "dula", "dmala", "gwg");
    assertThat(joined.runs())
        .containsExactly(
            first.run(common.get(0), "gibbs").orElseThrow(),
            first.run(common.get(0), "dula").orElseThrow(),
            second.run(common.get(0), "dmala").orElseThrow(),
            second.run(common.get(0), "gwg").orElseThrow(),
            first.run(common.get(1), "gibbs").orElseThrow(),
            first.run(common.get(1), "dula").orElseThrow(),
            second.run(common.get(1), "dmala").orElseThrow(),
            second.run(common.get(1), "gwg").orElseThrow());
    assertThat(joined.plannedTasks()).isEqualTo(tasks);
    assertThat(joined.leftOut())
        .containsExactly("2 of 4 tasks, which not every sampler has a result on");
    assertThat(joined.seconds().get("dmala"))
        .isCloseTo(
            second.seconds(common.get(0), "dmala").orElseThrow()
                + second.seconds(common.get(1), "dmala").orElseThrow(),
            within(1e-12));

    JoinedExperiment picked =
        JoinedExperiment.of(List.of(first, second), List.of("dmala", "gibbs"));
    assertThat(picked.plan().samplers())
        .extracting(SamplerSpec::label)
        .containsExactly("dmala", "gibbs");
    assertThat(picked.plan().tasks()).isEqualTo(TinyExperiment.TASKS);
    assertThat(picked.runs()).hasSize(6);
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first), List.of("gibbs", "gibbs")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("'gibbs' is there twice");
  }

  @Test
  void withoutATaskInCommonThereIsNoReport() throws IOException {
    RecordedExperiment first = run("first", plan(GIBBS));
    run("second", plan(DMALA, DULA));
    breakOff("second", 1);
    RecordedExperiment second = read("second");
    RecordedExperiment elsewhere =
        run(
            "elsewhere",
            plan(
                List.of(TinyExperiment.task("tbc:9", "tbc", "the mat sat on the cat .", 1)),
                List.of(ComparedAt.STEPS),
                OptionalInt.empty(),
                DMALA));

    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first, second)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "no task has a result of every sampler: none of dula by now; pick others with"
                + " --samplers");
    assertThat(JoinedExperiment.of(List.of(first, second), List.of("gibbs", "dmala")).runs())
        .hasSize(2);
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first, elsewhere)))
        .hasMessageContaining("no task has a result of every sampler: they were run on different");
  }

  @Test
  void whatMustBeEqualIsSaidWithItsFolders() {
    RecordedExperiment first = run("first", plan(GIBBS));
    Map<String, String> otherModel = new TreeMap<>(CONTEXT);
    otherModel.put("model-sha256", "fedcba9876543210");

    assertDiffers(
        "chains is 4 in first and 3 in second",
        first,
        run("second", plan(with(DULA, "dula", builder -> builder.chains(3)))));
    assertDiffers(
        "steps is 10 in first and 9 in third",
        first,
        run("third", plan(with(DULA, "dula", builder -> builder.steps(9)))));
    assertDiffers(
        "energy is pseudo-log-likelihood in first and raw-logit in fourth",
        first,
        run("fourth", plan(with(DULA, "dula", builder -> builder.energy(EnergyKind.RAW_LOGIT)))));
    assertDiffers(
        "vocabulary is words in first and full in fifth",
        first,
        run(
            "fifth",
            plan(with(DULA, "dula", builder -> builder.vocabulary(VocabularyChoice.FULL)))));
    assertDiffers(
        "kept is 2 in first and 3 in sixth; seed is 7 in first and 8 in sixth",
        first,
        run(
            "sixth",
            new ExperimentPlan(
                TinyExperiment.TASKS, List.of(DULA), List.of(ComparedAt.STEPS), 3, 8)));
    assertDiffers(
        "model-sha256 is 0123456789ab… in first and fedcba987654… in seventh",
        first,
        run("seventh", plan(DULA), otherModel));
    assertDiffers(
        "tbc-sha256 is t in first and unknown in eighth",
        first,
        run("eighth", plan(DULA), Map.of("model-sha256", "0123456789abcdef")));
    assertDiffers(
        "task tbc:1 is not the same in first and ninth",
        first,
        run(
            "ninth",
            plan(
                List.of(TinyExperiment.task("tbc:1", "tbc", "the cat sat on the mat .", 1, 4)),
                List.of(ComparedAt.STEPS),
                OptionalInt.empty(),
                DULA)));
  }

  private static void assertDiffers(
      String difference, RecordedExperiment first, RecordedExperiment second) {
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first, second)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("the experiments cannot be compared: " + difference);
  }

  @Test
  void aSamplerOfTwoExperimentsCountsOnceIfItsRunsAreTheSame() {
    RecordedExperiment first = run("first", plan(GIBBS, DULA));
    RecordedExperiment second = run("a/run", plan(GIBBS, DMALA));
    RecordedExperiment older =
        new RecordedExperiment(
            second.folder(),
            second.plan(),
            second.context(),
            second.runs().stream().map(JoinedExperimentTest::older).toList(),
            second.seconds());

    for (RecordedExperiment same : List.of(second, older)) {
      JoinedExperiment joined = JoinedExperiment.of(List.of(first, same));
      assertThat(joined.plan().samplers())
          .extracting(SamplerSpec::label)
          .containsExactly("gibbs", "dula", "dmala");
      assertThat(joined.runs()).hasSize(9);
    }

    RecordedExperiment random =
        run("b/run", plan(with(GIBBS, "gibbs", builder -> builder.start(Start.RANDOM)), DMALA));
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first, random)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("gibbs is in first and in run, with different settings; leave");
    assertThat(JoinedExperiment.of(List.of(first, random), List.of("dula", "dmala")).runs())
        .hasSize(6);
    // Two folders of one name are told apart by their paths.
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(second, random)))
        .hasMessageStartingWith(
            "gibbs is in %s and in %s, ".formatted(second.folder(), random.folder()));

    List<TaskRun> moved = new ArrayList<>(second.runs());
    TaskRun last = moved.get(4);
    moved.set(
        4,
        new TaskRun(
            last.task(),
            last.sampler(),
            last.seed(),
            last.snapshots().subList(0, last.snapshots().size() - 1),
            last.steps(),
            last.diagnostics()));
    RecordedExperiment other =
        new RecordedExperiment(
            second.folder(), second.plan(), second.context(), moved, second.seconds());
    assertThatThrownBy(() -> JoinedExperiment.of(List.of(first, other)))
        .hasMessageStartingWith(
            "gibbs is in first and in run, with different results on task wiki:2");
  }

  /** The same run as records held it before there was a figure more. */
  private static TaskRun older(TaskRun run) {
    Map<ComparedAt, RunDiagnostics> diagnostics = new TreeMap<>();
    run.diagnostics()
        .forEach(
            (comparison, all) ->
                diagnostics.put(
                    comparison,
                    new RunDiagnostics(
                        all.acceptanceRate(),
                        all.acceptedAndChangedRate(),
                        all.changedPerStep(),
                        all.effectiveSampleSize(),
                        OptionalDouble.empty())));
    return new TaskRun(
        run.task(), run.sampler(), run.seed(), run.snapshots(), run.steps(), diagnostics);
  }

  @Test
  void comparisonsAreThoseThatAllHaveMade() {
    List<ComparedAt> both = List.of(ComparedAt.STEPS, ComparedAt.PASSES);
    RecordedExperiment steps = run("steps", plan(GIBBS));
    RecordedExperiment twenty =
        run("twenty", plan(TinyExperiment.TASKS, both, OptionalInt.of(20), DULA));
    RecordedExperiment alsoTwenty =
        run("also", plan(TinyExperiment.TASKS, both, OptionalInt.of(20), DMALA));
    RecordedExperiment blanks =
        run("blanks", plan(TinyExperiment.TASKS, both, OptionalInt.empty(), GIBBS));

    JoinedExperiment all = JoinedExperiment.of(List.of(twenty, alsoTwenty));
    assertThat(all.plan().comparisons()).isEqualTo(both);
    assertThat(all.plan().passes()).hasValue(20);
    assertThat(all.leftOut()).isEmpty();

    JoinedExperiment some = JoinedExperiment.of(List.of(twenty, alsoTwenty, steps));
    assertThat(some.plan().comparisons()).containsExactly(ComparedAt.STEPS);
    assertThat(some.plan().passes()).isEmpty();
    assertThat(some.leftOut())
        .containsExactly(
            "the comparison at equal passes, which was at 20 a chain in twenty, also and not made"
                + " in steps");
    assertThat(JoinedExperiment.of(List.of(twenty, blanks)).leftOut())
        .containsExactly(
            "the comparison at equal passes, which was at 20 a chain in twenty and at steps x"
                + " blanks a chain in blanks");
  }

  @Test
  void whereExperimentsMayDifferTheReportTellsBoth() {
    Map<String, String> gpu = new TreeMap<>(CONTEXT);
    gpu.put("device", "cuda");
    gpu.put("version-runtime", "2");
    Map<String, String> cpu = new TreeMap<>(CONTEXT);
    cpu.put("device", "cpu");
    cpu.put("version-runtime", "2");

    JoinedExperiment joined =
        JoinedExperiment.of(List.of(run("one", plan(GIBBS), gpu), run("two", plan(DULA), cpu)));

    assertThat(joined.context())
        .containsEntry("device", "cuda in one, cpu in two")
        .containsEntry("model", "tiny");
    assertThat(ExperimentContext.versions(joined.context()))
        .containsExactly(Map.entry("runtime", "2"));
  }

  @Test
  void aSamplerWhoseTimesAreNotAllKnownHasNone() throws IOException {
    run("one", plan(GIBBS, DULA));
    Path timings = folder.resolve("one/timings.jsonl");
    Files.write(timings, Files.readAllLines(timings).subList(1, 6));

    assertThat(JoinedExperiment.of(List.of(read("one"))).seconds().keySet())
        .containsExactly("dula");
    Files.delete(timings);
    assertThat(JoinedExperiment.of(List.of(read("one"))).seconds()).isEmpty();
  }
}
