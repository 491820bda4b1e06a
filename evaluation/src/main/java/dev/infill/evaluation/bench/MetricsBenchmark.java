package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.Smoothing;
import dev.infill.evaluation.metrics.TextMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The time of all metrics of sentences against references, on one thread: the index of the
 * references and everything in {@link TextMetrics}, from words in memory to figures.
 */
public final class MetricsBenchmark {
  private static final long SENTENCES_SEED = 1;
  private static final long REFERENCES_SEED = 2;

  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param repetitions how often the metrics are timed, at least 1
   * @throws InvalidInputException if it is less
   */
  public MetricsBenchmark(int repetitions) {
    this.repetitions = new Repetitions(repetitions);
  }

  /**
   * Returns sentences to be compared, of words by Zipf's law; always the same ones.
   *
   * @param count how many, at least 1
   * @throws InvalidInputException if it is less
   */
  public static List<List<String>> generatedSentences(int count) {
    Repetitions.requireCount("sentences", count);
    return new ZipfText(SENTENCES_SEED).sentences(count);
  }

  /**
   * Returns references, of words by Zipf's law; always the same ones.
   *
   * @param count how many, at least 1
   * @throws InvalidInputException if it is less
   */
  public static List<List<String>> generatedReferences(int count) {
    Repetitions.requireCount("references", count);
    return new ZipfText(REFERENCES_SEED).sentences(count);
  }

  /**
   * Times all metrics, after one time that is not counted.
   *
   * @param sentences the sentences, each as its words
   * @param references the references, each as its words
   */
  public Result run(List<List<String>> sentences, List<List<String>> references) {
    List<TextMetrics> computed = new ArrayList<>();
    Repetitions.Timing timing =
        repetitions.time(() -> () -> computed.add(metrics(sentences, references)));
    return new Result(
        computed.get(0),
        references.size(),
        words(references),
        repetitions.count(),
        timing.minimumSeconds(),
        timing.medianSeconds());
  }

  private static TextMetrics metrics(List<List<String>> sentences, List<List<String>> references) {
    return TextMetrics.of(
        sentences,
        Map.of("references", ReferenceIndex.of(references)),
        BleuSettings.standard(),
        Smoothing.epsilon(0.1));
  }

  private static long words(List<List<String>> sentences) {
    return sentences.stream().mapToLong(List::size).sum();
  }

  /**
   * The time of all metrics.
   *
   * @param metrics the metrics, with how many sentences there were
   * @param references with how many references they were compared
   * @param referenceWords how many words those have
   * @param repetitions how often it was timed
   * @param minimumSeconds the fastest time
   * @param medianSeconds the median time
   */
  public record Result(
      TextMetrics metrics,
      int references,
      long referenceWords,
      int repetitions,
      double minimumSeconds,
      double medianSeconds) {}
}
