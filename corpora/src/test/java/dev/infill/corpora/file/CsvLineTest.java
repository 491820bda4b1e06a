package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CsvLineTest {
  @Test
  void quotesAreDoubledAndCommasAndLineBreaksQuoted() {
    assertThat(CsvLine.of("a", "", "b, c", "d \"e\"", "ä 😀", "f\ng"))
        .isEqualTo("a,,\"b, c\",\"d \"\"e\"\"\",ä 😀,\"f\ng\"\r\n");
  }
}
