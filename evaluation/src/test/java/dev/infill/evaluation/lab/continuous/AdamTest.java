package dev.infill.evaluation.lab.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AdamTest {
  /** Of a constant gradient, both moments are it: every step goes as far as the rate says. */
  @Test
  void aConstantGradientIsFollowedAtTheRate() {
    double[] parameters = {1, -2};
    Adam adam = new Adam(2, 0.1);
    for (int step = 1; step <= 20; step++) {
      adam.ascend(parameters, new double[] {7, -0.03});
      assertThat(parameters[0]).isCloseTo(1 + 0.1 * step, within(1e-6));
      assertThat(parameters[1]).isCloseTo(-2 - 0.1 * step, within(1e-5));
    }
  }

  /** By hand: g = 1, then −3. */
  @Test
  void momentsAreCorrectedForTheirBeginning() {
    double[] parameters = {0};
    Adam adam = new Adam(1, 1);
    adam.ascend(parameters, new double[] {1});
    double after = parameters[0];
    adam.ascend(parameters, new double[] {-3});
    double first = (0.9 * 0.1 * 1 + 0.1 * -3) / (1 - 0.81);
    double second = (0.999 * 0.001 * 1 + 0.001 * 9) / (1 - 0.999 * 0.999);
    assertThat(parameters[0] - after).isCloseTo(first / Math.sqrt(second), within(1e-7));
  }
}
