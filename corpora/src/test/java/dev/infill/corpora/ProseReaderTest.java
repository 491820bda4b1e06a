package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Text and JSON lines. */
class ProseReaderTest {
  @Test
  void sentencesAreFoundAcrossLinesButNotAcrossParagraphs() {
    assertThat(
            read(
                CorpusFormat.TEXT,
                "The dog barked. It was\nlate. No one\n\ncame! \"Why?\"\n\n\nA title\n\nEnd"))
        .containsExactly(
            sentence(1, "the dog barked ."),
            sentence(1, "it was late ."),
            sentence(2, "no one"),
            sentence(4, "came !"),
            sentence(4, "\" why ? \""),
            sentence(7, "a title"),
            sentence(9, "end"));
  }

  @Test
  void charactersAreNotTakenApart() {
    assertThat(
            read(CorpusFormat.TEXT, "Wow😀! cafe\u0301s\u00a0are 𝔘𝔫 naïve.").stream()
                .flatMap(sentence -> sentence.words().stream()))
        .contains("😀", "cafe\u0301s", "𝔘𝔫", "naïve", "are")
        .allSatisfy(
            word -> assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(word)).isTrue());
  }

  @Test
  void aLongParagraphIsReadAsIfItWereShort() {
    List<String> sentences =
        IntStream.range(0, 9_000)
            .mapToObj(i -> "The dog number " + i + " barked at the gate.")
            .toList();
    String atOnce = String.join(" ", sentences);
    String byLine = String.join("\n", sentences);
    assertThat(atOnce.length()).isGreaterThan(5 * Paragraphs.PARAGRAPH_LIMIT);
    for (String paragraph : List.of(atOnce, byLine)) {
      List<Sentence> read = read(CorpusFormat.TEXT, paragraph);
      assertThat(read).hasSize(sentences.size());
      assertThat(read.get(8_999).text()).isEqualTo("the dog number 8999 barked at the gate .");
    }
    assertThat(read(CorpusFormat.TEXT, byLine))
        .extracting(Sentence::line)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 9_000).mapToObj(Long::valueOf).toList());
  }

  @Test
  void aSentenceBeyondTheLimitIsCutAtWhiteSpaceOrBetweenCharacters() {
    String words = "word ".repeat(40_000);
    assertThat(read(CorpusFormat.TEXT, words).stream().flatMap(s -> s.words().stream()))
        .hasSize(40_000)
        .containsOnly("word");
    String faces = "x" + "😀".repeat(100_000);
    assertThat(
            read(CorpusFormat.TEXT, faces).stream()
                .flatMap(s -> s.words().stream())
                .collect(Collectors.joining()))
        .isEqualTo(faces);
  }

  @Test
  void jsonLinesHoldProseOrWords() {
    String lines =
        """
        {"id": 1, "text": "A dog. It barked.\\n\\nNo end"}

        {"text": ["As", "[UNK]", "."]}
        {"text": []}
        """;
    assertThat(read(CorpusFormat.JSON_LINES, lines))
        .containsExactly(
            sentence(1, "a dog ."),
            sentence(1, "it barked ."),
            sentence(1, "no end"),
            sentence(3, "As [UNK] ."));
  }

  @Test
  void anotherFieldOfJsonLinesCanBeNamed() {
    assertThat(
            read(
                CorpusFormat.JSON_LINES,
                "{\"text\": 1, \"body\": \"One. Two.\"}",
                new CorpusReaderOptions("body", false, TransferListener.SILENT)))
        .hasSize(2);
  }

  static Stream<Arguments> badJson() {
    return Stream.of(
        Arguments.of("is not JSON: its JSON goes on behind the end", "{\"text\": \"a\""),
        Arguments.of("is not JSON: something follows its end", "{\"text\": \"a\"} {}"),
        Arguments.of("is not JSON: unrecognized token 'NaN'", "{\"text\": NaN}"),
        Arguments.of("is not JSON: ", "no json"),
        Arguments.of("is no JSON object", "[\"text\"]"),
        Arguments.of("has no field 'text'; its fields are: id, body", "{\"id\":1,\"body\":2}"),
        Arguments.of("the field 'text' is neither a text nor a list", "{\"text\": 7}"),
        Arguments.of("the field 'text' is neither a text nor a list", "{\"text\": null}"),
        Arguments.of("the field 'text' holds \"a b\", which is no word", "{\"text\": [\"a b\"]}"),
        Arguments.of("the field 'text' holds \"\", which is no word", "{\"text\": [\"\"]}"),
        Arguments.of("the field 'text' holds 7, which is no word", "{\"text\": [7]}"),
        Arguments.of("is not text: the field 'text' holds the control", "{\"text\": \"\\u0000\"}"),
        Arguments.of("the field 'text' holds half a character", "{\"text\": \"\\ud800\"}"),
        Arguments.of("is not JSON: ", "[".repeat(100_000)));
  }

  @ParameterizedTest
  @MethodSource("badJson")
  void badJsonIsOneLineWithItsLine(String said, String line) {
    assertThatThrownBy(() -> read(CorpusFormat.JSON_LINES, "{\"text\": \"a\"}\n" + line))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("stream:2: " + said)
        .message()
        .hasLineCount(1);
  }

  private static Sentence sentence(long line, String text) {
    return new Sentence(List.of(text.split(" ")), line);
  }

  private static List<Sentence> read(CorpusFormat format, String content) {
    return read(format, content, CorpusReaderOptions.DEFAULTS);
  }

  private static List<Sentence> read(
      CorpusFormat format, String content, CorpusReaderOptions options) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    try (Stream<Sentence> sentences =
        CorpusReader.open(new ByteArrayInputStream(bytes), "stream", format, options)) {
      return new ArrayList<>(sentences.toList());
    }
  }
}
