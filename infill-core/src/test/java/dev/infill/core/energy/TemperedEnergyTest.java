package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.evaluation.lab.energy.Enumeration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class TemperedEnergyTest {
  private static final Energy ENERGY =
      TabulatedConditionals.of(
          List.of(new Categorical(3), new Categorical(4)),
          (state, i) -> Math.sin(1 + 3 * i + 2.0 * state.get(0) + state.get(0) * state.get(1)));

  @Property(seed = "21", tries = 30)
  void isThePowerOfTheTarget(@ForAll @DoubleRange(min = 0.05, max = 20) double temperature) {
    Enumeration plain = Enumeration.of(ENERGY);
    Enumeration tempered = Enumeration.of(new TemperedEnergy(ENERGY, temperature));
    double sum = 0;
    for (double probability : plain.probabilities()) {
      sum += Math.pow(probability, 1 / temperature);
    }
    for (int k = 0; k < plain.space().size(); k++) {
      assertThat(tempered.probability(k))
          .isCloseTo(Math.pow(plain.probability(k), 1 / temperature) / sum, within(1e-12));
    }
  }

  @Test
  void scalesGradientsAndConditionalsButNotTheReportedProbabilities() {
    TemperedEnergy tempered = new TemperedEnergy(ENERGY, 2);
    List<State> states = List.of(State.of(1, 2));
    Evaluation plain = ENERGY.evaluate(states, GradientKind.EXACT).get(0);
    Evaluation scaled = tempered.evaluate(states, GradientKind.EXACT).get(0);
    assertThat(scaled.energy()).isEqualTo(plain.energy() / 2);
    assertThat(scaled.gradient(1, 3)).isEqualTo(plain.gradient(1, 3) / 2);
    assertThat(scaled.logProbabilities()).isEqualTo(plain.logProbabilities());
    CategoricalDistribution f = ENERGY.conditionals(states, new int[] {1}).get(0);
    CategoricalDistribution flat = tempered.conditionals(states, new int[] {1}).get(0);
    assertThat(flat.logProbability(0) - flat.logProbability(3))
        .isCloseTo((f.logProbability(0) - f.logProbability(3)) / 2, within(1e-12));
    assertThat(tempered.supports(GradientKind.OWN_TERM)).isTrue();
    assertThat(tempered.domains()).isEqualTo(ENERGY.domains());
    assertThat(tempered.passesPerEvaluation()).isEqualTo(2);
    assertThat(tempered.passesPerConditional()).isEqualTo(1);
  }

  @Test
  void temperaturesAreChecked() {
    for (double temperature : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new TemperedEnergy(ENERGY, temperature))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
