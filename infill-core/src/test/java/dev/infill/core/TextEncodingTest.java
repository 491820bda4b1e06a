package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextEncodingTest {
  @Test
  void wideCharactersAreFoundWithAndWithoutAMark() {
    for (String text : List.of("{\"a\":1}", "the man", "1,2")) {
      for (String name : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "x-UTF-16LE-BOM")) {
        assertThat(TextEncoding.wide(text.getBytes(Charset.forName(name))))
            .as(name)
            .hasValue("UTF-16");
      }
      for (String name : List.of("UTF-32LE", "UTF-32BE", "X-UTF-32LE-BOM", "X-UTF-32BE-BOM")) {
        assertThat(TextEncoding.wide(text.getBytes(Charset.forName(name))))
            .as(name)
            .hasValue("UTF-32");
      }
    }
    // Its first letter is not of the first 256.
    assertThat(TextEncoding.wide("\u4eba".getBytes(StandardCharsets.UTF_16))).hasValue("UTF-16");
  }

  @Test
  void utf8IsNone() {
    for (String text : List.of("", "a", "{}", "\uFEFFthe", "\u4eba", "\u00ff\u00fe", "a b\u0000")) {
      assertThat(TextEncoding.wide(text.getBytes(StandardCharsets.UTF_8))).as(text).isEmpty();
    }
  }
}
