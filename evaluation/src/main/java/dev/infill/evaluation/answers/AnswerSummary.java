package dev.infill.evaluation.answers;

import dev.infill.evaluation.statistics.AdditiveStatistic;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.TaskBootstrap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a method's answers come to, over texts, or by how much those of two methods differ, text by
 * text. Every figure is a mean over the texts that have it, with its 95 % interval by the bootstrap
 * over texts.
 *
 * @param method the method's name; of a difference {@code one − other}
 * @param texts how many texts
 * @param first the share of texts whose original filling is the first answer
 * @param original the share of texts whose original filling is among the answers
 * @param originalWords the share of blanks at which some answer has the original word
 * @param differentWords different words of the answers at a blank
 * @param logProbability log p of the original filling, in nats; undefined of a method that has no
 *     probability of every filling
 * @param modelPasses sequences through the model
 * @param seconds how long a text took
 * @param fill how well {@code fill} answered; empty for other methods and for differences
 */
public record AnswerSummary(
    String method,
    int texts,
    Estimate first,
    Estimate original,
    Estimate originalWords,
    Estimate differentWords,
    Estimate logProbability,
    Estimate modelPasses,
    Estimate seconds,
    Optional<FillSummary> fill) {
  private static final int RESAMPLES = 2_000;
  private static final long SEED = 1;

  /**
   * Sums up runs.
   *
   * @param runs of every method for the same texts, each method's in the same order of texts
   * @return a summary for each method, in the order in which they first come
   * @throws IllegalArgumentException if methods have not answered to the same texts
   */
  public static List<AnswerSummary> of(List<AnswerRun> runs) {
    return byMethod(runs).values().stream()
        .map(
            ofMethod -> {
              boolean isFill = ofMethod.get(0).fill().isPresent();
              return new Means(ofMethod, List.of())
                  .summary(
                      ofMethod.get(0).method(),
                      isFill ? Optional.of(FillSummary.of(ofMethod)) : Optional.empty());
            })
        .toList();
  }

  /**
   * Compares every two methods text by text.
   *
   * @param runs as above
   * @return for each pair the first's figures minus the second's
   * @throws IllegalArgumentException as above
   */
  public static List<AnswerSummary> differences(List<AnswerRun> runs) {
    List<List<AnswerRun>> methods = List.copyOf(byMethod(runs).values());
    List<AnswerSummary> differences = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      for (int j = i + 1; j < methods.size(); j++) {
        List<AnswerRun> one = methods.get(i);
        List<AnswerRun> other = methods.get(j);
        differences.add(
            new Means(one, other)
                .summary(one.get(0).method() + " − " + other.get(0).method(), Optional.empty()));
      }
    }
    return differences;
  }

  private static Map<String, List<AnswerRun>> byMethod(List<AnswerRun> runs) {
    Map<String, List<AnswerRun>> byMethod = new LinkedHashMap<>();
    runs.forEach(
        run -> byMethod.computeIfAbsent(run.method(), method -> new ArrayList<>()).add(run));
    if (byMethod.values().stream().map(AnswerSummary::texts).distinct().count() > 1) {
      throw new IllegalArgumentException("methods have not answered to the same texts");
    }
    return byMethod;
  }

  private static List<String> texts(List<AnswerRun> runs) {
    return runs.stream().map(run -> run.design().name() + " " + run.task()).toList();
  }

  /** Means of one method's figures, less those of another if there is one. */
  private record Means(List<AnswerRun> runs, List<AnswerRun> others, TaskBootstrap bootstrap) {
    Means(List<AnswerRun> runs, List<AnswerRun> others) {
      this(runs, others, TaskBootstrap.of(runs.size(), RESAMPLES, SEED));
    }

    AnswerSummary summary(String name, Optional<FillSummary> fill) {
      return new AnswerSummary(
          name,
          runs.size(),
          of(run -> run.original() == 1 ? 1 : 0),
          of(run -> run.original() > 0 ? 1 : 0),
          of(AnswerRun::originalWords, run -> run.design().blanks()),
          of(AnswerRun::differentWords),
          of(AnswerRun::logProbability),
          of(AnswerRun::modelPasses),
          of(AnswerRun::seconds),
          fill);
    }

    Estimate of(ToDoubleFunction<AnswerRun> figure) {
      return of(figure, run -> 1);
    }

    /** NaN is no figure. */
    Estimate of(ToDoubleFunction<AnswerRun> figure, ToDoubleFunction<AnswerRun> weight) {
      List<double[]> ofTexts =
          IntStream.range(0, runs.size())
              .mapToObj(
                  text -> {
                    double value = figure.applyAsDouble(runs.get(text));
                    double less = others.isEmpty() ? 0 : figure.applyAsDouble(others.get(text));
                    return Double.isNaN(value - less)
                        ? new double[] {0, 0}
                        : new double[] {value - less, weight.applyAsDouble(runs.get(text))};
                  })
              .toList();
      return bootstrap.resample(AdditiveStatistic.of(ofTexts, sum -> sum[0] / sum[1])).estimate();
    }
  }
}
