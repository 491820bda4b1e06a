package dev.infill.evaluation.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The nonparametric bootstrap over tasks (Efron 1979): a resample draws as many tasks as there are,
 * with replacement. One bootstrap is used for all figures of an experiment, so that figures of two
 * samplers meet the same tasks in every resample and their difference is a paired one (Koehn 2004,
 * for BLEU). Immutable.
 *
 * <p>The tasks' additive statistics are resampled; they are computed once against the full pool of
 * sentences. Resampling the sentences themselves would not do for self-BLEU and n-grams seen once:
 * a task drawn twice would bring references that are copies of its own sentences, and self-BLEU
 * would be far too high in every resample. The limit of this choice: a resample's sentences keep
 * all sentences of the experiment as their references, also those of tasks it left out. So the
 * interval leaves out how a change of the <em>other</em> tasks would change a task's own matches;
 * it is small where tasks share few long n-grams, since most matches of a sentence are then with
 * fillings of its own task. Against recomputation with one task deleted at a time the standard
 * errors of self-BLEU agree to about a tenth on 20 tasks; {@code TaskBootstrapTest} and {@code
 * ExperimentReportTest} check it.
 *
 * <p>Tasks drawn in equal numbers from two corpora are resampled as one pool, which makes intervals
 * a little wider than resampling within each corpus would. Percentile intervals of 20 tasks are a
 * little short: those of a mean cover about 93 % where 95 % are asked for.
 */
public final class TaskBootstrap {
  private final int[][] multiplicities;
  private final int tasks;

  private TaskBootstrap(int tasks, int[][] multiplicities) {
    this.tasks = tasks;
    this.multiplicities = multiplicities;
  }

  /**
   * Draws the resamples.
   *
   * @param tasks how many tasks there are, at least 1
   * @param resamples how many resamples, at least 1
   * @param seed equal seeds draw equal resamples
   */
  public static TaskBootstrap of(int tasks, int resamples, long seed) {
    if (tasks < 1 || resamples < 1) {
      throw new IllegalArgumentException(resamples + " resamples of " + tasks + " tasks");
    }
    SplittableRandom random = new SplittableRandom(seed);
    int[][] multiplicities = new int[resamples][tasks];
    for (int[] resample : multiplicities) {
      for (int draw = 0; draw < tasks; draw++) {
        resample[random.nextInt(tasks)]++;
      }
    }
    return new TaskBootstrap(tasks, multiplicities);
  }

  /**
   * Computes a figure in every resample.
   *
   * @param statistic over the same tasks, in the same order, as all others
   * @throws IllegalArgumentException if it is over another number of tasks
   */
  public Resampled resample(AdditiveStatistic statistic) {
    if (statistic.taskCount() != tasks) {
      throw new IllegalArgumentException(
          "a statistic of " + statistic.taskCount() + " tasks, resamples of " + tasks);
    }
    double[] values = new double[multiplicities.length];
    Arrays.parallelSetAll(values, resample -> statistic.value(multiplicities[resample]));
    return new Resampled(tasks, statistic.value(), values);
  }
}
