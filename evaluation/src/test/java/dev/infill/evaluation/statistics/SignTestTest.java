package dev.infill.evaluation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SignTestTest {
  @Test
  void theProbabilityIsThatOfFairCoins() {
    assertThat(new SignTest(0, 0).probability()).isEqualTo(1);
    assertThat(new SignTest(1, 1).probability()).isEqualTo(1);
    assertThat(new SignTest(5, 0).probability()).isCloseTo(2 / 32.0, within(1e-13));
    // (1 + 10 + 45) / 1024, either way.
    assertThat(new SignTest(8, 2).probability()).isCloseTo(112 / 1024.0, within(1e-13));
    assertThat(new SignTest(2, 8).probability()).isEqualTo(new SignTest(8, 2).probability());
    // R: binom.test(60, 100)$p.value
    assertThat(new SignTest(60, 40).probability()).isCloseTo(0.05688793, within(1e-8));
    // SciPy: binomtest(600, 1300).pvalue; a term of it is too small for a number.
    assertThat(new SignTest(600, 700).probability()).isCloseTo(0.00601579386, within(1e-10));
  }
}
