package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.metrics.LowerCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The step sizes that did best on tasks set aside for it. Immutable; written and read as JSON.
 *
 * @param tasks the tasks they were tuned on
 * @param model the SHA-256 of the model's weights
 * @param conditions by the label of the sampler what its step size was tuned for, in words
 * @param criterion what was maximised, in words
 * @param trials every sampler with every step size
 * @param stepSizes α by the label of the sampler
 */
public record TunedStepSizes(
    List<MaskingTask> tasks,
    String model,
    Map<String, String> conditions,
    String criterion,
    List<StepSizeTrial> trials,
    Map<String, Double> stepSizes) {
  /** Copies the collections. */
  public TunedStepSizes {
    tasks = List.copyOf(tasks);
    trials = List.copyOf(trials);
    conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
    stepSizes = Collections.unmodifiableMap(new TreeMap<>(stepSizes));
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @param file the file
   * @throws InvalidInputException if it is not there, or no such file
   */
  public static TunedStepSizes read(Path file) {
    try {
      return new ExperimentJson().read(Files.readString(file), TunedStepSizes.class);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("step-sizes", file + ": there is no such file", e);
    } catch (IOException e) {
      throw new InvalidInputException(
          "step-sizes", file + ": not a file that infill evaluate tune has written", e);
    }
  }

  /** Returns the JSON of it, for people to read. */
  public String toJson() {
    return new ExperimentJson().pretty(this);
  }

  /** Returns the JSON of it on one line. */
  public String toJsonLine() {
    return new ExperimentJson().line(this) + "\n";
  }

  /**
   * Returns samplers with the step sizes that were found for them; one that was given with its
   * sampler stays.
   *
   * @param samplers the samplers
   * @throws InvalidInputException if a sampler needs a step size and none was tuned, or it was
   *     tuned for another balancing function, gradient, temperature, energy, vocabulary or start
   */
  public List<SamplerSpec> applyTo(List<SamplerSpec> samplers) {
    return samplers.stream().map(this::tuned).toList();
  }

  private SamplerSpec tuned(SamplerSpec sampler) {
    if (!sampler.hasStepSize() || sampler.stepSizeSource() == StepSizeSource.GIVEN) {
      return sampler;
    }
    Double stepSize = stepSizes.get(sampler.label());
    if (stepSize == null) {
      throw new InvalidInputException(
          "step-sizes",
          "no step size was tuned for %s, only for %s; tune it too, or give it as %s+alpha=0.4"
              .formatted(sampler.label(), String.join(", ", stepSizes.keySet()), sampler.label()));
    }
    if (!sampler.conditions().equals(conditions.get(sampler.label()))) {
      throw new InvalidInputException(
          "step-sizes",
          "the step size of %s was tuned for %s, and is now asked for %s; tune it again"
              .formatted(sampler.label(), conditions.get(sampler.label()), sampler.conditions()));
    }
    return sampler.withStepSize(stepSize, StepSizeSource.TUNED);
  }

  /**
   * Makes sure that nothing was tuned on what is to be evaluated.
   *
   * @param evaluated the tasks of the evaluation
   * @param sha256 the SHA-256 of the weights of the model that is evaluated
   * @throws InvalidInputException if one of their sentences is among the tuning tasks, whatever its
   *     case, or the step sizes were tuned with another model
   */
  public void requireHeldOut(List<MaskingTask> evaluated, String sha256) {
    if (!model.equals(sha256)) {
      throw new InvalidInputException(
          "step-sizes",
          "the step sizes were tuned with another model, of SHA-256 %s; tune them again"
              .formatted(model));
    }
    Set<List<String>> seen = new HashSet<>();
    tasks.forEach(task -> seen.add(LowerCase.of(task.words())));
    for (MaskingTask task : evaluated) {
      if (seen.contains(LowerCase.of(task.words()))) {
        throw new InvalidInputException(
            "step-sizes",
            "the step sizes were tuned on task %s, which is to be evaluated: %s"
                .formatted(task.id(), task.text()));
      }
    }
  }
}
