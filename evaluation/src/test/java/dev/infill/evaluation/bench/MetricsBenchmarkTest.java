package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsBenchmarkTest {
  @Test
  void timesAllMetricsOfTheSentences() {
    List<List<String>> sentences = MetricsBenchmark.generatedSentences(50);
    List<List<String>> references = MetricsBenchmark.generatedReferences(200);

    MetricsBenchmark.Result result = new MetricsBenchmark(4).run(sentences, references);

    assertThat(result.metrics().sentences()).isEqualTo(50);
    assertThat(result.metrics().corpusBleu()).isPresent();
    assertThat(result.metrics().selfBleuMeanOfSentences()).isPresent();
    assertThat(result.metrics().uniqueAgainst()).containsOnlyKeys("references");
    assertThat(result.references()).isEqualTo(200);
    assertThat(result.referenceWords()).isEqualTo(references.stream().mapToLong(List::size).sum());
    assertThat(result.repetitions()).isEqualTo(4);
    assertThat(result.minimumSeconds()).isPositive();
    assertThat(result.medianSeconds()).isGreaterThanOrEqualTo(result.minimumSeconds());
  }

  @Test
  void generatedWordsFollowZipfsLaw() {
    List<List<String>> sentences = MetricsBenchmark.generatedSentences(4_000);

    assertThat(sentences).isEqualTo(MetricsBenchmark.generatedSentences(4_000));
    assertThat(sentences.get(0)).isNotEqualTo(MetricsBenchmark.generatedReferences(1).get(0));
    assertThat(sentences).allSatisfy(words -> assertThat(words).hasSizeBetween(10, 40));
    Map<String, Long> counts =
        sentences.stream()
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
    List<Long> largest = counts.values().stream().sorted(Comparator.reverseOrder()).toList();
    // Of about 100,000 words the first has 9.2 %, and the tenth a tenth of that.
    assertThat(largest.get(0) / (double) largest.get(9)).isBetween(8.5, 11.5);
    assertThat(largest.get(0) / (double) sentences.stream().mapToLong(List::size).sum())
        .isBetween(0.085, 0.10);
  }

  @Test
  void countsBelowOneAreRefused() {
    assertThatThrownBy(() -> new MetricsBenchmark(0)).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> MetricsBenchmark.generatedSentences(0))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> MetricsBenchmark.generatedReferences(0))
        .isInstanceOf(InvalidInputException.class);
  }
}
