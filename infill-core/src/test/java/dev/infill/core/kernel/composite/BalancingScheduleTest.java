package dev.infill.core.kernel.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class BalancingScheduleTest {
  private static final BalancingSchedule SCHEDULE =
      BalancingSchedule.of(Map.of(0.1, 0.5, 1.0, 0.8, 4.0, 0.9));

  @Test
  void whatIsGivenIsKeptAndBetweenItIsInterpolatedOverTheLogarithm() {
    assertThat(exponent(0.1)).isEqualTo(0.5);
    assertThat(exponent(1)).isEqualTo(0.8);
    assertThat(exponent(4)).isEqualTo(0.9);
    assertThat(exponent(Math.sqrt(0.1))).isCloseTo(0.65, within(1e-12));
    assertThat(exponent(2)).isCloseTo(0.85, within(1e-12));
    assertThat(exponent(0.001)).isEqualTo(0.5);
    assertThat(exponent(100)).isEqualTo(0.9);
  }

  @Property(seed = "11")
  void itNeverFalls(
      @ForAll @DoubleRange(min = 0.01, max = 10) double one,
      @ForAll @DoubleRange(min = 0.01, max = 10) double other) {
    assertThat(exponent(Math.max(one, other)))
        .isGreaterThanOrEqualTo(exponent(Math.min(one, other)));
  }

  @Test
  void whatIsNoScheduleIsRefused() {
    for (Map<Double, Double> wrong :
        List.of(
            Map.<Double, Double>of(),
            Map.of(0.0, 0.5),
            Map.of(Double.NaN, 0.5),
            Map.of(Double.POSITIVE_INFINITY, 0.5),
            Map.of(1.0, 0.4),
            Map.of(1.0, 1.1),
            Map.of(1.0, 0.8, 2.0, 0.7))) {
      assertThatIllegalArgumentException()
          .as(wrong.toString())
          .isThrownBy(() -> BalancingSchedule.of(wrong));
    }
  }

  private static double exponent(double stepSize) {
    return SCHEDULE.at(stepSize).exponent();
  }
}
