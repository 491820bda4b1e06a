package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorpusFormatTest {
  @TempDir private Path folder;

  @Test
  void labelsAreWhatUsersType() {
    assertThat(Arrays.stream(CorpusFormat.values()).map(CorpusFormat::label))
        .containsExactly("tbc", "wikitext", "lines", "text", "markdown", "json-lines");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "JSON_LINES | a.jsonl    | nothing like it",
        "JSON_LINES | a.ndjson   | x",
        "JSON_LINES | a.txt      | {\"text\": \"a <b> .\"}",
        "MARKDOWN   | README.md  | x",
        "MARKDOWN   | a.Markdown | x",
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
    byte[] packed = Zstd.compress(content.getBytes(StandardCharsets.UTF_8));
    assertThat(CorpusFormat.guess(Files.write(folder.resolve(name + ".zst"), packed)))
        .isEqualTo(expected);
  }

  @Test
  void aFileThatIsNotThereIsToldOfWhateverItsName() {
    assertThatThrownBy(() -> CorpusFormat.guess(folder.resolve("a.jsonl")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("there is no file ");
  }
}
