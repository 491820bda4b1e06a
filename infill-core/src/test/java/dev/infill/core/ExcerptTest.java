package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  @Test
  void isTheWholeOfAShortTextAndTheBeginningOfALongOne() {
    assertThat(Excerpt.of("")).isEmpty();
    assertThat(Excerpt.of("x".repeat(60))).isEqualTo("x".repeat(60));
    assertThat(Excerpt.of("x".repeat(61))).isEqualTo("x".repeat(60) + "…");
    assertThat(Excerpt.of("given", 2)).isEqualTo("gi…");
  }

  @Test
  void cutsNoCharacterInTwo() {
    assertThat(Excerpt.of("😀😀😀", 3)).isEqualTo("😀😀😀");
    assertThat(Excerpt.of("😀😀😀", 2)).isEqualTo("😀😀…");
  }
}
