package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.run.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentRunnerTest {
  private final TinyLanguageModel model = new TinyLanguageModel();
  @TempDir Path folder = Path.of("");

  private List<TaskRun> run(ExperimentPlan plan) {
    return run(plan, folder);
  }

  private List<TaskRun> run(ExperimentPlan plan, Path where) {
    try (ExperimentRecord record = ExperimentRecord.open(where, plan, TinyExperiment.CONTEXT)) {
      assertThat(
              new ExperimentRunner(model, plan).run(record, RunListener.NONE, new Cancellation()))
          .isTrue();
      return record.runs();
    }
  }

  @Test
  void theSamplesAreWhatInfillDraws() {
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS);
    for (TaskRun run : run(plan)) {
      SamplerSpec sampler =
          plan.samplers().stream()
              .filter(spec -> spec.label().equals(run.sampler()))
              .findFirst()
              .orElseThrow();
      SampleSettings settings = sampler.settings().withSeed(run.seed()).with(Settings.TOP, 2);
      List<Candidate> candidates =
          new Infiller(model).sample(run.task().masked(), settings).candidates();

      List<Sample> kept = run.at(ComparedAt.STEPS).likeliest(plan.kept());
      assertThat(kept)
          .extracting(Sample::energy)
          .zipSatisfy(
              candidates,
              (energy, candidate) ->
                  assertThat(energy).isCloseTo(candidate.energy(), within(1e-6)));
      assertThat(run.at(ComparedAt.STEPS).samples()).hasSize(4);
      assertThat(run.at(ComparedAt.STEPS).step()).isEqualTo(10);
    }
  }

  @Test
  void everySamplerRunsOnATaskBeforeTheNextAndStartsWhereTheOthersStart() {
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS);
    List<TaskRun> runs = run(plan);

    assertThat(runs).hasSize(3 * plan.samplers().size());
    assertThat(runs.subList(0, 5)).extracting(run -> run.task().id()).containsOnly("tbc:1");
    assertThat(runs)
        .extracting(TaskRun::sampler)
        .startsWith("dmala", "dula", "gwg", "gibbs", "gibbs-mh", "dmala");
    for (TaskRun run : runs) {
      TaskRun first =
          runs.stream().filter(other -> other.task().equals(run.task())).findFirst().orElseThrow();
      assertThat(run.snapshots().get(0).samples())
          .extracting(Sample::fills)
          .isEqualTo(first.snapshots().get(0).samples().stream().map(Sample::fills).toList());
    }
  }

  @Test
  void equalPassesAreStepsTimesBlanksForEveryChain() {
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS, ComparedAt.PASSES);
    for (TaskRun run : run(plan)) {
      long budget = 4L * 10 * run.task().positions().size();
      Snapshot steps = run.at(ComparedAt.STEPS);
      Snapshot passes = run.at(ComparedAt.PASSES);

      assertThat(steps.step()).isEqualTo(10);
      if (run.sampler().equals("gibbs")) {
        // One pass for a chain's step, and one in all for the start.
        assertThat(passes.modelPasses()).isEqualTo(budget + 1);
        assertThat(passes.step()).isEqualTo(10 * run.task().positions().size());
      } else if (passes.step() < 20 * 10) {
        assertThat(passes.modelPasses()).isGreaterThanOrEqualTo(budget);
        Snapshot before = run.snapshots().get(Math.max(0, run.snapshots().indexOf(passes) - 1));
        assertThat(before.modelPasses()).isLessThan(budget);
      }
      assertThat(run.snapshots())
          .isSortedAccordingTo((a, b) -> Integer.compare(a.step(), b.step()));
    }
  }

  @Test
  void aNumberOfPassesMayBeFewerOrMoreThanTheStepsCost() {
    for (int passesPerChain : new int[] {6, 45}) {
      ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS, ComparedAt.PASSES);
      List<TaskRun> runs =
          run(
              new ExperimentPlan(
                  plan.tasks(),
                  plan.samplers(),
                  plan.comparisons(),
                  OptionalInt.of(passesPerChain),
                  plan.kept(),
                  plan.seed()),
              folder.resolve(String.valueOf(passesPerChain)));
      for (TaskRun run : runs) {
        Snapshot passes = run.at(ComparedAt.PASSES);

        assertThat(run.at(ComparedAt.STEPS).step()).isEqualTo(10);
        if (run.sampler().equals("gibbs")) {
          assertThat(passes.step()).isEqualTo(passesPerChain);
        } else if (passes.step() < 20 * 10) {
          assertThat(passes.modelPasses()).isGreaterThanOrEqualTo(4L * passesPerChain);
        }
      }
    }
  }

  @Test
  void aSweepIsAsManyStepsAsBlanks() {
    SamplerSpec one = TinyExperiment.sampler("gibbs");
    SamplerSpec sweep =
        new SamplerSpec("gibbs+updates=sweep", one.settings(), UpdatesPerStep.SWEEP);
    ExperimentPlan plan =
        new ExperimentPlan(
            TinyExperiment.TASKS, List.of(one, sweep), List.of(ComparedAt.STEPS), 2, 7);

    List<TaskRun> runs = run(plan);

    assertThat(runs)
        .extracting(run -> run.at(ComparedAt.STEPS).step())
        .containsExactly(10, 20, 10, 30, 10, 10);
    // The same streams: the first steps of the sweeps are the steps of the other.
    for (int step : new int[] {0, 1, 2, 5}) {
      assertThat(snapshot(runs.get(3), step)).isEqualTo(snapshot(runs.get(2), step));
    }
  }

  private static Snapshot snapshot(TaskRun run, int step) {
    return run.snapshots().stream()
        .filter(snapshot -> snapshot.step() == step)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aStepByIntermediatesIsTwiceTheWork() {
    assertThat(totals("cdmala"))
        .isNotEmpty()
        .allSatisfy(total -> assertThat(total).isEqualTo(10 * 2 * 6));
  }

  private List<Double> totals(String sampler) {
    List<Double> totals = new ArrayList<>();
    ExperimentPlan plan = TinyExperiment.plan(List.of(sampler), ComparedAt.STEPS);
    try (ExperimentRecord record = ExperimentRecord.open(folder, plan, TinyExperiment.CONTEXT)) {
      new ExperimentRunner(model, plan)
          .run(record, (task, spec, part, total) -> totals.add(total), new Cancellation());

      assertThat(record.runs()).hasSize(3);
    }
    return totals;
  }

  @Test
  void progressGrowsToItsTotal() {
    List<Double> done = new ArrayList<>();
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS);
    try (ExperimentRecord record = ExperimentRecord.open(folder, plan, TinyExperiment.CONTEXT)) {
      new ExperimentRunner(model, plan)
          .run(
              record,
              (task, sampler, part, total) -> {
                done.add(part);
                assertThat(part).isLessThanOrEqualTo(total + 1e-9);
                // 2 + 3 + 1 blanks; Gibbs needs one pass for a step, the four others all blanks.
                assertThat(total).isEqualTo(10 * (3 + 4 * 6));
              },
              new Cancellation());
    }

    assertThat(done).isSorted();
    assertThat(done.get(done.size() - 1)).isCloseTo(270, within(1e-9));
  }

  /** 31 · seed + hash made 1 and task 10 that of 0 and task 20. */
  @Test
  void noTwoTasksAndSeedsHaveTheSameStreams() {
    Set<Long> seeds = new HashSet<>();
    for (int seed = -50; seed < 50; seed++) {
      List<MaskingTask> tasks =
          IntStream.range(0, 100)
              .mapToObj(line -> TinyExperiment.task("tbc:" + line, "tbc", "the cat", 1))
              .toList();
      ExperimentPlan plan =
          new ExperimentPlan(
              tasks, List.of(TinyExperiment.sampler("gibbs")), List.of(ComparedAt.STEPS), 1, seed);
      tasks.forEach(task -> seeds.add(plan.seed(task)));
    }
    assertThat(seeds).hasSize(100 * 100);
  }

  @Test
  void aTaskThatTheModelCannotReadIsAnError() {
    ExperimentPlan plan =
        new ExperimentPlan(
            List.of(TinyExperiment.task("long:1", "", "the cat ".repeat(30).strip(), 1, 58)),
            List.of(TinyExperiment.sampler("gibbs")),
            List.of(ComparedAt.STEPS),
            1,
            1);

    assertThatThrownBy(() -> run(plan)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void whatCannotBeRunIsKnownBefore() {
    SamplerSpec gibbs = TinyExperiment.sampler("gibbs");
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS);

    assertThatThrownBy(
            () ->
                runner(gibbs, TinyExperiment.task("long:1", "", "the cat ".repeat(30).strip(), 1))
                    .check())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("task long:1: ");
    assertThatThrownBy(
            () ->
                runner(
                        with(gibbs, gibbs.settings().with(Settings.MAX_BLANKS, 2)),
                        plan.tasks().get(1))
                    .check())
        .hasMessage("task wiki:1 has 3 blanks, more than 2");
    assertThatThrownBy(
            () ->
                runner(
                        with(gibbs, gibbs.settings().with(Settings.STEPS, 200_000_000)),
                        plan.tasks().get(1))
                    .check())
        .hasMessage("200000000 steps are too many for task wiki:1");
    new ExperimentRunner(model, plan).check();
  }

  private static SamplerSpec with(SamplerSpec sampler, SampleSettings settings) {
    return new SamplerSpec(sampler.label(), settings, sampler.updates());
  }

  private ExperimentRunner runner(SamplerSpec sampler, MaskingTask task) {
    return new ExperimentRunner(
        model,
        new ExperimentPlan(List.of(task), List.of(sampler), List.of(ComparedAt.STEPS), 1, 1));
  }

  @Test
  void secondsAndEffectiveSampleSizesAreOfTheChainsAlone() {
    for (TaskRun run : run(TinyExperiment.plan(ComparedAt.STEPS))) {
      // Every state of so short a run is looked at, but Gibbs does not evaluate U by itself.
      assertThat(run.diagnosticsAt(ComparedAt.STEPS).effectiveSampleSize().isPresent())
          .isEqualTo(!run.sampler().equals("gibbs"));
      assertThat(
              run.diagnosticsAt(ComparedAt.STEPS)
                  .effectiveSampleSizeOfHammingDistance()
                  .isPresent())
          .isTrue();
    }
  }

  @Test
  void plansThatMakeNoSenseAreRefused() {
    ExperimentPlan plan = TinyExperiment.plan(ComparedAt.STEPS);
    assertThatThrownBy(
            () ->
                new ExperimentPlan(
                    List.of(), plan.samplers(), plan.comparisons(), plan.kept(), plan.seed()))
        .hasMessage("an experiment needs tasks");
    assertThatThrownBy(
            () ->
                new ExperimentPlan(
                    plan.tasks(),
                    List.of(plan.samplers().get(0), plan.samplers().get(0)),
                    plan.comparisons(),
                    plan.kept(),
                    plan.seed()))
        .hasMessage("'dmala' is there twice");
    assertThatThrownBy(
            () ->
                new ExperimentPlan(
                    plan.tasks(), plan.samplers(), plan.comparisons(), 0, plan.seed()))
        .hasMessage("kept must be from 1 to 100000, not 0");
    for (int passes : new int[] {0, 5}) {
      assertThatThrownBy(
              () ->
                  new ExperimentPlan(
                      plan.tasks(),
                      plan.samplers(),
                      plan.comparisons(),
                      OptionalInt.of(passes),
                      plan.kept(),
                      plan.seed()))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("passes");
    }
  }
}
