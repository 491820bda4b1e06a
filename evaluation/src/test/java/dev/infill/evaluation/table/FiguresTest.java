package dev.infill.evaluation.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.statistics.Mean;
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
    assertThat(Figures.shortest(50, 1)).isEqualTo("50");
    assertThat(Figures.shortest(12.34, 1)).isEqualTo("12.3");
    assertThat(Figures.shortest(100, 0)).isEqualTo("100");
    assertThat(Figures.significant(0.012345, 3)).isEqualTo("0.0123");
    assertThat(Figures.significant(9.999, 3)).isEqualTo("10.0");
    assertThat(Figures.significant(12345, 3)).isEqualTo("12,345");
    assertThat(Figures.significant(0, 3)).isEqualTo("0.00");
  }

  @Test
  void anErrorHasTwoDigitsAndItsMeanAsManyDecimals() {
    assertThat(Figures.mean(new Mean(1.23456, 0.0123))).isEqualTo("1.235 ± 0.012");
    assertThat(Figures.mean(new Mean(-1.23456, 0.0999))).isEqualTo("−1.23 ± 0.10");
    assertThat(Figures.mean(new Mean(1234.5, 67.8))).isEqualTo("1,235 ± 68");
    assertThat(Figures.mean(new Mean(1.23456, 0))).isEqualTo("1.23");
    assertThat(Figures.mean(new Mean(Double.NaN, Double.NaN))).isEqualTo("–");
    assertThat(Figures.mean(Mean.of(1, 2, 3))).isEqualTo("2.00 ± 0.58");
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
