package dev.infill.evaluation.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A figure that is a function of a sum over tasks: of every task a vector of sufficient statistics
 * (n-gram matches, lengths, counts), added up, then one score of the sum. Means, ratios of sums and
 * corpus BLEU are of this kind. Immutable.
 */
public final class AdditiveStatistic {
  private final double[][] tasks;
  private final ToDoubleFunction<double[]> score;

  private AdditiveStatistic(double[][] tasks, ToDoubleFunction<double[]> score) {
    this.tasks = tasks;
    this.score = score;
  }

  /**
   * Creates a statistic.
   *
   * @param tasks for each task its vector, all of one length; at least one task
   * @param score the figure that a sum of such vectors stands for; NaN where it is undefined.
   *     Called by several threads
   * @throws IllegalArgumentException if there is no task, or the lengths differ
   */
  public static AdditiveStatistic of(List<double[]> tasks, ToDoubleFunction<double[]> score) {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("no task");
    }
    int length = tasks.get(0).length;
    if (tasks.stream().anyMatch(task -> task.length != length)) {
      throw new IllegalArgumentException("tasks whose vectors differ in length");
    }
    return new AdditiveStatistic(
        tasks.stream().map(double[]::clone).toArray(double[][]::new), score);
  }

  /**
   * Creates the mean of all values of all tasks: a task of many values weighs more.
   *
   * @param values for each task its values; may be empty for some
   */
  public static AdditiveStatistic mean(List<? extends Collection<Double>> values) {
    return of(
        values.stream()
            .map(
                task ->
                    new double[] {
                      task.stream().mapToDouble(Double::doubleValue).sum(), task.size()
                    })
            .toList(),
        sum -> sum[0] / sum[1]);
  }

  /**
   * Creates the mean of one value per task, over the tasks that have one.
   *
   * @param values for each task its value
   */
  public static AdditiveStatistic meanOfPresent(List<OptionalDouble> values) {
    return mean(values.stream().map(value -> value.stream().boxed().toList()).toList());
  }

  /** Returns how many tasks it is over. */
  public int taskCount() {
    return tasks.length;
  }

  /** Returns the figure over all tasks, each counted once. */
  public double value() {
    int[] once = new int[tasks.length];
    Arrays.fill(once, 1);
    return value(once);
  }

  /**
   * Returns the figure of a collection of the tasks.
   *
   * @param multiplicities how often each task is in it; not all 0
   */
  double value(int[] multiplicities) {
    double[] sum = new double[tasks[0].length];
    for (int task = 0; task < tasks.length; task++) {
      int times = multiplicities[task];
      // A task left out adds nothing, even if a component is infinite.
      if (times > 0) {
        double[] vector = tasks[task];
        for (int i = 0; i < sum.length; i++) {
          sum[i] += times * vector[i];
        }
      }
    }
    return score.applyAsDouble(sum);
  }
}
