package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DomainTest {
  @Property(seed = "11")
  void ordinalsMeasureDistanceAndSlopeInTheirValues(
      @ForAll @IntRange(min = -50, max = 50) int first,
      @ForAll @IntRange(min = 1, max = 9) int stride,
      @ForAll @IntRange(min = 0, max = 30) int a,
      @ForAll @IntRange(min = 0, max = 30) int b,
      @ForAll @DoubleRange(min = -10, max = 10) double slope) {
    Ordinal domain = new Ordinal(first, stride, 31);
    double difference = (double) domain.value(b) - domain.value(a);
    assertThat(domain.squaredDistance(a, b)).isEqualTo(difference * difference);
    assertThat(domain.firstOrderDifference(new double[] {slope}, a, b))
        .isCloseTo(slope * difference, within(1e-9));
    assertThat(domain.gradientLength()).isEqualTo(1);
  }

  @Property(seed = "12")
  void categoriesAreOneHotVectors(
      @ForAll @Size(7) double[] gradient,
      @ForAll @IntRange(min = 0, max = 6) int a,
      @ForAll @IntRange(min = 0, max = 6) int b) {
    Categorical domain = new Categorical(7);
    double distance = 0;
    double product = 0;
    for (int k = 0; k < 7; k++) {
      int step = (k == b ? 1 : 0) - (k == a ? 1 : 0);
      distance += step * step;
      product += step * gradient[k];
    }
    assertThat(domain.squaredDistance(a, b)).isEqualTo(distance);
    assertThat(domain.firstOrderDifference(gradient, a, b)).isEqualTo(product);
    assertThat(domain.gradientLength()).isEqualTo(7);
  }

  @Test
  void namedOrdinalsHoldTheirValues() {
    assertThat(Ordinal.binary().value(0)).isZero();
    assertThat(Ordinal.binary().value(1)).isEqualTo(1);
    assertThat(Ordinal.spin().value(0)).isEqualTo(-1);
    assertThat(Ordinal.spin().value(1)).isEqualTo(1);
    assertThat(Ordinal.spin().squaredDistance(0, 1)).isEqualTo(4);
    assertThat(Ordinal.range(-2, 5).size()).isEqualTo(8);
    assertThat(Ordinal.range(-2, 5).value(7)).isEqualTo(5);
  }

  @Test
  void emptyDomainsAreRefused() {
    assertThatThrownBy(() -> new Categorical(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ordinal(0, 0, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ordinal(0, 1 << 20, 1 << 20))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ordinal.range(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ordinal.range(Integer.MIN_VALUE, 2))
        .isInstanceOf(ArithmeticException.class);
  }
}
