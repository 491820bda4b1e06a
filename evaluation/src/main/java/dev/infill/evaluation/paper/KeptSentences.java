package dev.infill.evaluation.paper;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.CorpusBleu;
import dev.infill.evaluation.metrics.Ratio;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.SelfBleu;
import dev.infill.evaluation.metrics.UniqueNgrams;
import dev.infill.evaluation.statistics.AdditiveStatistic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The sentences that are kept of one sampler at one point, and the metrics of text on them. Every
 * metric is computed once against all sentences and then split by task, see {@link
 * dev.infill.evaluation.statistics.TaskBootstrap}.
 */
final class KeptSentences {
  private final List<List<Sample>> tasks;
  private final List<List<String>> sentences;

  /**
   * Takes some samples of each task.
   *
   * @param snapshots one per task
   * @param kept how many of highest U of each
   */
  KeptSentences(List<Snapshot> snapshots, int kept) {
    this.tasks = snapshots.stream().map(snapshot -> snapshot.likeliest(kept)).toList();
    this.sentences = tasks.stream().flatMap(List::stream).map(Sample::words).toList();
  }

  /** Returns mean U, in nats. */
  AdditiveStatistic energy() {
    return AdditiveStatistic.mean(
        tasks.stream().map(samples -> samples.stream().map(Sample::energy).toList()).toList());
  }

  /** Returns pooled self-BLEU; undefined for a single sentence, which has no others. */
  AdditiveStatistic selfBleu() {
    if (sentences.size() < 2) {
      return AdditiveStatistic.of(List.of(new double[0]), sum -> Double.NaN);
    }
    return bleu(SelfBleu.pooled(sentences, BleuSettings.standard().order()));
  }

  /** Returns BLEU against references. */
  AdditiveStatistic corpusBleu(ReferenceIndex references) {
    return bleu(CorpusBleu.statistics(sentences, references, BleuSettings.standard().order()));
  }

  /** Returns n-grams seen once in the sentences, per 100 n-grams. */
  AdditiveStatistic selfUnique(int n) {
    return ratio(UniqueNgrams.self(sentences, n));
  }

  /** Returns distinct n-grams that references do not hold, per 100 n-grams. */
  AdditiveStatistic uniqueAgainst(ReferenceIndex references, int n) {
    return ratio(UniqueNgrams.absentFrom(sentences, references, n));
  }

  private AdditiveStatistic bleu(List<BleuStatistics> perSentence) {
    List<double[]> vectors =
        byTask(perSentence, BleuStatistics::plus).stream().map(BleuStatistics::vector).toList();
    return AdditiveStatistic.of(
        vectors, sum -> BleuStatistics.ofVector(sum).score(BleuSettings.standard()));
  }

  private AdditiveStatistic ratio(List<Ratio> perSentence) {
    List<double[]> vectors =
        byTask(perSentence, Ratio::plus).stream()
            .map(ratio -> new double[] {ratio.numerator(), ratio.denominator()})
            .toList();
    return AdditiveStatistic.of(vectors, sum -> 100 * sum[0] / sum[1]);
  }

  private <T> List<T> byTask(List<T> perSentence, BiFunction<T, T, T> plus) {
    List<T> sums = new ArrayList<>();
    int next = 0;
    for (List<Sample> task : tasks) {
      T sum = perSentence.get(next);
      for (int i = 1; i < task.size(); i++) {
        sum = plus.apply(sum, perSentence.get(next + i));
      }
      sums.add(sum);
      next += task.size();
    }
    return sums;
  }
}
