package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstDifferenceTest {
  @Test
  void equalTextsHaveNone() {
    assertThat(FirstDifference.of("a\nb\n", "a\nb\n")).isEmpty();
  }

  @Test
  void namesTheLineAndBothOfIts() {
    FirstDifference difference = FirstDifference.of("a\n  b,\nc", "a\n  d,\nc").orElseThrow();

    assertThat(difference.line()).isEqualTo(2);
    assertThat(difference.inWords()).isEqualTo("says 'b,' where it would be 'd,'");
  }

  @Test
  void oneTextMayBeShorter() {
    assertThat(FirstDifference.of("a", "a\nb").orElseThrow().inWords())
        .isEqualTo("says nothing where it would be 'b'");
    assertThat(FirstDifference.of("a\nb", "a").orElseThrow().inWords())
        .isEqualTo("says 'b' where it would be nothing");
  }
}
