package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.runtime.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassSizeTest {
  @ParameterizedTest
  @CsvSource({
    "10, 1, 10, 3",
    "11, 1, 9, 2",
    "30, 1, 3, 1",
    "31, 1, 3, 1",
    "512, 1, 1, 1",
    "5, 1, 12, 6",
    "5, 5, 2, 2",
    "5, 13, 1, 1"
  })
  void fillsAPassWithAtLeastOneSequence(int length, int asked, int forward, int backward) {
    PassSize size = new PassSize(100, 30, 12);
    assertThat(size.forwardSequences(length, asked)).isEqualTo(forward);
    assertThat(size.backwardSequences(length, asked)).isEqualTo(backward);
  }

  @Test
  void aCardTakesMoreAtOnceButNoMoreLogits() {
    PassSize cpu = PassSize.of(Device.CPU);
    PassSize cuda = PassSize.of(Device.CUDA);

    // The dense step of the benchmarks, 25 chains x 3 blanks, in one pass.
    assertThat(cuda.forwardSequences(19, 1)).isGreaterThanOrEqualTo(75);
    assertThat(cuda.backwardSequences(19, 1)).isGreaterThanOrEqualTo(75);
    assertThat(cuda.forwardPieces()).isGreaterThan(cpu.forwardPieces());
    assertThat(cuda.backwardPieces()).isGreaterThan(cpu.backwardPieces());
    assertThat(cuda.positions()).isLessThanOrEqualTo(cpu.positions());
    // What was measured on processors is not touched: no sequence is asked at more than its pieces.
    assertThat(cpu.positions()).isGreaterThanOrEqualTo(cpu.forwardPieces());
  }
}
