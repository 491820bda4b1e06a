package dev.infill.evaluation.paper;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.SeededHash;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which samplers are run on which tasks. Immutable.
 *
 * @param tasks the tasks, at least one, with different ids
 * @param samplers the samplers, at least one, with different labels
 * @param comparisons what is equal when they are compared; at least {@code STEPS}. With {@code
 *     PASSES} every chain goes on until the chains of the run have cost that many model passes
 *     each.
 * @param passes how many passes a chain that is, from 1 to 100,000,000. Empty for steps × blanks:
 *     what that many steps of a sampler cost that evaluates every blank once in a step.
 * @param kept how many samples of highest U are kept of each run, from 1 to 100,000
 * @param seed the seed of everything; the chains of a task have the same streams, and so the same
 *     starts, under every sampler
 */
public record ExperimentPlan(
    List<MaskingTask> tasks,
    List<SamplerSpec> samplers,
    List<ComparedAt> comparisons,
    OptionalInt passes,
    int kept,
    long seed) {
  private static final NumberRange PASSES = new NumberRange(1, 100_000_000);
  private static final NumberRange KEPT = new NumberRange(1, 100_000);

  /**
   * Copies the lists and checks them.
   *
   * @throws InvalidInputException if one is empty, or holds the same thing twice
   */
  public ExperimentPlan {
    tasks = List.copyOf(tasks);
    samplers = List.copyOf(samplers);
    comparisons = List.copyOf(comparisons);
    different("tasks", tasks.stream().map(MaskingTask::id).toList());
    different("samplers", samplers.stream().map(SamplerSpec::label).toList());
    if (!comparisons.contains(ComparedAt.STEPS)) {
      throw new IllegalArgumentException("the comparison at equal steps is always made");
    }
    checkPasses(comparisons, passes);
    KEPT.require("kept", kept);
  }

  /** As above, with steps × blanks passes where passes are equal. */
  public ExperimentPlan(
      List<MaskingTask> tasks,
      List<SamplerSpec> samplers,
      List<ComparedAt> comparisons,
      int kept,
      long seed) {
    this(tasks, samplers, comparisons, OptionalInt.empty(), kept, seed);
  }

  /**
   * Makes sure that a number of passes is one, and is needed; a plan does so itself.
   *
   * @param comparisons what is equal when samplers are compared
   * @param passes how many passes a chain
   * @throws InvalidInputException if there are too few or too many, or passes are not made equal
   */
  public static void checkPasses(List<ComparedAt> comparisons, OptionalInt passes) {
    if (passes.isEmpty()) {
      return;
    }
    PASSES.require("passes", passes.getAsInt());
    if (!comparisons.contains(ComparedAt.PASSES)) {
      throw new InvalidInputException(
          "passes", "--passes needs --steps-budget passes; with equal steps it says nothing");
    }
  }

  private static void different(String field, List<String> names) {
    if (names.isEmpty()) {
      throw new InvalidInputException(field, "an experiment needs " + field);
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new InvalidInputException(field, "'%s' is there twice".formatted(name));
      }
    }
  }

  /** Returns how many model passes a chain has when samplers are compared at equal passes. */
  long passesPerChain(MaskingTask task, SamplerSpec sampler) {
    return passes.isPresent()
        ? passes.getAsInt()
        : (long) sampler.settings().steps() * task.positions().size();
  }

  /** Returns the seed of the chains of a task, unlike that of any other task or plan. */
  long seed(MaskingTask task) {
    return new SeededHash(seed).of("chains", task.id());
  }
}
