package dev.infill.core.proposal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalancingFunctionTest {
  @Property(seed = "41")
  void barkerIsTheLogisticFunction(@ForAll @DoubleRange(min = -30, max = 30) double difference) {
    double t = Math.exp(difference);
    assertThat(BalancingFunction.BARKER.logWeight(difference))
        .isCloseTo(Math.log(t / (t + 1)), within(1e-10));
  }

  /** g(t) = t g(1/t): what makes a function balancing (Zanella 2020). */
  @Property(seed = "42")
  void squareRootAndBarkerAreBalanced(
      @ForAll @DoubleRange(min = -2000, max = 2000) double difference) {
    for (BalancingFunction g :
        new BalancingFunction[] {BalancingFunction.SQUARE_ROOT, BalancingFunction.BARKER}) {
      assertThat(g.logWeight(difference))
          .isFinite()
          .isCloseTo(difference + g.logWeight(-difference), within(1e-9));
    }
  }

  @Test
  void infiniteDifferencesHaveWeightZero() {
    assertThat(BalancingFunction.BARKER.logWeight(Double.NEGATIVE_INFINITY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(BalancingFunction.power(0.9).logWeight(Double.NEGATIVE_INFINITY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void namesAreThoseThatUsersType() {
    assertThat(BalancingFunction.power(0.5).label()).isEqualTo("sqrt");
    assertThat(BalancingFunction.power(0.75).label()).isEqualTo("power:0.75");
    assertThat(BalancingFunction.BARKER.label()).isEqualTo("barker");
  }

  @Property(seed = "43")
  void functionsAreFoundByTheirNames(@ForAll @DoubleRange(min = 0.5, max = 1) double exponent) {
    for (BalancingFunction g :
        new BalancingFunction[] {
          BalancingFunction.power(exponent), BalancingFunction.SQUARE_ROOT, BalancingFunction.BARKER
        }) {
      assertThat(BalancingFunction.of(g.label())).isEqualTo(g);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Sqrt", "metropolis", "power", "power:", "power:1.1", "power:x"})
  void otherNamesAreRefused(String label) {
    assertThatThrownBy(() -> BalancingFunction.of(label))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void exponentsOutsideOfTheRangeAreRefused() {
    for (double exponent : new double[] {0.49, 1.01, Double.NaN}) {
      assertThatThrownBy(() -> BalancingFunction.power(exponent))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
