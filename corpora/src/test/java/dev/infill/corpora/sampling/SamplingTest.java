package dev.infill.corpora.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.CorpusReaderOptions;
import dev.infill.corpora.Sentence;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {
  private static final List<CorpusPart> PARTS =
      List.of(new CorpusPart("train", 0.7), new CorpusPart("test", 0.3));

  @TempDir private Path folder;

  @Property(tries = 200)
  void aSampleIsPartOfTheCorpusInItsOrderAndOfEveryLargerSample(
      @ForAll @IntRange(min = 0, max = 50) int size,
      @ForAll @IntRange(min = 1, max = 20) int count,
      @ForAll long seed) {
    List<Sentence> corpus = corpus(size);
    List<Sentence> sample = sample(corpus, count, seed);

    assertThat(sample).hasSize(Math.min(size, count));
    assertThat(corpus).containsSubsequence(sample);
    assertThat(sample(corpus, count, seed)).isEqualTo(sample);
    assertThat(sample(corpus, count + 1, seed)).containsAll(sample);
  }

  @Test
  void everySentenceIsAsLikely() {
    int[] drawn = new int[10];
    int samples = 20_000;
    for (int seed = 0; seed < samples; seed++) {
      for (Sentence sentence : sample(corpus(10), 3, seed)) {
        drawn[(int) sentence.line() - 1]++;
      }
    }
    for (int times : drawn) {
      // Five standard deviations of a binomial with p = 0.3.
      assertThat(times / (double) samples)
          .isCloseTo(0.3, within(5 * Math.sqrt(0.3 * 0.7 / samples)));
    }
  }

  @Test
  void aSampleHasASentence() {
    assertThatThrownBy(() -> new SentenceSampler(0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLineGoesToAPartByItsShareAndWhollySo() {
    CorpusSplit split = new CorpusSplit(PARTS, 5);
    int lines = 50_000;
    int first = 0;
    for (int line = 1; line <= lines; line++) {
      int part = split.part(new Sentence(List.of("a"), line));
      assertThat(split.part(new Sentence(List.of("b", "c"), line))).isEqualTo(part);
      first += part == 0 ? 1 : 0;
    }
    assertThat(first / (double) lines).isCloseTo(0.7, within(5 * Math.sqrt(0.7 * 0.3 / lines)));
  }

  @Test
  void linesAreSplitIndependently() {
    CorpusSplit split =
        new CorpusSplit(List.of(new CorpusPart("a", 0.5), new CorpusPart("b", 0.5)), 9);
    int lines = 50_000;
    int same = 0;
    for (int line = 1; line <= lines; line++) {
      same +=
          split.part(new Sentence(List.of("a"), line))
                  == split.part(new Sentence(List.of("a"), line + 1))
              ? 1
              : 0;
    }
    assertThat(same / (double) lines).isCloseTo(0.5, within(5 * 0.5 / Math.sqrt(lines)));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "77"})
  void aSplitIsAPartition(long seed) throws IOException {
    String corpus =
        IntStream.rangeClosed(1, 500)
            .mapToObj(i -> "s " + i + " .\n")
            .collect(Collectors.joining());
    List<WrittenPart> written =
        write(corpus, PARTS, seed, folder.resolve("a"), false).orElseThrow();

    List<String> lines = new ArrayList<>();
    for (WrittenPart part : written) {
      List<String> own = Files.readAllLines(part.file());
      assertThat(own).hasSize((int) part.sentences());
      assertThat(part.words()).isEqualTo(3L * own.size());
      assertThat(corpus.lines().toList()).containsSubsequence(own);
      lines.addAll(own);
      try (Stream<Sentence> read = CorpusReader.open(part.file(), CorpusFormat.LINES).sentences()) {
        assertThat(read.map(Sentence::text)).containsExactlyElementsOf(own);
      }
    }
    assertThat(lines).containsExactlyInAnyOrderElementsOf(corpus.lines().toList());

    write(corpus, PARTS, seed, folder.resolve("b"), false);
    assertThat(folder.resolve("b/test.txt")).hasSameTextualContentAs(folder.resolve("a/test.txt"));
  }

  @Test
  void filesInTheWayAreRefusedUnlessTheyMayBeReplaced() throws IOException {
    String corpus = "a .\n".repeat(100);
    Files.writeString(folder.resolve("test.txt"), "mine");
    assertThatThrownBy(() -> write(corpus, PARTS, 1, folder, false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            folder.resolve("test.txt")
                + " is there already; --force replaces it, or give another name");
    assertThat(folder)
        .isDirectoryContaining("glob:**test.txt")
        .isDirectoryNotContaining("glob:**train*");
    write(corpus, PARTS, 1, folder, true);
    assertThat(folder.resolve("test.txt")).content().startsWith("a .\n");
    assertThatThrownBy(
            () -> new SplitWriter(new CorpusSplit(PARTS, 1), folder.resolve("test.txt"), true))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("is not a folder");
  }

  @Test
  void afterAFailureThereIsNoFile() throws IOException {
    assertThatThrownBy(() -> write("a .\n".repeat(9999) + "b\0", PARTS, 1, folder, false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("corpus:10000: is not text");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPartWithoutASentenceIsRefused() throws IOException {
    List<CorpusPart> parts = List.of(new CorpusPart("all", 1 - 1e-6), new CorpusPart("none", 1e-6));
    assertThatThrownBy(() -> write("a .\n", parts, 1, folder, false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("part none would have no sentence");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatIsStoppedLeavesNothing() throws IOException {
    try (CorpusReader reader = reader("a .\n".repeat(100))) {
      int[] asked = new int[1];
      assertThat(
              new SplitWriter(new CorpusSplit(PARTS, 1), folder, false)
                  .write(reader, () -> ++asked[0] > 50))
          .isEmpty();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void partsMustBePossible() {
    assertThatThrownBy(() -> new CorpusSplit(PARTS.subList(0, 1), 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("the shares of the parts must sum to 1, not to 0.7");
    assertThatThrownBy(
            () -> new CorpusSplit(List.of(new CorpusPart("a", 0.5), new CorpusPart("A", 0.5)), 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("two parts are called A");
    for (double share : new double[] {0, -1, 1.5, Double.NaN}) {
      assertThatThrownBy(() -> new CorpusPart("a", share))
          .isInstanceOf(InvalidInputException.class);
    }
    for (String name : List.of("", ".", "..", "a/b", ".hidden", "ü")) {
      assertThatThrownBy(() -> new CorpusPart(name, 1)).isInstanceOf(InvalidInputException.class);
    }
  }

  private static Optional<List<WrittenPart>> write(
      String corpus, List<CorpusPart> parts, long seed, Path folder, boolean overwrite)
      throws IOException {
    try (CorpusReader reader = reader(corpus)) {
      return new SplitWriter(new CorpusSplit(parts, seed), folder, overwrite)
          .write(reader, () -> false);
    }
  }

  private static CorpusReader reader(String corpus) {
    return CorpusReader.open(
        new ByteArrayInputStream(corpus.getBytes(StandardCharsets.UTF_8)),
        "corpus",
        CorpusFormat.LINES,
        CorpusReaderOptions.defaults());
  }

  private static List<Sentence> corpus(int size) {
    return IntStream.rangeClosed(1, size)
        .mapToObj(line -> new Sentence(List.of("s" + line), line))
        .toList();
  }

  private static List<Sentence> sample(List<Sentence> corpus, int count, long seed) {
    SentenceSampler sampler = new SentenceSampler(count, seed);
    corpus.forEach(sampler::add);
    return sampler.sample();
  }
}
