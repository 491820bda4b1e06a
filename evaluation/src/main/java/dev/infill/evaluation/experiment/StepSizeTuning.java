package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskingTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Finds the step size of every sampler that has one, by trying each of a list on tasks that are not
 * in the evaluation: itself an {@link ExperimentPlan}, so that it is run, recorded and continued as
 * one.
 *
 * <p>The step size with the highest mean U is taken, over all snapshots in the second half of the
 * steps. It is a measure of how soon a sampler comes to likely text and stays there, and the only
 * one that serves adjusted and unadjusted samplers alike: acceptance says nothing of DULA, and how
 * far a chain moves is largest where it moves at random.
 */
public final class StepSizeTuning {
  /** What is maximised, in words. */
  public static final String CRITERION =
      "highest mean U of all chains, looked at in the second half of their steps";

  private final List<SamplerSpec> samplers;
  private final List<Double> stepSizes;

  /**
   * Creates a tuning.
   *
   * @param samplers samplers; those without a step size, or with a given one, are left out
   * @param stepSizes the values of α to try, at least one
   * @throws InvalidInputException if no sampler has a step size to tune, or a step size is there
   *     twice
   */
  public StepSizeTuning(List<SamplerSpec> samplers, List<Double> stepSizes) {
    this.samplers =
        samplers.stream()
            .filter(
                sampler ->
                    sampler.hasStepSize() && sampler.stepSizeSource() != StepSizeSource.GIVEN)
            .toList();
    this.stepSizes = List.copyOf(stepSizes);
    if (this.samplers.isEmpty()) {
      throw new InvalidInputException(
          "samplers", "no sampler has a step size to tune; dula and dmala without +alpha have one");
    }
    for (double stepSize : stepSizes) {
      if (Collections.frequency(stepSizes, stepSize) > 1) {
        throw new InvalidInputException("step-sizes", stepSize + " is there twice");
      }
    }
  }

  /**
   * Returns what is to be run.
   *
   * @param tasks the tuning tasks
   * @param seed the seed of the chains
   */
  public ExperimentPlan plan(List<MaskingTask> tasks, long seed) {
    List<SamplerSpec> trials = new ArrayList<>();
    for (SamplerSpec sampler : samplers) {
      for (double stepSize : stepSizes) {
        SamplerSpec with = sampler.withStepSize(stepSize, StepSizeSource.GIVEN);
        trials.add(
            new SamplerSpec(
                label(sampler, stepSize), with.settings(), with.updates(), with.stepSizeSource()));
      }
    }
    return new ExperimentPlan(tasks, trials, List.of(ComparedAt.STEPS), 1, seed);
  }

  private static String label(SamplerSpec sampler, double stepSize) {
    return sampler.label() + "+alpha=" + stepSize;
  }

  /**
   * Returns what was found.
   *
   * @param tasks the tuning tasks
   * @param runs the runs of {@link #plan}, all of them
   * @param model the SHA-256 of the model's weights
   */
  public TunedStepSizes result(List<MaskingTask> tasks, List<TaskRun> runs, String model) {
    Map<String, String> conditions = new TreeMap<>();
    samplers.forEach(sampler -> conditions.put(sampler.label(), sampler.conditions()));
    List<StepSizeTrial> trials = new ArrayList<>();
    Map<String, Double> chosen = new TreeMap<>();
    for (SamplerSpec sampler : samplers) {
      List<StepSizeTrial> own =
          stepSizes.stream().map(stepSize -> trial(sampler, stepSize, runs)).toList();
      trials.addAll(own);
      chosen.put(
          sampler.label(),
          own.stream()
              .max(Comparator.comparingDouble(StepSizeTrial::meanEnergy))
              .orElseThrow()
              .stepSize());
    }
    return new TunedStepSizes(tasks, model, conditions, CRITERION, trials, chosen);
  }

  private static StepSizeTrial trial(SamplerSpec sampler, double stepSize, List<TaskRun> runs) {
    String label = label(sampler, stepSize);
    List<TaskRun> own = runs.stream().filter(run -> run.sampler().equals(label)).toList();
    ToDoubleFunction<ToDoubleFunction<RunDiagnostics>> mean =
        value ->
            own.stream()
                .mapToDouble(run -> value.applyAsDouble(run.diagnosticsAt(ComparedAt.STEPS)))
                .average()
                .orElseThrow();
    return new StepSizeTrial(
        sampler.label(),
        stepSize,
        own.stream().mapToDouble(StepSizeTuning::secondHalfEnergy).average().orElseThrow(),
        mean.applyAsDouble(RunDiagnostics::acceptanceRate),
        mean.applyAsDouble(RunDiagnostics::acceptedAndChangedRate),
        mean.applyAsDouble(RunDiagnostics::changedPerStep));
  }

  private static double secondHalfEnergy(TaskRun run) {
    int last = run.at(ComparedAt.STEPS).step();
    return run.snapshots().stream()
        .filter(snapshot -> 2 * snapshot.step() > last && snapshot.step() <= last)
        .flatMap(snapshot -> snapshot.samples().stream())
        .mapToDouble(Sample::energy)
        .average()
        .orElseThrow();
  }
}
