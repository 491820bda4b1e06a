package dev.infill.evaluation.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every energy on numbers, between its states. */
class SmoothEnergyTest {
  private static final int POINTS = 50;
  private static final double STEP = 1e-4;

  static Stream<SmoothEnergy> energies() {
    return Stream.of(
        IsingEnergy.of(2, 3, 0.3, 0.1),
        IsingEnergy.torus(3, 3, -0.2, 0.1),
        RestrictedBoltzmannMachine.of(
            new double[][] {{0.4, -1.1, 0.9, 0.2}, {-0.7, 0.3, 1.2, -0.5}, {1.5, 0.1, -0.8, 0.6}},
            new double[] {0.3, -0.4, 0.1},
            new double[] {-0.2, 0.5, 0.1, -0.6}),
        new GaussianMixtureEnergy(
            5, List.of(new double[] {1, 1.5}, new double[] {4, 2}, new double[] {2.5, 4}), 0.7),
        BinaryNetwork.of(
            new double[][] {{0.3, -1}, {1.2, 0.4}, {-0.6, 0.9}},
            new double[] {0.2, 0.9, 0.6},
            2,
            5),
        new LogQuadraticEnergy(
            List.of(Ordinal.range(-1, 2), Ordinal.binary(), new Ordinal(-3, 3, 3)),
            new double[][] {{0.3, -0.2, 0.5}, {0.1, -0.4, 0.2}, {0, 0.7, 0.1}},
            new double[] {0.2, -0.6, 0.3}));
  }

  /** Anywhere between the smallest and the largest values. */
  private static double[] between(SmoothEnergy energy, RandomGenerator random) {
    return energy.domains().stream()
        .map(Ordinal.class::cast)
        .mapToDouble(
            domain ->
                domain.value(0)
                    + random.nextDouble() * (domain.value(domain.size() - 1) - domain.value(0)))
        .toArray();
  }

  private static RelaxedState point(double[] values) {
    return new RelaxedState(
        DoubleStream.of(values)
            .mapToObj(x -> SparseVector.of(1, new int[] {0}, new double[] {x}))
            .toList());
  }

  @ParameterizedTest
  @MethodSource("energies")
  void theRelaxationIsTheSlopeOfTheFormula(SmoothEnergy energy) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(41);
    List<double[]> values = Stream.generate(() -> between(energy, random)).limit(POINTS).toList();
    Relaxation relaxation = energy.relaxation().orElseThrow();
    List<double[][]> gradients =
        relaxation.gradients(
            values.stream().map(SmoothEnergyTest::point).toList(), GradientKind.EXACT);
    assertThat(gradients).hasSize(POINTS);
    for (int k = 0; k < POINTS; k++) {
      double[] at = values.get(k);
      assertThat(gradients.get(k)).hasNumberOfRows(at.length);
      for (int i = 0; i < at.length; i++) {
        double[] above = at.clone();
        double[] below = at.clone();
        above[i] += STEP;
        below[i] -= STEP;
        // The error of the difference is of second order in the step.
        assertThat(gradients.get(k)[i])
            .containsExactly(
                new double[] {(energy.energyAt(above) - energy.energyAt(below)) / (2 * STEP)},
                within(1e-6));
      }
    }
    assertThat(relaxation.passesPerGradient()).isEqualTo(1);
  }

  /** At states the formula is U itself: points are made of values, not of their indices. */
  @ParameterizedTest
  @MethodSource("energies")
  void atAStateTheRelaxationIsTheGradientOfTheEnergy(SmoothEnergy energy) {
    List<Domain> domains = energy.domains();
    for (State state : new StateSpace(domains).states()) {
      Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.EXACT).get(0);
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < state.size(); i++) {
        values.add((double) ((Ordinal) domains.get(i)).value(state.get(i)));
      }
      assertThat(energy.energyAt(values.stream().mapToDouble(x -> x).toArray()))
          .isCloseTo(evaluation.energy(), within(1e-12));
      double[][] gradient =
          energy
              .relaxation()
              .orElseThrow()
              .gradients(List.of(RelaxedState.of(domains, state)), GradientKind.EXACT)
              .get(0);
      for (int i = 0; i < state.size(); i++) {
        assertThat(gradient[i])
            .containsExactly(new double[] {evaluation.gradient(i)[0]}, within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("energies")
  void thereAreNoOwnTermsBetweenStatesEither(SmoothEnergy energy) {
    Relaxation relaxation = energy.relaxation().orElseThrow();
    assertThat(relaxation.supports(GradientKind.EXACT)).isTrue();
    assertThat(relaxation.supports(GradientKind.OWN_TERM)).isFalse();
    assertThatThrownBy(() -> relaxation.gradients(List.of(), GradientKind.OWN_TERM))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** By eq. 8 of the paper, whose exponents may differ by what does not depend on θ′. */
  @ParameterizedTest
  @MethodSource("energies")
  void withoutProjectionTheProposalIsThatOfTheIntermediate(SmoothEnergy energy) {
    double stepSize = 0.7;
    double intermediate = 0.4;
    SmoothEnergy unprojected = new UnprojectedEnergy(energy, stepSize, intermediate);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(43);
    for (int k = 0; k < POINTS; k++) {
      double[] at = between(energy, random);
      double[] slopes = energy.slopesAt(at);
      double[] moved = new double[at.length];
      for (int i = 0; i < at.length; i++) {
        moved[i] = at[i] + intermediate / 2 * slopes[i];
      }
      double[] slopesThere = energy.slopesAt(moved);
      double[] proposing = unprojected.slopesAt(at);
      assertThat(unprojected.energyAt(at)).isEqualTo(energy.energyAt(at));
      for (int i = 0; i < at.length; i++) {
        Ordinal domain = (Ordinal) energy.domains().get(i);
        double constant = Double.NaN;
        for (int value = 0; value < domain.size(); value++) {
          double to = domain.value(value);
          double away = to - moved[i] - stepSize / 2 * slopesThere[i];
          double expected = -away * away / (2 * stepSize);
          double exponent =
              proposing[i] * (to - at[i]) / 2 - (to - at[i]) * (to - at[i]) / (2 * stepSize);
          constant = value == 0 ? expected - exponent : constant;
          assertThat(exponent + constant).isCloseTo(expected, within(1e-9));
        }
      }
    }
  }
}
