package dev.infill.web.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.diagnostics.Probability;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.0 %",
    "0.0000001, <0.0001 %",
    "0.0000034, 0.00034 %",
    "0.000344, 0.034 %",
    "0.00096, 0.096 %",
    "0.034, 3.4 %",
    "0.0996, 10 %",
    "0.87, 87 %",
    "0.9962, 99.6 %",
    "0.9999, 100 %",
    "1, 100 %",
    "NaN, -"
  })
  void sharesHaveTheDigitsThatMatter(double share, String printed) {
    assertThat(Percent.about(share)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "0.12341, ≤ 12.4 %",
    "0.5, ≤ 50.0 %",
    "0.9989, ≤ 99.9 %",
    "0.9991, -",
    "1, -",
    "0.0001234, ≤ 0.013 %",
    "0.000000001, ≤ 0.0001 %"
  })
  void boundsAreRoundedUp(double bound, String printed) {
    Probability atMost =
        new Probability(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(bound));
    assertThat(Percent.of(atMost).inLine()).isEqualTo(printed);
  }

  @Test
  void probabilitiesOneUnderTheOtherAreAligned() {
    assertThat(
            Percent.column(
                List.of(
                    estimated(0.011, 0.000072),
                    estimated(0.28, 0.02),
                    estimated(0.0052, 0.00091),
                    Probability.known(0.5))))
        .containsExactly(
            "1.1000 % ± 0.0072 %",
            "  28.0 % ±    2.0 %", " 0.520 % ±  0.091 %", " 50.00 %           ");
    assertThat(Percent.column(List.of(Probability.known(1), Probability.known(0.05))))
        .containsExactly("100.0 %", "5.000 %");
  }

  @Test
  void errorsHaveTwoDigitsAndProbabilitiesAsManyAsTheyNeed() {
    assertThat(Percent.of(estimated(0.28061, 0.00152)).inLine()).isEqualTo("28.06 % ± 0.15 %");
    assertThat(Percent.of(estimated(0.28061, 0.0996)).inLine()).isEqualTo("28 % ± 10 %");
    assertThat(Percent.of(estimated(0.28061, 0.152)).inLine()).isEqualTo("28 % ± 15 %");
    assertThat(Percent.of(estimated(0.000123, 0.000045)).inLine()).isEqualTo("0.0123 % ± 0.0045 %");
    assertThat(Percent.of(estimated(0.28061, 1e-8)).inLine()).isEqualTo("28.061 % ± 0.000 %");
    assertThat(Percent.of(estimated(0.5, 0)).inLine()).isEqualTo("50.00 %");
    assertThat(Percent.of(estimated(1, 0)).inLine()).isEqualTo("100.0 %");
    assertThat(Percent.of(estimated(1e-9, 1e-10)).inLine()).isEqualTo("<0.0001 %");
    assertThat(
            Percent.of(
                    new Probability(
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(0.031)))
                .inLine())
        .isEqualTo("≤ 3.1 %");
  }

  private static Probability estimated(double value, double error) {
    return new Probability(
        OptionalDouble.of(value), OptionalDouble.of(error), OptionalDouble.of(1));
  }

  @ParameterizedTest
  @CsvSource({"-1.004, -1.00", "NaN, -", "-Infinity, -inf", "12.345, 12.35"})
  void numbersThatAreNoneAreWords(double number, String printed) {
    assertThat(Figures.decimal(number, 2)).isEqualTo(printed);
  }
}
