package dev.infill.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberRangeTest {
  private static final NumberRange DECIMALS = new NumberRange(0.001, 1e9);
  private static final NumberRange COUNTS = new NumberRange(1, 100_000);

  @Test
  void bothEndsAreInside() {
    assertThat(DECIMALS.require("alpha", 0.001)).isEqualTo(0.001);
    assertThat(DECIMALS.require("alpha", 1e9)).isEqualTo(1e9);
    assertThat(COUNTS.require("chains", 1)).isEqualTo(1);
    assertThat(COUNTS.require("chains", 100_000)).isEqualTo(100_000);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        -1,
        Double.MIN_VALUE,
        0.0009999999999999998,
        1e9 + 1,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
      })
  void whatIsOutsideIsNamed(double value) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> DECIMALS.require("alpha", value))
        .withMessage("alpha must be from 0.001 to 1000000000, not " + value)
        .satisfies(e -> assertThat(e.field()).isEqualTo("alpha"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_001, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void soAreWholeNumbers(int value) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> COUNTS.require("chains", value))
        .withMessage("chains must be from 1 to 100000, not " + value);
  }

  @Test
  void aRangeHasNumbers() {
    assertThatThrownBy(() -> new NumberRange(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NumberRange(Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
