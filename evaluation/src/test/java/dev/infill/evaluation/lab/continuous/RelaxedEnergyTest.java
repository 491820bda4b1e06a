package dev.infill.evaluation.lab.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.sampler.SteinParticles;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelaxedEnergyTest {
  private static final LogQuadraticEnergy ISING = IsingEnergy.of(2, 2, 0.25, 0.3);

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  @Test
  void followsTheGradientOfTheSurrogate() {
    RelaxedEnergy relaxed = new RelaxedEnergy(ISING, 0.7);
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
    RelaxedEnergy relaxed = new RelaxedEnergy(ISING, 0.5);
    Enumeration target = Enumeration.of(ISING);
    double[] logs = new double[16];
    for (int k = 0; k < 16; k++) {
      logs[k] = Math.log(target.probability(k));
    }
    CategoricalDistribution pi = CategoricalDistribution.ofLogWeights(logs);
    HamiltonianMonteCarlo rmala =
        HamiltonianMonteCarlo.langevin(relaxed, 0.8, AcceptanceRule.REVERSIBLE);
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

  /**
   * Approximate, and the less so the more particles there are: of 40 the mean of free spins is too
   * near to 0 by 0.03 to 0.04, as 20 populations of random starts tell to 0.01 (0.637 ± 0.009 and
   * 0.339 ± 0.010 for tanh 0.8 = 0.664 and tanh 0.4 = 0.380). The bound is that bias and 4 standard
   * errors, taken between populations.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.4, 0.8})
  void steinParticlesSpreadOverTheTarget(double field) {
    RelaxedEnergy free = new RelaxedEnergy(IsingEnergy.of(1, 3, 0, field), 1);
    int populations = 20;
    double[] means = new double[populations];
    for (int k = 0; k < populations; k++) {
      RandomGenerator random = random(k);
      List<State> starts =
          Stream.generate(() -> State.of(random.ints(3, 0, 2).toArray())).limit(40).toList();
      SteinParticles particles = new SteinParticles(free, starts, 0.05, random);
      assertThat(particles.states()).isEqualTo(starts);
      for (int step = 0; step < 150; step++) {
        particles.step();
      }
      assertThat(new HashSet<>(particles.states())).hasSizeGreaterThan(4);
      means[k] =
          particles.states().stream()
              .flatMapToInt(state -> Arrays.stream(state.toArray()))
              .map(index -> 2 * index - 1)
              .average()
              .orElseThrow();
    }
    double mean = Arrays.stream(means).average().orElseThrow();
    double squares = Arrays.stream(means).map(each -> (each - mean) * (each - mean)).sum();
    double standardError = Math.sqrt(squares / (populations - 1) / populations);
    assertThat(standardError).isLessThan(0.0125);
    assertThat(mean).isCloseTo(Math.tanh(field) - 0.035, within(0.005 + 4 * standardError));
  }

  /**
   * With starts in one place, where particles have to part: the states of a reference, all along.
   */
  @Test
  void steinParticlesFollowTheFormula() {
    RelaxedEnergy relaxed = new RelaxedEnergy(ISING, 0.7);
    List<State> starts = Collections.nCopies(20, State.of(0, 0, 1, 1));
    SteinParticles particles = new SteinParticles(relaxed, starts, 0.05, random(5));
    RandomGenerator same = random(5);
    double[][] y = starts.stream().map(start -> relaxed.draw(start, same)).toArray(double[][]::new);
    double[][] first = new double[20][4];
    double[][] second = new double[20][4];
    Set<List<State>> different = new HashSet<>();
    for (int step = 1; step <= 100; step++) {
      particles.step();
      double[][] direction = direction(relaxed, y);
      for (int i = 0; i < y.length; i++) {
        for (int k = 0; k < 4; k++) {
          double slope = direction[i][k];
          first[i][k] = 0.9 * first[i][k] + 0.1 * slope;
          second[i][k] = 0.999 * second[i][k] + 0.001 * slope * slope;
          double scale = Math.sqrt(second[i][k] / (1 - Math.pow(0.999, step)));
          y[i][k] += 0.05 * first[i][k] / (1 - Math.pow(0.9, step)) / (scale + 1e-8);
        }
      }
      List<State> states = Arrays.stream(y).map(relaxed::state).toList();
      assertThat(particles.states()).as("after %s steps", step).isEqualTo(states);
      different.add(states);
    }
    assertThat(different).hasSizeGreaterThan(20);
  }

  /** φ of Han et al. 2020, all derivatives by differences. */
  private static double[][] direction(RelaxedEnergy relaxed, double[][] y) {
    int n = y.length;
    double[] squares = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      squares[i] = squaredDistance(y[i / n], y[i % n]);
    }
    Arrays.sort(squares);
    double width = squares[n * n / 2] / Math.log(n + 1.0);
    double[] weights =
        Arrays.stream(y)
            .mapToDouble(at -> Math.exp(relaxed.logSurrogate(at) - relaxed.logDensity(at)))
            .toArray();
    double sum = Arrays.stream(weights).sum();
    double[][] direction = new double[n][y[0].length];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double kernel = Math.exp(-squaredDistance(y[j], y[i]) / width);
        for (int k = 0; k < y[0].length; k++) {
          double[] above = y[j].clone();
          double[] below = y[j].clone();
          above[k] += 1e-5;
          below[k] -= 1e-5;
          double attracted =
              kernel * (relaxed.logSurrogate(above) - relaxed.logSurrogate(below)) / 2e-5;
          double repelled =
              (Math.exp(-squaredDistance(above, y[i]) / width)
                      - Math.exp(-squaredDistance(below, y[i]) / width))
                  / 2e-5;
          direction[i][k] += weights[j] / sum * (attracted + repelled);
        }
      }
    }
    return direction;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }

  @Test
  void onlyTwoNumbersCanBeRelaxed() {
    SmoothEnergy three =
        new LogQuadraticEnergy(
            List.of(Ordinal.range(0, 2)), new double[][] {{1}}, new double[] {0});
    assertThatThrownBy(() -> new RelaxedEnergy(three, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RelaxedEnergy(ISING, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
