package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void numbersReadWell() {
    assertThat(Figures.decimal(-1234.567, 1)).isEqualTo("−1,234.6");
    assertThat(Figures.decimal(-0.001, 2)).isEqualTo("0.00");
    assertThat(Figures.decimal(Double.NaN, 2)).isEqualTo("–");
    assertThat(Figures.decimal(Double.NEGATIVE_INFINITY, 2)).isEqualTo("−∞");
    assertThat(Figures.signed(2.345, 1)).isEqualTo("+2.3");
    assertThat(Figures.signed(-2.345, 1)).isEqualTo("−2.3");
    assertThat(Figures.signed(0, 1)).isEqualTo("0.0");
    assertThat(Figures.signed(0.001, 1)).isEqualTo("0.0");
    assertThat(Figures.step(50)).isEqualTo("50");
    assertThat(Figures.step(12.34)).isEqualTo("12.3");
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Figures.decimal(1234.5, 1)).isEqualTo("1,234.5");
    } finally {
      Locale.setDefault(before);
    }
  }
}
