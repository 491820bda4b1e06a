package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class SimplexProjectionTest {
  @Provide
  static Arbitrary<double[]> points() {
    return Arbitraries.oneOf(
            Arbitraries.doubles().between(-5, 5),
            Arbitraries.doubles().between(-1e6, 1e6),
            Arbitraries.of(0.0, 0.25, 1.0, Double.NEGATIVE_INFINITY))
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(12)
        .filter(point -> Arrays.stream(point).anyMatch(Double::isFinite));
  }

  /**
   * The projection w of y is the point of the simplex with (y − w) · (z − w) ≤ 0 for every z of it;
   * of a convex hull it is enough to look at the corners.
   */
  @Property
  void isTheNearestPointOfTheSimplex(@ForAll("points") double[] point) {
    SparseVector projected = SimplexProjection.of(point);
    double sum = 0;
    double inner = 0;
    double scale = 1;
    for (int v = 0; v < point.length; v++) {
      double weight = projected.get(v);
      assertThat(weight).isBetween(0.0, 1 + 1e-9);
      sum += weight;
      if (weight > 0) {
        inner += (point[v] - weight) * weight;
        scale = Math.max(scale, Math.abs(point[v]));
      }
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
    for (int corner = 0; corner < point.length; corner++) {
      assertThat(point[corner] - projected.get(corner) - inner).isLessThanOrEqualTo(1e-9 * scale);
    }
  }

  @Property
  void doesNotChangeWithAConstant(
      @ForAll("points") double[] point, @ForAll @DoubleRange(min = -8, max = 8) double shift) {
    SparseVector projected = SimplexProjection.of(point);
    SparseVector shifted = SimplexProjection.of(Arrays.stream(point).map(y -> y + shift).toArray());
    for (int v = 0; v < point.length; v++) {
      assertThat(shifted.get(v)).isCloseTo(projected.get(v), within(1e-8));
    }
  }

  @Property
  void leavesWhatIsInTheSimplex(@ForAll("points") double[] point) {
    SparseVector once = SimplexProjection.of(point);
    double[] dense = new double[point.length];
    Arrays.setAll(dense, once::get);
    SparseVector twice = SimplexProjection.of(dense);
    for (int v = 0; v < point.length; v++) {
      assertThat(twice.get(v)).isCloseTo(once.get(v), within(1e-12));
    }
  }

  @Test
  void knownProjections() {
    assertThat(SimplexProjection.of(new double[] {7})).hasToString("[0: 1.0]");
    assertThat(SimplexProjection.of(new double[] {0, 2, 0.5})).hasToString("[1: 1.0]");
    assertThat(SimplexProjection.of(new double[] {1, 1, -9})).hasToString("[0: 0.5, 1: 0.5]");
    assertThat(SimplexProjection.of(new double[] {0.75, 0.75, Double.NEGATIVE_INFINITY, 0.25}))
        .hasToString("[0: 0.5, 1: 0.5]");
  }

  /** Of many words few have a weight, and what has none takes no part. */
  @Test
  void aLargeVocabulary() {
    SplittableRandom random = new SplittableRandom(7);
    double[] point = new double[30_522];
    Arrays.setAll(point, v -> -1 - 20 * random.nextDouble());
    point[1234] = 0.3;
    point[777] = 0.2;
    SparseVector projected = SimplexProjection.of(point);
    assertThat(projected.get(1234) + projected.get(777)).isGreaterThan(0.9);
    double sum = 0;
    for (int place = 0; place < projected.support(); place++) {
      sum += projected.value(place);
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @Test
  void whatHasNoProjectionIsRefused() {
    for (double[] point :
        new double[][] {
          {},
          {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY},
          {0, Double.NaN},
          {Double.POSITIVE_INFINITY, 0}
        }) {
      assertThatThrownBy(() -> SimplexProjection.of(point))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
