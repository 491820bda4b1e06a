package dev.infill.evaluation.lab.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.PersistentUniform;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chains that start from exact draws of π × N(0, I) × uniform have that distribution after any
 * number of steps, if a kernel is right.
 */
class ContinuousKernelsTest {
  private static final int CHAINS = 20_000;
  private static final int STEPS = 12;
  private static final ReplicatedGaussian TARGET = new ReplicatedGaussian(2, 0.8);

  /** π as it is, and a vector in place of its gradient that leads astray. */
  private static final Density ASTRAY =
      new Density() {
        @Override
        public int dimension() {
          return TARGET.dimension();
        }

        @Override
        public double logDensity(double[] position) {
          return TARGET.logDensity(position);
        }

        @Override
        public double[] gradient(double[] position) {
          return Arrays.stream(position).map(x -> Math.sin(3 * x) - 0.4 * x).toArray();
        }
      };

  static Stream<ContinuousKernel> kernels() {
    return Stream.of(AcceptanceRule.REVERSIBLE, AcceptanceRule.nonReversible(0.06))
        .flatMap(
            rule ->
                Stream.of(
                    new RandomWalkMetropolis(TARGET, 0.5, rule),
                    HamiltonianMonteCarlo.langevin(TARGET, 0.6, rule),
                    new HamiltonianMonteCarlo(TARGET, 0.5, 4, 0, rule),
                    new HamiltonianMonteCarlo(TARGET, 0.6, 1, 0.93, rule),
                    new HamiltonianMonteCarlo(TARGET, 0.5, 3, 0.6, rule),
                    new HamiltonianMonteCarlo(ASTRAY, 0.4, 2, 0.8, rule)));
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void keepsTheJointDistribution(ContinuousKernel kernel) {
    RandomGenerator random = random(17);
    ContinuousState[] states = new ContinuousState[CHAINS];
    int accepted = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      states[chain] = kernel.init(TARGET.draw(random), random);
      for (int step = 0; step < STEPS; step++) {
        ContinuousStep made = kernel.step(states[chain], random);
        accepted += made.accepted() ? 1 : 0;
        states[chain] = made.next();
      }
    }
    assertThat((double) accepted / CHAINS / STEPS).as("acceptance").isBetween(0.3, 0.98);
    assertJoint(states, !(kernel instanceof RandomWalkMetropolis));
  }

  /**
   * Returns Σ log s of chains that began with draws of scales, pairs, momentum and uniform number,
   * and have drawn the scales anew four times. Divided by their scales, pairs are then what they
   * are with scales of 1.
   */
  private static double[] logScales(ScalePrior prior) {
    ScaleMixture mixture = new ScaleMixture(TARGET, prior);
    RandomGenerator random = random(23);
    ContinuousState[] states = new ContinuousState[CHAINS];
    double[] logScales = new double[CHAINS];
    for (int chain = 0; chain < CHAINS; chain++) {
      ScaleMixture.State state = mixture.draw(random);
      for (int update = 0; update < 4; update++) {
        state =
            mixture.step(
                state,
                (held, scale) ->
                    new HamiltonianMonteCarlo(
                        held, 0.6 * scale, 1, 0.93, AcceptanceRule.nonReversible(0.06)),
                3,
                random);
      }
      double[] position = state.pairs().position();
      for (int i = 0; i < position.length; i++) {
        position[i] /= state.scales().get(i / 2);
      }
      states[chain] =
          ContinuousState.of(TARGET, position, state.pairs().momentum(), state.pairs().uniform());
      logScales[chain] = state.logScale();
    }
    assertJoint(states, true);
    return logScales;
  }

  @Test
  void aCommonScaleKeepsItsPrior() {
    double[] precisions =
        Arrays.stream(logScales(ScalePrior.common(2))).map(x -> Math.exp(-x)).toArray();
    KolmogorovSmirnov.assertFrom(
        "1/τ², of a gamma distribution", precisions, x -> 1 - Math.exp(-2 * x) * (1 + 2 * x));
  }

  /** Of two scales 0, 1 or 2 are wide; standard errors are 0.005 and 0.0031. */
  @Test
  void binaryScalesKeepTheirPrior() {
    double[] wide =
        Arrays.stream(logScales(ScalePrior.binary(3))).map(x -> x / Math.log(3)).toArray();
    assertThat(Arrays.stream(wide).average().orElseThrow()).isCloseTo(1, within(0.025));
    assertThat(Arrays.stream(wide).filter(x -> x < 0.5).count() / (double) CHAINS)
        .isCloseTo(0.25, within(0.015));
  }

  private static void assertJoint(ContinuousState[] states, boolean hasMomentum) {
    // Of two independent normal numbers, x² + y² is exponential, and the angle uniform.
    KolmogorovSmirnov.assertFrom(
        "x of two pairs",
        figures(states, s -> square(s.position()[0], s.position()[2])),
        ContinuousKernelsTest::exponential);
    KolmogorovSmirnov.assertFrom(
        "the angle",
        figures(states, s -> Math.atan2(s.position()[0], s.position()[2])),
        angle -> 0.5 + angle / (2 * Math.PI));
    KolmogorovSmirnov.assertFrom(
        "differences within pairs",
        figures(
            states,
            s ->
                square(s.position()[0] - s.position()[1], s.position()[2] - s.position()[3])
                    / (2 * (1 - 0.8))),
        ContinuousKernelsTest::exponential);
    KolmogorovSmirnov.assertFrom(
        "log π",
        figures(states, s -> -2 * s.logDensity()),
        x -> 1 - Math.exp(-x / 2) * (1 + x / 2));
    KolmogorovSmirnov.assertFrom(
        "v", figures(states, s -> s.uniform().v()), ContinuousKernelsTest::uniform);
    ContinuousState[] likely =
        Arrays.stream(states).filter(s -> s.logDensity() > -1.5).toArray(ContinuousState[]::new);
    assertThat(likely.length).isGreaterThan(CHAINS / 4);
    KolmogorovSmirnov.assertFrom(
        "v where π is large",
        figures(likely, s -> s.uniform().v()),
        ContinuousKernelsTest::uniform);
    if (hasMomentum) {
      KolmogorovSmirnov.assertFrom(
          "p",
          figures(states, s -> square(s.momentum()[0], s.momentum()[3])),
          ContinuousKernelsTest::exponential);
      KolmogorovSmirnov.assertFrom(
          "p beside x",
          figures(states, s -> Math.atan2(s.position()[1], s.momentum()[1])),
          angle -> 0.5 + angle / (2 * Math.PI));
      KolmogorovSmirnov.assertFrom(
          "p where π is large",
          figures(likely, s -> square(s.momentum()[0], s.momentum()[3])),
          ContinuousKernelsTest::exponential);
    }
  }

  private static double[] figures(
      ContinuousState[] states, ToDoubleFunction<ContinuousState> figure) {
    return Arrays.stream(states).mapToDouble(figure).toArray();
  }

  private static double square(double x, double y) {
    return x * x + y * y;
  }

  private static double exponential(double x) {
    return 1 - Math.exp(-x / 2);
  }

  private static double uniform(double v) {
    return (v + 1) / 2;
  }

  /** A number that does not move with the density it is compared with forgets that π × uniform. */
  @Test
  void theTestSeesThatTheNumberIsNotDivided() {
    ContinuousKernel wrong =
        new ContinuousKernel() {
          @Override
          public int evaluationsPerStep() {
            return 1;
          }

          @Override
          public ContinuousState init(double[] position, RandomGenerator random) {
            return ContinuousState.of(TARGET, position, position, PersistentUniform.draw(random));
          }

          @Override
          public ContinuousStep step(ContinuousState state, RandomGenerator random) {
            double[] proposed = state.position();
            for (int i = 0; i < proposed.length; i++) {
              proposed[i] += 0.5 * random.nextGaussian();
            }
            PersistentUniform v = state.uniform().advancedBy(0.06);
            boolean accepted =
                v.u() < Math.exp(Math.min(0, TARGET.logDensity(proposed) - state.logDensity()));
            return new ContinuousStep(
                accepted
                    ? ContinuousState.of(TARGET, proposed, state.momentum(), v)
                    : state.with(v),
                accepted,
                Math.abs(v.v()));
          }
        };
    assertThatThrownBy(() -> keepsTheJointDistribution(wrong)).isInstanceOf(AssertionError.class);
  }

  static Stream<Density> densities() {
    return Stream.of(
        TARGET, new ScaleMixture(TARGET, ScalePrior.binary(3)).held(List.of(3.0, 0.7)));
  }

  @ParameterizedTest
  @MethodSource("densities")
  void gradientIsThatOfTheDensity(Density density) {
    double[] x = TARGET.draw(random(2));
    double[] gradient = density.gradient(x);
    for (int i = 0; i < x.length; i++) {
      double[] above = x.clone();
      double[] below = x.clone();
      above[i] += 1e-5;
      below[i] -= 1e-5;
      assertThat(gradient[i])
          .isCloseTo((density.logDensity(above) - density.logDensity(below)) / 2e-5, within(1e-8));
    }
  }

  @Test
  void logDensityIsThatOfNormalPairs() {
    // −½ xᵀ Σ⁻¹ x by hand: Σ⁻¹ = ((1, −ρ), (−ρ, 1)) / (1 − ρ²).
    assertThat(TARGET.logDensity(new double[] {1, 2, 0, -1}))
        .isCloseTo(-(1 + 4 - 2 * 0.8 * 2 + 1) / (2 * 0.36), within(1e-12));
  }

  @Test
  void aRefusalTurnsThePersistentMomentumBack() {
    HamiltonianMonteCarlo kernel =
        new HamiltonianMonteCarlo(TARGET, 1.1, 1, 0.999999, AcceptanceRule.REVERSIBLE);
    RandomGenerator random = random(4);
    ContinuousState state = kernel.init(TARGET.draw(random), random);
    int refused = 0;
    for (int step = 0; step < 300; step++) {
      ContinuousStep made = kernel.step(state, random);
      double along = Arrays.stream(made.next().momentum()).sum();
      double before = Arrays.stream(state.momentum()).sum();
      if (!made.accepted()) {
        refused++;
        assertThat(along).isCloseTo(-before, within(0.1));
        assertThat(made.next().position()).isEqualTo(state.position());
      }
      state = made.next();
    }
    assertThat(refused).isGreaterThan(10);
  }

  /** Neal: the rate is the same, but refusals come in clusters. */
  @Test
  void nonReversibleAcceptanceClustersRefusals() {
    double[] usual = refusals(AcceptanceRule.REVERSIBLE);
    double[] kept = refusals(AcceptanceRule.nonReversible(0.02));
    assertThat(kept[0]).isCloseTo(usual[0], within(0.03));
    // Where the target is narrow, refusals follow each other even with new numbers.
    assertThat(kept[1]).as("after a refusal").isGreaterThan(usual[1] + 0.2);
  }

  /** Returns the share of refusals, and that after a refusal. */
  private static double[] refusals(AcceptanceRule rule) {
    ContinuousKernel kernel = new HamiltonianMonteCarlo(TARGET, 0.5, 1, 0.98, rule);
    RandomGenerator random = random(9);
    ContinuousState state = kernel.init(TARGET.draw(random), random);
    int refused = 0;
    int twice = 0;
    boolean last = false;
    int steps = 40_000;
    for (int step = 0; step < steps; step++) {
      ContinuousStep made = kernel.step(state, random);
      refused += made.accepted() ? 0 : 1;
      twice += last && !made.accepted() ? 1 : 0;
      last = !made.accepted();
      state = made.next();
    }
    return new double[] {(double) refused / steps, (double) twice / refused};
  }

  @Test
  void settingsAreChecked() {
    AcceptanceRule rule = AcceptanceRule.REVERSIBLE;
    List<Runnable> wrong =
        List.of(
            () -> new ReplicatedGaussian(0, 0.5),
            () -> new ReplicatedGaussian(1, 1),
            () -> AcceptanceRule.nonReversible(0),
            () -> AcceptanceRule.nonReversible(2),
            () -> new RandomWalkMetropolis(TARGET, 0, rule),
            () -> new HamiltonianMonteCarlo(TARGET, Double.NaN, 1, 0, rule),
            () -> new HamiltonianMonteCarlo(TARGET, 1, 0, 0, rule),
            () -> new HamiltonianMonteCarlo(TARGET, 1, 1, 1, rule));
    for (Runnable each : wrong) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
