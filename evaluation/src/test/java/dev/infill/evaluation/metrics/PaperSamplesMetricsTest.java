package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * All metrics of the samples of Wang and Cho against values that an independent implementation
 * computed, and NLTK confirmed.
 *
 * <p>{@code -Dgolden.metrics=FILE} names the file; the build does so where it lies beside the
 * project. The texts are in {@code ../data} of the file's folder.
 */
class PaperSamplesMetricsTest {
  private static final double TOLERANCE = 1e-6;

  /** Precisions and brevity penalties are given with four digits. */
  private static final double PRINTED = 0.5e-4 + 1e-9;

  private static JsonNode golden;
  private static Path data;
  private static List<List<String>> tbc;
  private static List<List<String>> wiki;

  @BeforeAll
  static void open() throws IOException {
    String given = System.getProperty("golden.metrics");
    Assumptions.assumeTrue(given != null, "no golden values: -Dgolden.metrics=FILE names them");
    Path file = Path.of(given);
    golden = new ObjectMapper().readTree(Files.readString(file));
    data = file.toAbsolutePath().resolveSibling("../data").normalize();
    tbc = read(data.resolve("tbc.5k.txt"), CorpusFormat.TBC);
    wiki = read(data.resolve("wiki103.5k.txt"), CorpusFormat.WIKITEXT);
  }

  @TestFactory
  Stream<DynamicTest> everyFigureOfEveryFileIsTheSame() {
    assertThat(golden.get("files")).isNotEmpty();
    return golden.get("files").properties().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.getKey(),
                    () -> {
                      List<List<String>> sentences =
                          read(data.resolve("bert-gen").resolve(file.getKey()), CorpusFormat.LINES);
                      for (Map.Entry<String, JsonNode> figure : file.getValue().properties()) {
                        check(sentences, figure.getKey(), figure.getValue());
                      }
                    }));
  }

  private static void check(List<List<String>> sentences, String key, JsonNode expected) {
    if (key.equals("sentences")) {
      assertThat(sentences).hasSize(expected.asInt());
    } else if (key.startsWith("corpus_bleu_vs_")) {
      ReferenceIndex references = references(key.substring("corpus_bleu_vs_".length()));
      checkBleu(key, CorpusBleu.statistics(sentences, references, 4), expected);
    } else if (key.equals("self_bleu")) {
      checkBleu(key, SelfBleu.pooled(sentences, 4), expected);
    } else if (key.matches("unique_\\d_grams")) {
      int n = key.charAt("unique_".length()) - '0';
      expected
          .properties()
          .forEach(
              against -> {
                List<Ratio> ratios =
                    against.getKey().equals("self")
                        ? UniqueNgrams.self(sentences, n)
                        : UniqueNgrams.absentFrom(sentences, references(against.getKey()), n);
                assertThat(Ratio.sum(ratios).percent())
                    .as(key + " " + against.getKey())
                    .isCloseTo(against.getValue().asDouble(), within(TOLERANCE));
              });
    } else {
      throw new AssertionError("a figure that is not checked: " + key);
    }
  }

  private static ReferenceIndex references(String name) {
    return switch (name) {
      case "tbc" -> ReferenceIndex.of(tbc);
      case "wiki103" -> ReferenceIndex.of(wiki);
      case "tbc_plus_wiki103" ->
          ReferenceIndex.union(ReferenceIndex.of(tbc), ReferenceIndex.of(wiki));
      case "tbc_first_2500_plus_wiki103_first_2500" ->
          ReferenceIndex.union(
              ReferenceIndex.of(tbc.subList(0, 2500)), ReferenceIndex.of(wiki.subList(0, 2500)));
      default -> throw new AssertionError("references that are not known: " + name);
    };
  }

  private static void checkBleu(String key, List<BleuStatistics> sentences, JsonNode expected) {
    BleuStatistics statistics = BleuStatistics.sum(sentences);
    assertThat(statistics.score(BleuSettings.standard()))
        .as(key)
        .isCloseTo(expected.get("bleu").asDouble(), within(TOLERANCE));
    assertThat(expected.get("precisions")).hasSize(4);
    for (int n = 0; n < 4; n++) {
      assertThat(statistics.precisions().get(n))
          .as(key + " precision " + (n + 1))
          .isCloseTo(expected.get("precisions").get(n).asDouble(), within(PRINTED));
    }
    if (expected.has("brevity_penalty")) {
      assertThat(statistics.brevityPenalty())
          .as(key + " brevity penalty")
          .isCloseTo(expected.get("brevity_penalty").asDouble(), within(PRINTED));
    }
  }

  @Test
  void everySentenceCaseIsTheSame() {
    assertThat(golden.get("sentence_cases")).isNotEmpty();
    for (JsonNode example : golden.get("sentence_cases")) {
      BleuStatistics statistics =
          CorpusBleu.statistics(
                  List.of(words(example.get("hypothesis").asText())),
                  ReferenceIndex.of(
                      StreamSupport.stream(example.get("references").spliterator(), false)
                          .map(reference -> words(reference.asText()))
                          .toList()),
                  4)
              .get(0);
      assertThat(statistics.score(BleuSettings.standard()))
          .as(example.toString())
          .isCloseTo(example.get("none").asDouble(), within(TOLERANCE));
      assertThat(
              statistics.score(
                  BleuSettings.standard()
                      .withSmoothing(new Smoothing(Smoothing.Kind.EPSILON, 0.1))))
          .as(example.toString())
          .isCloseTo(example.get("epsilon_0.1_nltk_method1").asDouble(), within(TOLERANCE));
    }
  }

  private static List<List<String>> read(Path file, CorpusFormat format) {
    try (Stream<Sentence> sentences = CorpusReader.open(file, format)) {
      return sentences
          .map(
              sentence ->
                  format == CorpusFormat.LINES ? LowerCase.of(sentence.words()) : sentence.words())
          .toList();
    }
  }

  private static List<String> words(String sentence) {
    return List.of(sentence.split(" "));
  }
}
