package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardNormalTest {
  /**
   * By bisection of erfc(−z/√2)/2 in double precision; on both sides of where one approximation
   * gives way to another (p = 0.075 and e⁻²⁵).
   */
  @ParameterizedTest
  @CsvSource({
    "0.975, 1.959963984540054",
    "0.93, 1.475791028179171",
    "0.92, 1.405071560309633",
    "0.9, 1.281551565544601",
    "0.75, 0.6744897501960818",
    "0.6, 0.2533471031357999",
    "0.5, 0",
    "0.0756, -1.4353057147610406",
    "0.0744, -1.4437830903767752",
    "1e-3, -3.090232306167814",
    "1e-6, -4.753424308822899",
    "1.5e-11, -6.646570887477113",
    "1.3e-11, -6.667611456510741",
    "1e-20, -9.262340089798407",
    "1e-100, -21.273453560965322",
    "1e-300, -37.0470962993612"
  })
  void quantilesAreTheKnownOnes(double p, double z) {
    assertThat(StandardNormal.quantile(p)).isCloseTo(z, within(1e-13 * Math.max(1, Math.abs(z))));
  }

  /** Φ(z) = ½ + φ(z) (z + z³/3 + z⁵/(3·5) + …), whose terms are all of one sign. */
  private static double cumulative(double z) {
    double term = z;
    double sum = 0;
    for (int k = 1; Math.abs(term) > 1e-18; k++) {
      sum += term;
      term *= z * z / (2 * k + 1);
    }
    return 0.5 + sum * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  @Property
  void quantilesUndoTheCumulativeDistribution(@ForAll @DoubleRange(min = -5, max = 5) double z) {
    double p = cumulative(z);
    double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    // p itself is only known to 2e-16.
    assertThat(StandardNormal.quantile(p)).isCloseTo(z, within(1e-12 + 1e-15 / density));
  }

  @Property
  void quantilesAreInTheOrderOfTheirProbabilities(
      @ForAll @DoubleRange(min = -300, max = -0.31) double first,
      @ForAll @DoubleRange(min = -300, max = -0.31) double second) {
    double lower = StandardNormal.quantile(Math.pow(10, Math.min(first, second)));
    double upper = StandardNormal.quantile(Math.pow(10, Math.max(first, second)));

    assertThat(lower).isLessThanOrEqualTo(upper);
    assertThat(upper).isNegative();
  }

  /** Of multiples of 2⁻²⁰ the difference from 1 is exact. */
  @Property
  void tailsMirrorEachOther(@ForAll @IntRange(min = 1, max = 1 << 19) int part) {
    double p = Math.scalb((double) part, -20);
    assertThat(StandardNormal.quantile(1 - p)).isEqualTo(-StandardNormal.quantile(p) + 0.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void onlyProbabilitiesHaveQuantiles(double p) {
    assertThatThrownBy(() -> StandardNormal.quantile(p))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(p));
  }
}
