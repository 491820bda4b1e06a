package dev.infill.corpora.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.corpora.Sentence;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StatisticsCollectorTest {
  @Test
  void countsSentencesWordsAndDistinctWords() {
    StatisticsCollector collector = new StatisticsCollector();
    collector.add(new Sentence(List.of("a", "b", "a"), 1));
    collector.add(new Sentence(List.of("b"), 2));

    CorpusStatistics statistics = collector.statistics();

    assertThat(statistics.sentences()).isEqualTo(2);
    assertThat(statistics.words()).isEqualTo(4);
    assertThat(statistics.distinctWords()).isEqualTo(new DistinctCount(2, true));
    assertThat(statistics.lengths().mean()).isEqualTo(2);
  }

  @Test
  void withoutSentencesThereAreNoFigures() {
    assertThatThrownBy(() -> new StatisticsCollector().statistics())
        .isInstanceOf(IllegalStateException.class);
  }

  @Property(tries = 200)
  void quantilesAreThoseOfTheSortedLengths(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 1, max = 300) Integer> lengths,
      @ForAll @IntRange(min = 0, max = 100) int percent) {
    StatisticsCollector collector = new StatisticsCollector();
    lengths.forEach(n -> collector.add(new Sentence(Collections.nCopies(n, "x"), 1)));
    List<Integer> sorted = lengths.stream().sorted().toList();
    double share = percent / 100.0;
    int smallest =
        sorted.stream()
            .filter(
                length ->
                    sorted.stream().filter(other -> other <= length).count()
                        >= share * sorted.size())
            .findFirst()
            .orElseThrow();

    SentenceLengths read = collector.statistics().lengths();

    assertThat(read.quantile(share)).isEqualTo(smallest);
    assertThat(read.mean())
        .isCloseTo(lengths.stream().mapToInt(n -> n).average().orElseThrow(), within(1e-9));
  }

  @Property(tries = 100)
  void distinctWordsAreThoseOfASet(@ForAll List<String> words) {
    DistinctWords counted = new DistinctWords();
    Set<String> set = new HashSet<>(words);
    words.forEach(counted::add);
    assertThat(counted.count()).isEqualTo(new DistinctCount(set.size(), true));
  }

  @Test
  void hundredThousandsOfWordsAreCountedExactly() {
    DistinctWords counted = new DistinctWords();
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < 700_000; i++) {
        counted.add("word" + i);
      }
    }
    assertThat(counted.count()).isEqualTo(new DistinctCount(700_000, true));
  }

  @Test
  void aboveTheLimitTheNumberIsEstimated() {
    int limit = 1 << 14;
    DistinctWords counted = new DistinctWords(limit);
    for (int i = 0; i <= limit; i++) {
      counted.add("w" + i);
      assertThat(counted.count().exact()).isEqualTo(i < limit);
    }
    for (int n : new int[] {100_000, 1_000_000}) {
      for (int i = 0; i < n; i++) {
        counted.add("w" + i);
      }
      // Five standard errors.
      double error = 5 * 1.2 / Math.sqrt(limit);
      assertThat(counted.count().count() / (double) n).isCloseTo(1, within(error));
    }
  }
}
