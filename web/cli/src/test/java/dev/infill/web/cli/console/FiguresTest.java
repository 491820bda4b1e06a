package dev.infill.web.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.0%",
    "0.00001, <0.1%",
    "0.034, 3.4%",
    "0.0996, 10%",
    "0.87, 87%",
    "0.9962, 99.6%",
    "0.9999, 100%",
    "1, 100%",
    "NaN, -"
  })
  void probabilitiesHaveTheDigitsThatMatter(double probability, String printed) {
    assertThat(Figures.probability(probability)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0%",
    "0.0000001, <0.0001%",
    "0.0000034, 0.00034%",
    "0.000344, 0.034%",
    "0.00096, 0.1%",
    "0.0123, 1.2%",
    "1, 100.0%",
    "NaN, -"
  })
  void smallRatesHaveTwoSignificantDigits(double rate, String printed) {
    assertThat(Figures.smallPercent(rate)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "0.12341, 12.4%",
    "0.5, 50.0%",
    "1, 100.0%",
    "0.0001234, 0.013%",
    "0.000000001, 0.0001%",
    "NaN, -"
  })
  void boundsAreRoundedUp(double rate, String printed) {
    assertThat(Figures.bound(rate)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"-1.004, -1.00", "NaN, -", "-Infinity, -inf", "12.345, 12.35"})
  void numbersThatAreNoneAreWords(double number, String printed) {
    assertThat(Figures.decimal(number, 2)).isEqualTo(printed);
  }
}
