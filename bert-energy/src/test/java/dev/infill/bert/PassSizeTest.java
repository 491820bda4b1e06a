package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassSizeTest {
  @ParameterizedTest
  @CsvSource({"10, 10, 3", "11, 9, 2", "30, 3, 1", "31, 3, 1", "512, 1, 1"})
  void fillsAPassWithAtLeastOneSequence(int length, int forward, int backward) {
    PassSize size = new PassSize(100, 30);
    assertThat(size.forwardSequences(length)).isEqualTo(forward);
    assertThat(size.backwardSequences(length)).isEqualTo(backward);
  }
}
