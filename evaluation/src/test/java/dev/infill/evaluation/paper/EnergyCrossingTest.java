package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class EnergyCrossingTest {
  private static final double[] UP = {-10, -6, -4, -5};

  @Test
  void isWhereTheHigherCurveFirstReachesTheOthersTop() {
    EqualEnergyComparison.EnergyCrossing crossing =
        EqualEnergyComparison.EnergyCrossing.of(new double[] {-10, -5}, UP);
    assertThat(crossing.level()).isEqualTo(-5);
    assertThat(crossing.first()).isEqualTo(1);
    // Between −6 and −4 on the way up, not at the last point.
    assertThat(crossing.second()).isEqualTo(1.5);
    assertThat(
            EqualEnergyComparison.EnergyCrossing.at(
                crossing.second(), new double[] {60, 70, 80, 90}))
        .isEqualTo(75);
  }

  @Test
  void isAtTheStartIfACurveFallsFromThere() {
    EqualEnergyComparison.EnergyCrossing crossing =
        EqualEnergyComparison.EnergyCrossing.of(new double[] {-10, -12}, UP);
    assertThat(crossing.level()).isEqualTo(-10);
    assertThat(crossing.first()).isZero();
    assertThat(crossing.second()).isZero();
  }

  @Test
  void aCurveThatStartsAboveTheOthersTopHasNothingInCommonWithIt() {
    double[] low = {-20, -12};
    assertThat(EqualEnergyComparison.EnergyCrossing.of(low, UP).isCommon(low, UP)).isFalse();
    double[] higher = {-20, -10};
    assertThat(EqualEnergyComparison.EnergyCrossing.of(higher, UP).isCommon(higher, UP)).isTrue();
  }

  @Property
  void bothCurvesHaveTheLevelThere(
      @ForAll("energies") double[] first, @ForAll("energies") double[] second) {
    EqualEnergyComparison.EnergyCrossing crossing =
        EqualEnergyComparison.EnergyCrossing.of(first, second);
    double[] reached = {
      EqualEnergyComparison.EnergyCrossing.at(crossing.first(), first),
      EqualEnergyComparison.EnergyCrossing.at(crossing.second(), second)
    };
    if (crossing.isCommon(first, second)) {
      assertThat(reached[0]).isCloseTo(crossing.level(), within(1e-9));
      assertThat(reached[1]).isCloseTo(crossing.level(), within(1e-9));
    } else {
      assertThat(reached).containsAnyOf(first[0], second[0]);
    }
  }

  @Provide
  Arbitrary<double[]> energies() {
    return Arbitraries.doubles().between(-50, 0).array(double[].class).ofMinSize(1).ofMaxSize(8);
  }
}
