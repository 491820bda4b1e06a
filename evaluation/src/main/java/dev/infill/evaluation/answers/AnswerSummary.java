package dev.infill.evaluation.answers;

import dev.infill.evaluation.statistics.AdditiveStatistic;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.TaskBootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a method's answers come to, over texts. Every figure is a mean over the texts that have it,
 * with its 95 % interval by the bootstrap over texts.
 *
 * @param method the method's name
 * @param texts how many texts
 * @param bestEnergy U of the best answer
 * @param meanEnergy the mean U of the answers
 * @param findsTheBest the share of texts in which an answer has the highest U that any method found
 * @param original the share of texts whose original filling is among the answers
 * @param originalWords the share of blanks at which some answer has the original word
 * @param differentWords different words of the answers at a blank
 * @param selfBleu self-BLEU of the answers, from 0 to 100
 * @param answers how many answers there are
 * @param error the mean of |ln p̂ − ln p|, p being the probability of an answer by the reference:
 *     by how much of their size the probabilities are wrong; undefined without a reference
 * @param passesToTenPercent the median, over the texts, of the sequences through the model that an
 *     error of 10 % takes, if its square falls as their number grows; undefined without a reference
 * @param modelPasses sequences through the model
 * @param seconds how long a text took
 */
public record AnswerSummary(
    String method,
    int texts,
    Estimate bestEnergy,
    Estimate meanEnergy,
    Estimate findsTheBest,
    Estimate original,
    Estimate originalWords,
    Estimate differentWords,
    Estimate selfBleu,
    Estimate answers,
    Estimate error,
    Estimate passesToTenPercent,
    Estimate modelPasses,
    Estimate seconds) {
  /** U of equal fillings in different batches differs by no more than that. */
  private static final double ROUNDING = 1e-3;

  private static final int RESAMPLES = 2_000;
  private static final long SEED = 1;

  /** An error of 10 %. */
  private static final double TEN_PERCENT = 0.1;

  /**
   * Sums up runs.
   *
   * @param runs of every method for the same texts, in any order
   * @param reference the method whose probabilities are held to be right; empty for none
   * @return a summary for each method, in the order in which they first come
   * @throws IllegalArgumentException if a method has not answered to all texts
   */
  public static List<AnswerSummary> of(List<AnswerRun> runs, Optional<String> reference) {
    Map<String, Map<String, AnswerRun>> byMethod = new LinkedHashMap<>();
    Map<String, Double> highest = new LinkedHashMap<>();
    Map<String, Double> logNormalizers = new LinkedHashMap<>();
    for (AnswerRun run : runs) {
      String text = run.design().name() + " " + run.task();
      byMethod.computeIfAbsent(run.method(), method -> new LinkedHashMap<>()).put(text, run);
      highest.merge(text, run.bestEnergy(), AnswerSummary::larger);
      if (reference.equals(Optional.of(run.method()))) {
        logNormalizers.put(text, run.logNormalizer());
      }
    }
    List<AnswerSummary> summaries = new ArrayList<>();
    for (Map.Entry<String, Map<String, AnswerRun>> method : byMethod.entrySet()) {
      if (!method.getValue().keySet().equals(highest.keySet())) {
        throw new IllegalArgumentException(method.getKey() + " has not answered to all texts");
      }
      summaries.add(
          of(
              method.getKey(),
              highest.keySet().stream().map(method.getValue()::get).toList(),
              List.copyOf(highest.values()),
              reference.equals(Optional.of(method.getKey()))
                  ? List.of()
                  : highest.keySet().stream()
                      .filter(logNormalizers::containsKey)
                      .map(logNormalizers::get)
                      .toList()));
    }
    return summaries;
  }

  /** NaN stands for no answer. */
  private static double larger(double one, double other) {
    return Double.isNaN(one) || other > one ? other : one;
  }

  /** {@code logNormalizers} is empty where there is nothing to be held against. */
  private static AnswerSummary of(
      String method, List<AnswerRun> runs, List<Double> highest, List<Double> logNormalizers) {
    TaskBootstrap bootstrap = TaskBootstrap.of(runs.size(), RESAMPLES, SEED);
    List<Double> found = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      found.add(runs.get(i).bestEnergy() >= highest.get(i) - ROUNDING ? 1.0 : 0.0);
    }
    Means means = new Means(runs, bootstrap);
    double[] errors =
        IntStream.range(0, logNormalizers.size())
            .mapToDouble(i -> Math.abs(runs.get(i).logNormalizer() - logNormalizers.get(i)))
            .toArray();
    return new AnswerSummary(
        method,
        runs.size(),
        means.of(AnswerRun::bestEnergy),
        means.of(AnswerRun::meanEnergy),
        bootstrap
            .resample(AdditiveStatistic.mean(found.stream().map(List::of).toList()))
            .estimate(),
        means.of(run -> run.original() > 0 ? 1 : 0),
        bootstrap
            .resample(
                AdditiveStatistic.of(
                    runs.stream()
                        .map(run -> new double[] {run.originalWords(), run.blanks()})
                        .toList(),
                    sum -> sum[0] / sum[1]))
            .estimate(),
        means.of(AnswerRun::differentWords),
        means.of(AnswerRun::selfBleu),
        means.of(run -> run.answers().size()),
        means.of(errors),
        median(
            IntStream.range(0, errors.length)
                .mapToDouble(i -> runs.get(i).modelPasses() * Math.pow(errors[i] / TEN_PERCENT, 2))
                .filter(passes -> !Double.isNaN(passes))
                .sorted()
                .toArray()),
        means.of(AnswerRun::modelPasses),
        means.of(AnswerRun::seconds));
  }

  private static Estimate median(double[] sorted) {
    int half = sorted.length / 2;
    return new Estimate(
        sorted.length == 0
            ? Double.NaN
            : sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2,
        Optional.empty());
  }

  private record Means(List<AnswerRun> runs, TaskBootstrap bootstrap) {
    Estimate of(ToDoubleFunction<AnswerRun> figure) {
      return of(runs.stream().mapToDouble(figure).toArray());
    }

    /** Of some values, NaN where there is none; of none at all nothing is known. */
    Estimate of(double[] values) {
      return values.length == 0
          ? new Estimate(Double.NaN, Optional.empty())
          : bootstrap
              .resample(
                  AdditiveStatistic.meanOfPresent(
                      Arrays.stream(values)
                          .mapToObj(
                              value ->
                                  Double.isNaN(value)
                                      ? OptionalDouble.empty()
                                      : OptionalDouble.of(value))
                          .toList()))
              .estimate();
    }
  }
}
