package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EvaluationTest {
  @Test
  void holdsWhatItWasGiven() {
    Evaluation evaluation =
        new Evaluation(-3, new double[] {-1, -2}, new double[][] {{0, 5}, {1, 2}});
    assertThat(evaluation.energy()).isEqualTo(-3);
    assertThat(evaluation.hasGradient()).isTrue();
    assertThat(evaluation.gradient(0)[1]).isEqualTo(5);
    assertThat(evaluation.gradient(1)).containsExactly(1, 2);
    evaluation.logProbabilities()[0] = 9;
    assertThat(evaluation.logProbabilities()).containsExactly(-1, -2);
  }

  @Test
  void anEnergyIsFiniteOrMinusInfinity() {
    Evaluation impossible =
        new Evaluation(Double.NEGATIVE_INFINITY, new double[0], new double[0][]);
    assertThat(impossible.hasGradient()).isFalse();
    for (double energy : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Evaluation(energy, new double[0], new double[0][]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
