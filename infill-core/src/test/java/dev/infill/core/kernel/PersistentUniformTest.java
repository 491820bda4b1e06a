package dev.infill.core.kernel;

import static dev.infill.core.kernel.KernelHarness.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class PersistentUniformTest {
  @Property(seed = "3")
  void itStaysInItsRange(
      @ForAll @DoubleRange(min = -1, max = 1) double v,
      @ForAll @DoubleRange(min = 0, max = 1.99) double delta,
      @ForAll @DoubleRange(min = -50, max = 50) double logRatio) {
    PersistentUniform moved = new PersistentUniform(v).advancedBy(delta);
    assertThat(moved.v()).isBetween(-1.0, 1.0);
    double wrapped = moved.v() - v - delta;
    assertThat(Math.min(Math.abs(wrapped), Math.abs(wrapped + 2))).isLessThan(1e-12);
    if (moved.u() < Math.exp(Math.min(0, logRatio))) {
      PersistentUniform after = moved.afterAcceptance(logRatio);
      assertThat(after.v()).isCloseTo(moved.v() * Math.exp(-logRatio), within(1e-12));
      assertThat(after.u() < Math.exp(Math.min(0, -logRatio))).as("the way back").isTrue();
    }
  }

  @Test
  void acceptsWhatIsBelowTheRatio() {
    PersistentUniform number = new PersistentUniform(-0.5);
    assertThat(number.u() < Math.exp(Math.min(0, Math.log(0.51)))).isTrue();
    assertThat(number.u() < Math.exp(Math.min(0, Math.log(0.49)))).isFalse();
    assertThat(number.u() < Math.exp(Math.min(0, Double.NEGATIVE_INFINITY))).isFalse();
    assertThat(number.u() < Math.exp(Math.min(0, 1000))).isTrue();
    assertThat(number.afterAcceptance(Math.log(0.8)).v()).isCloseTo(-0.625, within(1e-15));
    assertThat(number.afterAcceptance(1000).v()).isZero();
    assertThatThrownBy(() -> new PersistentUniform(1.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PersistentUniform(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Metropolis on three states with a number that is kept: over all starts (θ, v), π × uniform,
   * each pair is reached as often as it was started from.
   */
  @Test
  void theJointDistributionIsKept() {
    double[] pi = {0.2, 0.5, 0.3};
    double delta = 0.13;
    int cells = 30_000;
    RandomGenerator random = random(1);
    int bins = 12;
    double[][] reached = new double[pi.length][bins];
    for (int from = 0; from < pi.length; from++) {
      for (int cell = 0; cell < cells; cell++) {
        PersistentUniform v = new PersistentUniform(-1 + 2 * (cell + random.nextDouble()) / cells);
        // Both proposals, each with probability one half, exactly.
        for (int to : new int[] {(from + 1) % 3, (from + 2) % 3}) {
          PersistentUniform moved = v.advancedBy(delta);
          double logRatio = Math.log(pi[to] / pi[from]);
          boolean accepted = moved.u() < Math.exp(Math.min(0, logRatio));
          PersistentUniform after = accepted ? moved.afterAcceptance(logRatio) : moved;
          int bin = Math.min(bins - 1, (int) ((after.v() + 1) / 2 * bins));
          reached[accepted ? to : from][bin] += pi[from] / cells / 2;
        }
      }
    }
    for (int state = 0; state < pi.length; state++) {
      for (int bin = 0; bin < bins; bin++) {
        // The v of a cell is off by less than its width: about a cell for every edge of a bin.
        assertThat(reached[state][bin]).isCloseTo(pi[state] / bins, within(6.0 / cells));
      }
    }
  }
}
