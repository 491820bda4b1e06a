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
    "5, 5, 2, 1",
    "5, 13, 1, 1"
  })
  void fillsAPassWithAtLeastOneSequence(int length, int asked, int forward, int backward) {
    PassSize size = new PassSize(100, 30, 12, 6);
    assertThat(size.forwardSequences(length, asked)).isEqualTo(forward);
    assertThat(size.backwardSequences(length, asked)).isEqualTo(backward);
  }

  @Test
  void aCardTakesMoreAtOnce() {
    PassSize cpu = PassSize.of(Device.CPU, 30_522);
    PassSize cuda = PassSize.of(Device.CUDA, 30_522);

    // The dense step of the benchmarks, 25 chains x 3 blanks, in one pass.
    assertThat(cuda.forwardSequences(19, 1)).isGreaterThanOrEqualTo(75);
    assertThat(cuda.backwardSequences(19, 1)).isGreaterThanOrEqualTo(75);
    assertThat(cuda.forwardPieces()).isGreaterThan(cpu.forwardPieces());
    assertThat(cuda.backwardPieces()).isGreaterThan(cpu.backwardPieces());
    assertThat(cuda.positions()).isEqualTo(PassSize.CUDA.positions());
    // What was measured on processors is not touched: no text is as short.
    assertThat(cpu.forwardSequences(8, 1)).isEqualTo(cpu.forwardPieces() / 8);
  }

  @Test
  void logitsOfAPassAreBoundedWhateverTheVocabulary() {
    for (int vocabulary : new int[] {100, 30_522, 119_547, 250_002, 1_000_000, 1 << 30}) {
      PassSize cpu = PassSize.of(Device.CPU, vocabulary);
      PassSize cuda = PassSize.of(Device.CUDA, vocabulary);

      assertThat(cpu.positions() == 1 || 4L * vocabulary * cpu.positions() <= 32 << 20).isTrue();
      assertThat(cuda.positions() == 1 || 4L * vocabulary * cuda.positions() <= 128 << 20).isTrue();
      // What is handed over with a gradient is twice as much; estimates of memory rely on it.
      for (PassSize size : new PassSize[] {cpu, cuda}) {
        int positions = size.backwardSequences(1, 1);
        assertThat(positions == 1 || 2 * 4L * vocabulary * positions <= 128 << 20).isTrue();
      }
      assertThat(cpu.forwardSequences(1, 1)).isEqualTo(Math.min(2048, cpu.positions()));
    }
  }
}
