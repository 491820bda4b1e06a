package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The samples of Wang and Cho. {@code -Dcorpora.folder=FOLDER} names their folder; the build does
 * so where it lies beside the project.
 */
class PaperSamplesTest {
  @ParameterizedTest
  @CsvSource({"tbc.5k.txt, TBC, 66749", "wiki103.5k.txt, WIKITEXT, 118644"})
  void haveTheirSentencesAndWords(String name, CorpusFormat format, int words) {
    String folder = System.getProperty("corpora.folder");
    Assumptions.assumeTrue(folder != null, "no samples: -Dcorpora.folder=FOLDER names them");
    Path file = Path.of(folder, name);

    assertThat(CorpusFormat.guess(file)).isEqualTo(format);
    try (Stream<Sentence> read = CorpusReader.open(file, format)) {
      List<Sentence> sentences = read.toList();
      assertThat(sentences).hasSize(5_000);
      assertThat(sentences.stream().mapToInt(sentence -> sentence.words().size()).sum())
          .isEqualTo(words);
      assertThat(sentences.stream().flatMap(sentence -> sentence.words().stream()))
          .doesNotContain("``", "''", "@@unknown@@", "@@UNKNOWN@@", "The");
    }
  }
}
