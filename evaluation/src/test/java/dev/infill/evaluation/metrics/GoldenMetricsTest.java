package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All metrics of made-up sentences against the values of NLTK. */
class GoldenMetricsTest {
  private static final double TOLERANCE = 1e-6;

  /** Precisions are given with four digits of percent. */
  private static final double PRINTED = 0.5e-4 + 1e-9;

  private static JsonNode golden;
  private static List<List<String>> hypotheses;
  private static ReferenceIndex a;
  private static ReferenceIndex b;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream file =
        GoldenMetricsTest.class.getResourceAsStream("/golden/metrics-own.json")) {
      golden = new ObjectMapper().readTree(file);
    }
    hypotheses = sentences("hypotheses");
    a = ReferenceIndex.of(sentences("references_a"));
    b = ReferenceIndex.of(sentences("references_b"));
  }

  private static List<List<String>> sentences(String name) {
    return StreamSupport.stream(golden.get(name).spliterator(), false)
        .map(sentence -> List.of(sentence.asText().split(" ")))
        .toList();
  }

  @Test
  void corpusBleuAgrees() {
    ReferenceIndex both = ReferenceIndex.union(a, b);
    check("corpus", CorpusBleu.statistics(hypotheses, both, 4));
  }

  @Test
  void selfBleuAgrees() {
    check("self", SelfBleu.pooled(hypotheses, 4));
  }

  private static void check(String name, List<BleuStatistics> sentences) {
    BleuStatistics statistics = BleuStatistics.sum(sentences);
    assertThat(statistics.score(BleuSettings.standard()))
        .isCloseTo(golden.get(name + "_bleu").asDouble(), within(TOLERANCE));
    for (int n = 0; n < 4; n++) {
      assertThat(statistics.precisions().get(n))
          .as("precision %d", n + 1)
          .isCloseTo(golden.get(name + "_precisions").get(n).asDouble(), within(PRINTED));
    }
    assertThat(statistics.brevityPenalty())
        .isCloseTo(golden.get(name + "_brevity_penalty").asDouble(), within(TOLERANCE));
  }

  @Test
  void uniqueNgramsAgree() {
    for (int n = 1; n <= 4; n++) {
      JsonNode expected = golden.get("unique_" + n + "_grams");
      check(UniqueNgrams.self(hypotheses, n), expected.get("self"));
      check(UniqueNgrams.absentFrom(hypotheses, a, n), expected.get("a"));
      check(UniqueNgrams.absentFrom(hypotheses, b, n), expected.get("b"));
    }
  }

  private static void check(List<Ratio> ratios, JsonNode expected) {
    assertThat(Ratio.sum(ratios).percent()).isCloseTo(expected.asDouble(), within(TOLERANCE));
  }
}
