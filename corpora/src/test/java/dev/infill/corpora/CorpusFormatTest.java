package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorpusFormatTest {
  @TempDir private Path folder;

  @Test
  void labelsAreWhatUsersType() {
    assertThat(Arrays.stream(CorpusFormat.values()).map(CorpusFormat::label))
        .containsExactly("tbc", "wikitext", "lines", "text", "json-lines");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "JSON_LINES | a.jsonl    | nothing like it",
        "JSON_LINES | a.ndjson   | x",
        "JSON_LINES | a.txt      | {\"text\": \"a <b> .\"}",
        "WIKITEXT   | a.txt      | The <unk> ran .",
        "WIKITEXT   | a.txt      | a @@UNKNOWN@@ b",
        "WIKITEXT   | a.txt      | 7 @,@ 000 men",
        "WIKITEXT   | a.txt      | = Robert =",
        "TBC        | a.txt      | `` no ! ''",
        "LINES      | a.txt      | he left , she said .",
        "LINES      | a.txt      | mr. x left , and a . b came .",
        "TEXT       | a.txt      | He left, she said. A b .",
        "TEXT       | a.txt      | no marks",
      })
  void isGuessedFromNameAndBeginning(CorpusFormat expected, String name, String content)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    assertThat(CorpusFormat.guess(file)).isEqualTo(expected);
    Path packed = folder.resolve(name + ".gz");
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(packed))) {
      stream.write(content.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(CorpusFormat.guess(packed)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv       | is a table (CSV or TSV), not a corpus; give a file with the sentences",
        "a.TSV       | is a table (CSV or TSV), not a corpus; give a file with the sentences",
        "a.csv.gz    | is a table (CSV or TSV), not a corpus; give a file with the sentences",
        "a.conll     | is in CoNLL's format, a word and its tags a line, not a corpus; give",
        "a.conllu    | is in CoNLL's format, a word and its tags a line, not a corpus; give",
        "a.conll2003 | is in CoNLL's format, a word and its tags a line, not a corpus; give",
        "README.md   | is a Markdown document, not a corpus; convert it to plain text",
        "a.Markdown  | is a Markdown document, not a corpus; convert it to plain text",
      })
  void whatIsNoCorpusByItsNameIsRefused(String name, String said) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "He left, she said.\n");
    assertThatThrownBy(() -> CorpusFormat.guess(file))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(file.toString()))
        .hasMessageStartingWith(file + " " + said)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aFileThatIsNotThereIsToldOfWhateverItsName() {
    assertThatThrownBy(() -> CorpusFormat.guess(folder.resolve("a.jsonl")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("there is no file ");
  }
}
