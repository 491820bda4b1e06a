package dev.infill.evaluation.paper;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.ChainSample;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sample.SampledChains;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.run.RunListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Runs one sampler on one task after another, as a plan says. Tasks come in turn and every sampler
 * runs on a task before the next one, so that an experiment that was broken off compares its
 * samplers on the tasks it has.
 */
public final class ExperimentRunner {
  /** Chains whose proposals are all unchanged cost no passes; at some point they must stop. */
  private static final int LEAST_MOST_STEPS_FACTOR = 20;

  private final MaskedLanguageModel model;
  private final Infiller infiller;
  private final ExperimentPlan plan;

  /**
   * Creates a runner.
   *
   * @param model the model whose energy is sampled; its caller closes it
   * @param plan what is run
   */
  public ExperimentRunner(MaskedLanguageModel model, ExperimentPlan plan) {
    this.model = model;
    this.infiller = new Infiller(model);
    this.plan = plan;
  }

  /**
   * Makes sure that every run can be made, before the first is.
   *
   * @throws InvalidInputException if a task has more blanks than the samplers' settings allow, or
   *     more pieces than the model reads, there are too many steps, or a sampler cannot fill it
   */
  public void check() {
    for (MaskingTask task : plan.tasks()) {
      try {
        model.tokenize(BlankedText.parse(task.masked()));
      } catch (InvalidInputException e) {
        throw new InvalidInputException(
            e.field(), "task %s: %s".formatted(task.id(), e.getMessage()), e);
      }
      for (SamplerSpec sampler : plan.samplers()) {
        check(task, sampler);
      }
    }
  }

  private void check(MaskingTask task, SamplerSpec sampler) {
    int blanks = task.positions().size();
    int most = sampler.settings().get(Settings.MAX_BLANKS);
    if (blanks > most) {
      throw new InvalidInputException(
          "tasks", "task %s has %d blanks, more than %d".formatted(task.id(), blanks, most));
    }
    if (mostSteps(new Pending(task, sampler)) > Integer.MAX_VALUE) {
      throw new InvalidInputException(
          "steps", sampler.settings().steps() + " steps are too many for task " + task.id());
    }
    try {
      infiller.prepare(BlankedText.parse(task.masked()), sampler.settings());
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          e.field(), "%s, task %s: %s".formatted(sampler.label(), task.id(), e.getMessage()), e);
    }
  }

  /**
   * Runs what a record of the experiment does not hold yet, and records each run as soon as it is
   * there. The record does not depend on where the experiment was broken off before.
   *
   * @param record holds the runs that were made before
   * @param listener is notified of progress
   * @param cancellation stops the experiment before its next model pass; the run that was going on
   *     is lost
   * @return whether all runs are made
   */
  public boolean run(ExperimentRecord record, RunListener listener, Cancellation cancellation) {
    List<Pending> pending = pending(record);
    double[] works = pending.stream().mapToDouble(this::work).toArray();
    double total = Arrays.stream(works).sum();
    double done = 0;
    for (int k = 0; k < works.length; k++) {
      Pending next = pending.get(k);
      double before = done;
      double work = works[k];
      Optional<Made> made =
          run(
              next,
              step ->
                  listener.onProgress(
                      next.sampler().label(),
                      next.task().id(),
                      before + work * part(next, step),
                      total),
              cancellation);
      if (made.isEmpty()) {
        return false;
      }
      record.add(made.get().run(), made.get().seconds());
      done += work;
      listener.onProgress(next.sampler().label(), next.task().id(), done, total);
    }
    return true;
  }

  private record Pending(MaskingTask task, SamplerSpec sampler) {}

  private record Made(TaskRun run, double seconds) {}

  private List<Pending> pending(ExperimentRecord record) {
    List<Pending> pending = new ArrayList<>();
    for (MaskingTask task : plan.tasks()) {
      for (SamplerSpec sampler : plan.samplers()) {
        if (!record.holds(task, sampler)) {
          pending.add(new Pending(task, sampler));
        }
      }
    }
    return pending;
  }

  /** Returns about how much work a run is, for the time that is left: in passes of one chain. */
  private double work(Pending run) {
    double equalSteps = (double) run.sampler().settings().steps() * passesPerStep(run);
    return equalPasses()
        ? Math.max(equalSteps, (double) plan.passesPerChain(run.task(), run.sampler()))
        : equalSteps;
  }

  private double passesPerStep(Pending run) {
    SampleSettings settings = run.sampler().settings();
    Sampler kind = settings.sampler();
    int blanks = run.task().positions().size();
    if (kind == Sampler.GIBBS && run.sampler().updates() == UpdatesPerStep.ONE) {
      return 1;
    }
    return (kind.has(Settings.INTERMEDIATE) ? 2 : 1) * blanks;
  }

  private double part(Pending run, int step) {
    boolean gibbs = run.sampler().settings().sampler() == Sampler.GIBBS;
    long expected =
        equalPasses() && gibbs
            ? Math.max(equalSteps(run), plan.passesPerChain(run.task(), run.sampler()))
            : equalSteps(run);
    return Math.min(1, (double) step / expected);
  }

  private boolean equalPasses() {
    return plan.comparisons().contains(ComparedAt.PASSES);
  }

  private static int equalSteps(Pending run) {
    return run.sampler().settings().steps()
        * run.sampler().updates().count(run.task().positions().size());
  }

  /**
   * Gibbs with one update a step makes one step a pass. Chains that do not always propose a change
   * get twice as many steps, and more for few blanks.
   */
  private static long mostSteps(Pending run) {
    int blanks = run.task().positions().size();
    return (long) run.sampler().settings().steps()
        * run.sampler().updates().count(blanks)
        * Math.max(LEAST_MOST_STEPS_FACTOR, 2 * blanks);
  }

  private Optional<Made> run(Pending run, IntConsumer progress, Cancellation cancellation) {
    int equalSteps = equalSteps(run);
    SampleSettings settings = run.sampler().settings().withSeed(plan.seed(run.task()));
    long budget =
        equalPasses() ? settings.chains() * plan.passesPerChain(run.task(), run.sampler()) : 0;
    SampledChains chains =
        infiller.chains(
            run.task().masked(),
            settings,
            StoppingRule.afterStepsAndPasses(equalSteps, budget, (int) mostSteps(run)),
            (phase, done, total) -> progress.accept((int) done),
            cancellation);
    if (chains.isInterrupted()) {
      return Optional.empty();
    }
    return taskRun(run, settings, chains, budget, cancellation)
        .map(made -> new Made(made, chains.seconds()));
  }

  /** Looks at the chains at some of their steps; a cancellation stops it between two steps. */
  private Optional<TaskRun> taskRun(
      Pending run,
      SampleSettings settings,
      SampledChains chains,
      long budget,
      Cancellation cancellation) {
    int equalSteps = equalSteps(run);
    Map<ComparedAt, Integer> steps = new TreeMap<>();
    steps.put(ComparedAt.STEPS, equalSteps);
    if (equalPasses()) {
      steps.put(ComparedAt.PASSES, firstStepOf(budget, chains));
    }
    Map<ComparedAt, TaskRun.Diagnostics> diagnostics = new TreeMap<>();
    List<Snapshot> snapshots = new ArrayList<>();
    for (int step : SnapshotSteps.of(chains.steps(), steps.values().toArray(Integer[]::new))) {
      if (cancellation.isCancelled()) {
        return Optional.empty();
      }
      snapshots.add(snapshot(step, chains));
    }
    steps.forEach((comparison, step) -> diagnostics.put(comparison, diagnostics(step, chains)));
    return Optional.of(
        new TaskRun(
            run.task(),
            run.sampler().label(),
            settings.seed().orElseThrow(),
            snapshots,
            steps,
            diagnostics));
  }

  /** Returns the first step at which the chains had cost a budget, or else the last one. */
  private static int firstStepOf(long budget, SampledChains chains) {
    int low = 1;
    int high = chains.steps();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chains.modelPasses(middle) >= budget) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static Snapshot snapshot(int step, SampledChains chains) {
    List<ChainSample> at = chains.at(step);
    List<Sample> samples = new ArrayList<>(at.size());
    for (int chain = 0; chain < at.size(); chain++) {
      ChainSample sample = at.get(chain);
      samples.add(new Sample(chain, sample.tokens(), sample.text(), rounded(sample.energy())));
    }
    return new Snapshot(step, chains.modelPasses(step), samples);
  }

  /** Rounds to a millionth of a nat: what follows is noise of float32. */
  private static double rounded(double energy) {
    return Double.isFinite(energy) ? Math.rint(energy * 1e6) / 1e6 : energy;
  }

  private static TaskRun.Diagnostics diagnostics(int step, SampledChains chains) {
    SampleDiagnostics diagnostics = chains.diagnostics(step);
    return new TaskRun.Diagnostics(
        diagnostics.moves().accepted(),
        diagnostics.moves().changed(),
        diagnostics.moves().meanChangedBlanks(),
        diagnostics.effectiveSampleSize(),
        diagnostics.hammingDistance().effectiveSampleSize());
  }
}
