package dev.infill.core.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.GaussianMixtureEnergy;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.energy.LogQuadraticEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LabEnergiesTest {
  private static final double[][] WEIGHTS = {{0.3, -0.2, 0.5}, {0.1, -0.4, 0.2}, {0, 0.7, 0.1}};
  private static final double[] BIAS = {0.2, -0.6, 0.3};
  private static final double[][] COUPLINGS = {{9, 0.8, -0.5}, {0.8, 9, 0.4}, {-0.5, 0.4, 9}};
  private static final double[][] FIELDS = {{0, 1, -1, 0.5}, {0.3, 0, 0, 0}, {0, 0, 2, -0.7}};

  private static final RestrictedBoltzmannMachine MACHINE =
      RestrictedBoltzmannMachine.of(
          new double[][] {{0.4, -1.1, 0.9, 0.2}, {-0.7, 0.3, 1.2, -0.5}, {1.5, 0.1, -0.8, 0.6}},
          new double[] {0.3, -0.4, 0.1},
          new double[] {-0.2, 0.5, 0.1, -0.6});
  private static final GaussianMixtureEnergy MIXTURE =
      new GaussianMixtureEnergy(
          5, List.of(new double[] {1, 1.5}, new double[] {4, 2}, new double[] {2.5, 4}), 0.7);

  private static Energy logQuadratic() {
    return new LogQuadraticEnergy(
        List.of(Ordinal.range(-1, 2), Ordinal.binary(), new Ordinal(-3, 3, 3)), WEIGHTS, BIAS);
  }

  static Stream<Energy> consistent() {
    return Stream.of(
        IsingEnergy.of(2, 3, 0.3, 0.1),
        IsingEnergy.torus(3, 3, -0.2, 0.1),
        MACHINE,
        MIXTURE,
        logQuadratic(),
        PottsEnergy.of(COUPLINGS, FIELDS),
        TabulatedEnergy.of(
            List.of(new Categorical(3), Ordinal.spin()),
            s -> Math.sin(1 + 2.0 * s.get(0) + 3 * s.get(0) * s.get(1))));
  }

  private static double energy(Energy energy, State state) {
    return energy.evaluate(List.of(state), GradientKind.NONE).get(0).energy();
  }

  @ParameterizedTest
  @MethodSource("consistent")
  void conditionalsAreThoseOfTheTarget(Energy energy) {
    Enumeration target = Enumeration.of(energy);
    for (State state : target.space().states()) {
      for (int i = 0; i < state.size(); i++) {
        CategoricalDistribution conditional =
            energy.conditionals(List.of(new Context(state, i))).get(0).distribution();
        double sum = 0;
        for (int v = 0; v < conditional.size(); v++) {
          sum += target.probability(target.space().indexOf(state.with(i, v)));
        }
        assertThat(Math.exp(conditional.logProbability(state.get(i))))
            .isCloseTo(target.probability(target.space().indexOf(state)) / sum, within(1e-12));
      }
    }
  }

  /** On domains of two values, and for multilinear energies, first order is exact. */
  @Test
  void gradientsOfMultilinearEnergiesGiveTheExactDifference() {
    for (Energy energy :
        List.of(IsingEnergy.of(2, 3, 0.3, 0.1), PottsEnergy.of(COUPLINGS, FIELDS))) {
      List<Domain> domains = energy.domains();
      for (State state : new StateSpace(domains).states()) {
        Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.EXACT).get(0);
        for (int i = 0; i < state.size(); i++) {
          for (int v = 0; v < domains.get(i).size(); v++) {
            assertThat(domains.get(i).firstOrderDifference(evaluation.gradient(i), state.get(i), v))
                .isCloseTo(energy(energy, state.with(i, v)) - evaluation.energy(), within(1e-12));
          }
        }
      }
    }
  }

  /** U(θ′) − U(θ) = ∇U·(θ′ − θ) + (θ′ − θ)ᵀW(θ′ − θ), exactly. */
  @Test
  void gradientOfALogQuadraticEnergyLeavesTheQuadraticTerm() {
    Energy energy = logQuadratic();
    for (State state : new StateSpace(energy.domains()).states()) {
      Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.EXACT).get(0);
      assertThat(evaluation.energy()).isCloseTo(energy(energy, state), within(1e-12));
      for (int i = 0; i < 3; i++) {
        Domain domain = energy.domains().get(i);
        for (int v = 0; v < domain.size(); v++) {
          assertThat(
                  domain.firstOrderDifference(evaluation.gradient(i), state.get(i), v)
                      + WEIGHTS[i][i] * domain.squaredDistance(state.get(i), v))
              .isCloseTo(energy(energy, state.with(i, v)) - evaluation.energy(), within(1e-12));
        }
      }
    }
  }

  @Test
  void isingEnergyOfTheSquareIsTheHandComputedOne() {
    Energy ising = IsingEnergy.of(2, 2, 0.1, 0.2);
    // Four edges, each counted twice, all aligned; four spins up.
    assertThat(energy(ising, State.of(1, 1, 1, 1))).isCloseTo(0.1 * 8 + 0.2 * 4, within(1e-15));
    // One spin down breaks two edges.
    assertThat(energy(ising, State.of(0, 1, 1, 1))).isCloseTo(0.2 * 2, within(1e-15));
    // The two on a diagonal down: no edge aligned.
    assertThat(energy(ising, State.of(0, 1, 1, 0))).isCloseTo(-0.1 * 8, within(1e-15));
    // 3 × 2: rows do not wrap around.
    assertThat(energy(IsingEnergy.of(2, 3, 1, 0), State.of(1, 1, 1, 1, 1, 1))).isEqualTo(14);
  }

  @Test
  void everySpinOfATorusHasFourNeighbours() {
    Energy torus = IsingEnergy.torus(3, 4, 1, 0);
    State up = State.of(Collections.nCopies(12, 1).stream().mapToInt(k -> k).toArray());
    // Two edges for each spin, each counted twice.
    assertThat(energy(torus, up)).isEqualTo(2 * 2 * 12);
    for (int i = 0; i < 12; i++) {
      assertThat(energy(torus, up.with(i, 0))).isEqualTo(2 * (2 * 12 - 2 * 4));
    }
  }

  /** Σ over hidden states of exp(hᵀWθ + aᵀh + bᵀθ), and its slope along the units. */
  @Test
  void hiddenUnitsAreSummedOut() {
    double[][] w = {{0.4, -1.1, 0.9, 0.2}, {-0.7, 0.3, 1.2, -0.5}, {1.5, 0.1, -0.8, 0.6}};
    double[] a = {0.3, -0.4, 0.1};
    double[] b = {-0.2, 0.5, 0.1, -0.6};
    for (State state : new StateSpace(MACHINE.domains()).states()) {
      double[] x = Arrays.stream(state.toArray()).asDoubleStream().toArray();
      assertThat(energy(MACHINE, state)).isCloseTo(summedOut(w, a, b, x), within(1e-12));
      Evaluation evaluation = MACHINE.evaluate(List.of(state), GradientKind.EXACT).get(0);
      assertThat(evaluation.energy()).isEqualTo(energy(MACHINE, state));
      for (int i = 0; i < 4; i++) {
        assertThat(evaluation.gradient(i)[0])
            .isCloseTo(slope(at -> summedOut(w, a, b, at), x, i), within(1e-8));
      }
    }
  }

  /** Returns ∂f/∂xᵢ by a central difference. */
  private static double slope(ToDoubleFunction<double[]> f, double[] x, int i) {
    double[] above = x.clone();
    double[] below = x.clone();
    above[i] += 1e-5;
    below[i] -= 1e-5;
    return (f.applyAsDouble(above) - f.applyAsDouble(below)) / 2e-5;
  }

  private static double summedOut(double[][] w, double[] a, double[] b, double[] x) {
    double sum = 0;
    for (int hidden = 0; hidden < 8; hidden++) {
      double exponent = 0;
      for (int k = 0; k < 3; k++) {
        for (int i = 0; (hidden >> k & 1) == 1 && i < 4; i++) {
          exponent += w[k][i] * x[i];
        }
        exponent += (hidden >> k & 1) * a[k];
      }
      sum += Math.exp(exponent);
    }
    double visible = 0;
    for (int i = 0; i < 4; i++) {
      visible += b[i] * x[i];
    }
    return Math.log(sum) + visible;
  }

  @Test
  void mixtureIsItsFormula() {
    double[][] means = {{1, 1.5}, {4, 2}, {2.5, 4}};
    for (State state : new StateSpace(MIXTURE.domains()).states()) {
      double[] x = Arrays.stream(state.toArray()).asDoubleStream().toArray();
      Evaluation evaluation = MIXTURE.evaluate(List.of(state), GradientKind.EXACT).get(0);
      assertThat(evaluation.energy()).isCloseTo(mixture(means, x), within(1e-12));
      for (int i = 0; i < 2; i++) {
        assertThat(evaluation.gradient(i)[0])
            .isCloseTo(slope(at -> mixture(means, at), x, i), within(1e-7));
      }
    }
  }

  private static double mixture(double[][] means, double[] x) {
    double sum = 0;
    for (double[] mean : means) {
      sum += Math.exp(-(Math.pow(x[0] - mean[0], 2) + Math.pow(x[1] - mean[1], 2)) / (2 * 0.7));
    }
    return Math.log(sum);
  }

  @Test
  void tabulatedOrdinalsHaveTheSlopeOfThePolynomial() {
    Ordinal domain = new Ordinal(-2, 3, 4);
    Energy cubic =
        TabulatedEnergy.of(
            List.of(domain),
            s -> {
              double x = domain.value(s.get(0));
              return 0.1 * x * x * x - x * x + 2 * x - 5;
            });
    for (int k = 0; k < 4; k++) {
      double x = domain.value(k);
      assertThat(cubic.evaluate(List.of(State.of(k)), GradientKind.EXACT).get(0).gradient(0)[0])
          .isCloseTo(0.3 * x * x - 2 * x + 2, within(1e-11));
    }
  }

  @Test
  void tabulatedConditionalsNormalizeAndSum() {
    Energy energy =
        TabulatedConditionals.of(
            Collections.nCopies(2, new Categorical(3)),
            (s, i) -> Math.sin((i + 1.0) * (1 + s.get(i)) + 2.0 * s.get(0) * s.get(1)));
    for (State state : new StateSpace(energy.domains()).states()) {
      Evaluation own = energy.evaluate(List.of(state), GradientKind.OWN_TERM).get(0);
      Evaluation exact = energy.evaluate(List.of(state), GradientKind.EXACT).get(0);
      double sum = 0;
      for (int i = 0; i < 2; i++) {
        CategoricalDistribution f =
            energy.conditionals(List.of(new Context(state, i))).get(0).distribution();
        sum += f.logProbability(state.get(i));
        double total = 0;
        for (int v = 0; v < 3; v++) {
          total += Math.exp(f.logProbability(v));
          assertThat(own.gradient(i)[v]).isCloseTo(f.logProbability(v), within(1e-12));
          assertThat(exact.gradient(i)[v])
              .isCloseTo(energy(energy, state.with(i, v)), within(1e-12));
        }
        assertThat(total).isCloseTo(1, within(1e-12));
        assertThat(own.logProbabilities()[i])
            .isCloseTo(f.logProbability(state.get(i)), within(1e-12));
      }
      assertThat(own.energy()).isCloseTo(sum, within(1e-12));
    }
    assertThat(energy.evaluate(List.of(State.of(0, 0)), GradientKind.NONE).get(0).hasGradient())
        .isFalse();
    assertThat(energy.passesPerEvaluation()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("consistent")
  void energiesThatAreNoSumOfConditionalsHaveNoOwnTerms(Energy energy) {
    assertThat(energy.supports(GradientKind.OWN_TERM)).isFalse();
    assertThat(energy.supports(GradientKind.NONE)).isTrue();
    assertThatThrownBy(() -> energy.evaluate(List.of(), GradientKind.OWN_TERM))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shapesAreChecked() {
    List<Runnable> wrong =
        List.of(
            () -> IsingEnergy.of(0, 3, 1, 1),
            () -> IsingEnergy.torus(3, 2, 1, 1),
            () -> RestrictedBoltzmannMachine.of(WEIGHTS, BIAS, new double[] {1, 2}),
            () -> new GaussianMixtureEnergy(3, List.of(), 1),
            () -> new GaussianMixtureEnergy(3, List.of(BIAS, new double[2]), 1),
            () -> new GaussianMixtureEnergy(3, List.of(BIAS), 0),
            () -> new LogQuadraticEnergy(List.of(Ordinal.spin()), WEIGHTS, BIAS),
            () -> PottsEnergy.of(COUPLINGS, new double[][] {{0, 1}}),
            () -> PottsEnergy.of(new double[0][], new double[0][]),
            () -> PottsEnergy.of(new double[][] {{0, 1}, {2, 0}}, new double[2][3]),
            () -> PottsEnergy.of(new double[2][2], new double[][] {{0, 1}, {2}}));
    for (Runnable each : wrong) {
      assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
