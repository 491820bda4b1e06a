package dev.infill.evaluation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskBootstrapTest {
  private static final int TASKS = 20;
  private static final int RESAMPLES = 10_000;

  private static AdditiveStatistic mean(double... values) {
    return AdditiveStatistic.mean(Arrays.stream(values).mapToObj(List::of).toList());
  }

  private static double[] normals(Random random, int count) {
    return IntStream.range(0, count).mapToDouble(i -> 5 + 2 * random.nextGaussian()).toArray();
  }

  @Test
  void resamplesOfTwoTasksAreBinomial() {
    Resampled resampled = TaskBootstrap.of(2, RESAMPLES, 1).resample(mean(0, 1));
    assertThat(resampled.value()).isEqualTo(0.5);
    // Means 0, ½ and 1 come with ¼, ½ and ¼: variance ⅛. Five standard errors of each share.
    for (double[] expected : new double[][] {{0, 0.25}, {0.5, 0.5}, {1, 0.25}}) {
      double share = share(resampled, expected[0]);
      assertThat(share)
          .isCloseTo(
              expected[1], within(5 * Math.sqrt(expected[1] * (1 - expected[1]) / RESAMPLES)));
    }
    assertThat(resampled.standardError().orElseThrow()).isCloseTo(Math.sqrt(0.125), within(0.01));
    assertThat(resampled.interval(0.95)).contains(new Interval(0, 1));
  }

  private static double share(Resampled resampled, double value) {
    return Arrays.stream(resampled.resamples()).filter(one -> one == value).count()
        / (double) RESAMPLES;
  }

  @Test
  void standardErrorOfAMeanIsTheTextbooks() {
    double[] values = normals(new Random(2), TASKS);
    double average = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(value -> (value - average) * (value - average)).sum() / TASKS;
    assertThat(
            TaskBootstrap.of(TASKS, RESAMPLES, 3)
                .resample(mean(values))
                .standardError()
                .orElseThrow())
        // The standard error of a standard deviation from 10,000 draws is 0.7 %.
        .isCloseTo(Math.sqrt(variance / TASKS), within(0.035 * Math.sqrt(variance / TASKS)));
  }

  @Test
  void standardErrorOfARatioAgreesWithTheJackknife() {
    Random random = new Random(4);
    List<double[]> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      double length = 60 + random.nextInt(60);
      tasks.add(new double[] {length * (0.3 + 0.2 * random.nextDouble()), length});
    }
    double bootstrap =
        TaskBootstrap.of(TASKS, RESAMPLES, 5)
            .resample(AdditiveStatistic.of(tasks, sum -> 100 * sum[0] / sum[1]))
            .standardError()
            .orElseThrow();
    assertThat(bootstrap).isCloseTo(jackknife(tasks), within(0.1 * jackknife(tasks)));
  }

  private static double jackknife(List<double[]> tasks) {
    double[] without =
        IntStream.range(0, tasks.size())
            .mapToDouble(
                deleted -> {
                  double[] sum = new double[2];
                  for (int i = 0; i < tasks.size(); i++) {
                    if (i != deleted) {
                      sum[0] += tasks.get(i)[0];
                      sum[1] += tasks.get(i)[1];
                    }
                  }
                  return 100 * sum[0] / sum[1];
                })
            .toArray();
    double average = Arrays.stream(without).average().orElseThrow();
    double squares =
        Arrays.stream(without).map(value -> (value - average) * (value - average)).sum();
    return Math.sqrt(squares * (tasks.size() - 1) / tasks.size());
  }

  @Test
  void intervalsCoverNearlyAsOftenAsTheySay() {
    int experiments = 1_000;
    Random random = new Random(6);
    TaskBootstrap bootstrap = TaskBootstrap.of(TASKS, 1_000, 7);
    int covered = 0;
    for (int i = 0; i < experiments; i++) {
      Interval interval =
          bootstrap.resample(mean(normals(random, TASKS))).interval(0.95).orElseThrow();
      covered += interval.low() <= 5 && 5 <= interval.high() ? 1 : 0;
    }
    double coverage = (double) covered / experiments;
    // For 20 normal values the percentile interval is narrower than Student's by the factors
    // 1.96/2.09 and √(19/20): it covers 92.8 %. The standard error of the share is 0.8 %.
    assertThat(coverage).isCloseTo(0.928, within(0.025));
  }

  @Test
  void differencesArePaired() {
    Random random = new Random(8);
    double[] one = normals(random, TASKS);
    double[] other =
        Arrays.stream(one).map(value -> value + 1 + 0.1 * random.nextGaussian()).toArray();
    TaskBootstrap bootstrap = TaskBootstrap.of(TASKS, RESAMPLES, 9);
    Resampled difference = bootstrap.resample(mean(other)).minus(bootstrap.resample(mean(one)));
    double single = bootstrap.resample(mean(one)).standardError().orElseThrow();
    assertThat(difference.value()).isCloseTo(1, within(0.1));
    assertThat(difference.standardError().orElseThrow()).isLessThan(single / 5);
    // Other resamples for the other one: nothing cancels.
    Resampled unpaired =
        TaskBootstrap.of(TASKS, RESAMPLES, 10)
            .resample(mean(other))
            .minus(bootstrap.resample(mean(one)));
    assertThat(unpaired.standardError().orElseThrow()).isGreaterThan(single);
  }

  @Test
  void equalSeedsGiveEqualIntervals() {
    AdditiveStatistic statistic = mean(normals(new Random(11), TASKS));
    Estimate first = TaskBootstrap.of(TASKS, 500, 12).resample(statistic).estimate();
    assertThat(TaskBootstrap.of(TASKS, 500, 12).resample(statistic).estimate()).isEqualTo(first);
    assertThat(TaskBootstrap.of(TASKS, 500, 13).resample(statistic).estimate()).isNotEqualTo(first);
  }

  @Test
  void oneTaskHasNoInterval() {
    Resampled resampled = TaskBootstrap.of(1, 100, 1).resample(mean(3));
    assertThat(resampled.value()).isEqualTo(3);
    assertThat(resampled.interval(0.95)).isEmpty();
    assertThat(resampled.standardError()).isEmpty();
  }

  @Test
  void whatIsUndefinedInAResampleHasNoInterval() {
    AdditiveStatistic seldom =
        AdditiveStatistic.meanOfPresent(
            List.of(OptionalDouble.of(2), OptionalDouble.empty(), OptionalDouble.empty()));
    Resampled resampled = TaskBootstrap.of(3, 1_000, 1).resample(seldom);
    assertThat(resampled.value()).isEqualTo(2);
    assertThat(resampled.interval(0.95)).isEmpty();
    Resampled never =
        TaskBootstrap.of(2, 100, 1)
            .resample(
                AdditiveStatistic.meanOfPresent(
                    List.of(OptionalDouble.empty(), OptionalDouble.empty())));
    assertThat(never.estimate().defined()).isFalse();
    assertThat(never.estimate().interval()).isEmpty();
  }

  @Test
  void anInfiniteTaskIsInfiniteOnlyWhereItIsDrawn() {
    double[] values = new double[TASKS];
    values[0] = Double.NEGATIVE_INFINITY;
    Resampled resampled = TaskBootstrap.of(TASKS, 1_000, 1).resample(mean(values));
    assertThat(resampled.value()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(resampled.interval(0.95)).contains(new Interval(Double.NEGATIVE_INFINITY, 0));
    assertThat(resampled.standardError()).isEmpty();
    assertThat(resampled.minus(resampled).interval(0.95)).isEmpty();
  }

  @Test
  void refusesWhatDoesNotFit() {
    TaskBootstrap bootstrap = TaskBootstrap.of(2, 10, 1);
    assertThatThrownBy(() -> bootstrap.resample(mean(1, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 tasks");
    assertThatThrownBy(() -> TaskBootstrap.of(0, 10, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AdditiveStatistic.of(List.of(), sum -> 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AdditiveStatistic.of(List.of(new double[1], new double[2]), sum -> 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bootstrap.resample(mean(1, 2)).interval(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                bootstrap
                    .resample(mean(1, 2))
                    .minus(TaskBootstrap.of(3, 10, 1).resample(mean(1, 2, 3))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
