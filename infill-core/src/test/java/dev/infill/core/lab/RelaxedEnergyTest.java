package dev.infill.core.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.continuous.AcceptanceRule;
import dev.infill.core.continuous.ContinuousState;
import dev.infill.core.continuous.ContinuousStep;
import dev.infill.core.continuous.HamiltonianMonteCarlo;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class RelaxedEnergyTest {
  private static final IsingEnergy ISING = IsingEnergy.of(2, 2, 0.25, 0.3);

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  @Test
  void followsTheGradientOfTheSurrogate() {
    RelaxedEnergy relaxed = RelaxedEnergy.of(ISING, 0.7);
    double[] y = {0.4, -1.2, 0.1, 2};
    double[] gradient = relaxed.gradient(y);
    for (int i = 0; i < y.length; i++) {
      double[] above = y.clone();
      double[] below = y.clone();
      above[i] += 1e-5;
      below[i] -= 1e-5;
      assertThat(gradient[i])
          .isCloseTo(
              (relaxed.logSurrogate(above) - relaxed.logSurrogate(below)) / 2e-5, within(1e-8));
    }
    assertThat(relaxed.state(y)).isEqualTo(State.of(1, 0, 1, 1));
    // The surrogate is p where all is certain.
    double[] far = {30, -30, 30, 30};
    assertThat(relaxed.logSurrogate(far)).isCloseTo(relaxed.logDensity(far), within(1e-9));
  }

  /** From exact draws, the states have the distribution π after steps as well. */
  @Test
  void relaxedMalaKeepsTheTarget() {
    RelaxedEnergy relaxed = RelaxedEnergy.of(ISING, 0.5);
    Enumeration target = Enumeration.of(ISING);
    double[] logs = new double[16];
    for (int k = 0; k < 16; k++) {
      logs[k] = Math.log(target.probability(k));
    }
    CategoricalDistribution pi = CategoricalDistribution.ofLogWeights(logs);
    HamiltonianMonteCarlo rmala =
        HamiltonianMonteCarlo.langevin(relaxed, 0.8, AcceptanceRule.reversible());
    RandomGenerator random = random(3);
    int chains = 40_000;
    int[] counts = new int[16];
    int moved = 0;
    for (int chain = 0; chain < chains; chain++) {
      State start = target.space().state(pi.sample(random));
      ContinuousState state = rmala.init(relaxed.draw(start, random), random);
      for (int step = 0; step < 8; step++) {
        ContinuousStep made = rmala.step(state, random);
        state = made.next();
      }
      State end = relaxed.state(state.position());
      moved += end.equals(start) ? 0 : 1;
      counts[target.space().indexOf(end)]++;
    }
    assertThat(moved).isGreaterThan(chains / 2);
    for (int k = 0; k < 16; k++) {
      double p = target.probability(k);
      assertThat((double) counts[k] / chains)
          .isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / chains)));
    }
  }

  /** Approximate, but not far off for free spins; and particles do not fall together. */
  @Test
  void steinParticlesSpreadOverTheTarget() {
    SmoothEnergy free = IsingEnergy.of(1, 3, 0, 0.4);
    RandomGenerator random = random(5);
    List<State> starts = Collections.nCopies(80, State.of(0, 0, 1));
    SteinParticles particles = new SteinParticles(RelaxedEnergy.of(free, 1), starts, 0.05, random);
    assertThat(particles.states()).isEqualTo(starts);
    for (int step = 0; step < 500; step++) {
      particles.step();
    }
    List<State> states = particles.states();
    assertThat(new HashSet<>(states)).hasSizeGreaterThan(4);
    for (int i = 0; i < 3; i++) {
      int coordinate = i;
      double mean =
          states.stream().mapToInt(state -> 2 * state.get(coordinate) - 1).average().orElseThrow();
      assertThat(mean).isCloseTo(Math.tanh(0.4), within(0.35));
    }
  }

  @Test
  void onlyTwoNumbersCanBeRelaxed() {
    SmoothEnergy three =
        LogQuadraticEnergy.of(List.of(Ordinal.range(0, 2)), new double[][] {{1}}, new double[] {0});
    assertThatThrownBy(() -> RelaxedEnergy.of(three, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RelaxedEnergy.of(ISING, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
