package dev.infill.evaluation.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Energy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsingMomentsTest {
  /** Returns E[θᵢ] by summing over all states. */
  private static double[] enumerated(Energy energy) {
    Enumeration target = Enumeration.of(energy);
    double[] means = new double[energy.domains().size()];
    for (int number = 0; number < target.space().size(); number++) {
      for (int i = 0; i < means.length; i++) {
        int spin = 2 * target.space().state(number).get(i) - 1;
        means[i] += target.probability(number) * spin;
      }
    }
    return means;
  }

  @ParameterizedTest
  @CsvSource({"3,3,0.1,0.2", "4,3,0.4,-0.3", "3,4,-0.2,0.5"})
  void tori(int rows, int columns, double connectivity, double bias) {
    double mean = IsingMoments.torusMean(rows, columns, connectivity, bias);
    for (double expected : enumerated(IsingEnergy.torus(rows, columns, connectivity, bias))) {
      assertThat(mean).isCloseTo(expected, within(1e-12));
    }
  }

  @Test
  void aFiveByFiveLatticeOfFreeSpinsHasTheirTangent() {
    assertThat(IsingMoments.torusMean(5, 5, 0, 0.2)).isCloseTo(Math.tanh(0.2), within(1e-14));
  }

  @Test
  void sizesAreChecked() {
    assertThatThrownBy(() -> IsingMoments.torusMean(3, 11, 0.1, 0.2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 3 to 10 columns");
  }
}
