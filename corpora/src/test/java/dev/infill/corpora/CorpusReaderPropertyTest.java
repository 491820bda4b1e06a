package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.TransferListener;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CorpusReaderPropertyTest {
  @Property(tries = 200)
  void linesReadBackAsTheyWereWritten(@ForAll("sentences") List<List<String>> sentences) {
    assertThat(words(read(written(sentences), CorpusFormat.LINES))).isEqualTo(sentences);
  }

  @Property(tries = 200)
  void readingInPiecesIsReadingAtOnce(
      @ForAll("sentences") List<List<String>> sentences,
      @ForAll("formats") CorpusFormat format,
      @ForAll long seed) {
    byte[] content = written(sentences);
    SplittableRandom random = new SplittableRandom(seed);
    InputStream dripping =
        new ByteArrayInputStream(content) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(7)));
          }
        };
    try (Stream<Sentence> read =
        CorpusReader.open(dripping, "stream", format, CorpusReaderOptions.DEFAULTS)) {
      assertThat(read.toList()).isEqualTo(read(content, format));
    }
  }

  @Property(tries = 100)
  void compressedIsAsPlain(@ForAll("sentences") List<List<String>> sentences) throws IOException {
    byte[] content = written(sentences);
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(gzip)) {
      stream.write(content);
    }
    List<Sentence> plain = read(content, CorpusFormat.TBC);
    assertThat(read(gzip.toByteArray(), CorpusFormat.TBC)).isEqualTo(plain);
  }

  /** Against the protocol's own words: split, lower-case, then replace whole words. */
  @Property(tries = 200)
  void cleaningUpIsWhatTheProtocolSays(@ForAll("sentences") List<List<String>> sentences) {
    byte[] content = written(sentences);
    assertThat(words(read(content, CorpusFormat.TBC)))
        .isEqualTo(cleaned(sentences, Map.of("``", "\"", "''", "\"")));
    assertThat(words(read(content, CorpusFormat.WIKITEXT)))
        .isEqualTo(
            cleaned(sentences, Map.of("@@unknown@@", "[UNK]", "<unk>", "[UNK]", "[unk]", "[UNK]")));
  }

  @Property(tries = 200)
  void whatIsCleanStaysAsItIs(
      @ForAll("sentences") List<List<String>> sentences, @ForAll("tokenised") CorpusFormat format) {
    List<List<String>> once = words(read(written(sentences), format));
    assertThat(words(read(written(once), format))).isEqualTo(once);
  }

  @Property(tries = 200)
  void splittingALineLosesNothing(@ForAll("sentences") List<List<String>> sentences) {
    byte[] content = written(sentences);
    List<Sentence> split =
        read(
            content,
            CorpusFormat.LINES,
            new CorpusReaderOptions("text", true, TransferListener.SILENT));
    Map<Long, List<String>> byLine =
        split.stream()
            .collect(
                Collectors.groupingBy(
                    Sentence::line,
                    Collectors.flatMapping(
                        sentence -> sentence.words().stream(), Collectors.toList())));
    assertThat(byLine.values()).containsExactlyInAnyOrderElementsOf(sentences);
  }

  @Provide
  Arbitrary<List<List<String>>> sentences() {
    Arbitrary<String> marks =
        Arbitraries.of("``", "''", "\"", "<unk>", "@@UNKNOWN@@", "[UNK]", "@-@", ".", "?", ")");
    Arbitrary<String> others =
        Arbitraries.strings()
            .withCharRange('!', '~')
            .withChars('é', 'Σ', 'ß', 'İ', '中', '’', '\ufffd')
            .ofMinLength(1)
            .ofMaxLength(6);
    return Arbitraries.oneOf(marks, others, Arbitraries.of("😀", "𝔘x"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .filter(words -> !TokenizedLines.isHeading(words))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<CorpusFormat> formats() {
    return Arbitraries.of(
        CorpusFormat.TBC, CorpusFormat.WIKITEXT, CorpusFormat.LINES, CorpusFormat.TEXT);
  }

  @Provide
  Arbitrary<CorpusFormat> tokenised() {
    return Arbitraries.of(CorpusFormat.TBC, CorpusFormat.WIKITEXT, CorpusFormat.LINES);
  }

  private static List<List<String>> cleaned(
      List<List<String>> sentences, Map<String, String> replacements) {
    List<List<String>> cleaned = new ArrayList<>();
    for (List<String> sentence : sentences) {
      cleaned.add(
          sentence.stream()
              .map(word -> word.toLowerCase(Locale.ROOT))
              .map(word -> replacements.getOrDefault(word, word))
              .toList());
    }
    return cleaned;
  }

  private static byte[] written(List<List<String>> sentences) {
    return sentences.stream()
        .map(words -> String.join(" ", words) + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static List<List<String>> words(List<Sentence> sentences) {
    return sentences.stream().map(Sentence::words).toList();
  }

  private static List<Sentence> read(byte[] content, CorpusFormat format) {
    return read(content, format, CorpusReaderOptions.DEFAULTS);
  }

  private static List<Sentence> read(
      byte[] content, CorpusFormat format, CorpusReaderOptions options) {
    try (Stream<Sentence> read =
        CorpusReader.open(new ByteArrayInputStream(content), "stream", format, options)) {
      return read.toList();
    }
  }
}
