package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvLineTest {
  @Test
  void quotesCommasAndEmptyValuesAreRead() {
    assertThat(CsvLine.fields("a,\"b, c\",,\"d \"\"e\"\"\",f \"g\""))
        .containsExactly("a", "b, c", "", "d \"e\"", "f \"g\"");
    assertThat(CsvLine.fields("")).containsExactly("");
    assertThat(CsvLine.fields(",")).containsExactly("", "");
    assertThat(CsvLine.fields("\"\"")).containsExactly("");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    List<String> values =
        List.of("plain", "", "a, b", "\"", "\"quoted\"", ",", "ä 😀", "\"\",\"\"");

    for (String first : values) {
      for (String second : values) {
        String line = CsvLine.of(first, second, first);
        assertThat(CsvLine.fields(line.substring(0, line.length() - 2)))
            .containsExactly(first, second, first);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "a,\"b", "\"a\"\"", "a,\"b\"\"\"\"", "\"a\"b", "\"a\" ,b"})
  void quotesThatAreNotClosedOrGoOnAreRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> CsvLine.fields(line));
  }
}
