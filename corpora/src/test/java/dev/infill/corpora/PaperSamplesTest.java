package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The samples of Wang and Cho. They come from {@code -Dcorpora.folder=FOLDER}, else from {@code
 * shared/data} beside the project; the test is skipped where there is neither.
 */
class PaperSamplesTest {
  @ParameterizedTest
  @CsvSource({"tbc.5k.txt, TBC, 66749", "wiki103.5k.txt, WIKITEXT, 118644"})
  void haveTheirSentencesAndWords(String name, CorpusFormat format, int words) {
    String given = System.getProperty("corpora.folder");
    Path file = Path.of(given == null ? "../../shared/data" : given).resolve(name);
    Assumptions.assumeTrue(given != null || Files.exists(file), "no sample at " + file);

    assertThat(CorpusFormat.guess(file)).isEqualTo(format);
    try (Stream<Sentence> read = CorpusReader.open(file, format).sentences()) {
      List<Sentence> sentences = read.toList();
      assertThat(sentences).hasSize(5_000);
      assertThat(sentences.stream().mapToInt(sentence -> sentence.words().size()).sum())
          .isEqualTo(words);
      assertThat(sentences.stream().flatMap(sentence -> sentence.words().stream()))
          .doesNotContain("``", "''", "@@unknown@@", "@@UNKNOWN@@", "The");
    }
  }
}
