package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.evaluation.lab.energy.Enumeration;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderAveragedEnergyTest {
  /** The conditionals of a joint distribution, whatever is masked. */
  private record OfJoint(Energy energy, Enumeration enumeration) implements DecoratedEnergy {
    static OfJoint of(int size) {
      List<Domain> domains = Collections.nCopies(size, new Categorical(2));
      Energy joint =
          TabulatedEnergy.of(
              domains,
              state ->
                  IntStream.range(0, size)
                      .mapToDouble(i -> Math.sin(1.3 * i + state.get(i) * (1 + state.get(0))))
                      .sum());
      return new OfJoint(joint, Enumeration.of(joint));
    }

    StateSpace space() {
      return enumeration.space();
    }

    private double probability(State state) {
      return enumeration.probabilities()[space().indexOf(state)];
    }

    double logProbability(State state) {
      return Math.log(probability(state));
    }

    @Override
    public boolean readsMasked() {
      return true;
    }

    @Override
    public Optional<ConditionalTerms> terms() {
      return Optional.of(ConditionalTerms.of(this::conditional));
    }

    private List<Conditional> conditional(List<State> states, int[] coordinates) {
      return IntStream.range(0, coordinates.length)
          .mapToObj(k -> conditional(states.get(k), coordinates[k]))
          .toList();
    }

    private Conditional conditional(State known, int coordinate) {
      double[] sums = new double[domains().get(coordinate).size()];
      for (State state : space().states()) {
        boolean agrees =
            IntStream.range(0, state.size())
                .allMatch(
                    i -> i == coordinate || known.get(i) == MASKED || known.get(i) == state.get(i));
        if (agrees) {
          sums[state.get(coordinate)] += probability(state);
        }
      }
      double total = Arrays.stream(sums).sum();
      return new Conditional(Arrays.stream(sums).map(sum -> Math.log(sum / total)).toArray());
    }
  }

  /** Of a joint distribution's own conditionals every order gives the same: its logarithm. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void ofAJointDistributionItIsTheLogProbability(int size) {
    OfJoint joint = OfJoint.of(size);
    Energy averaged = new OrderAveragedEnergy(joint, 0);

    List<State> states = joint.space().states();
    List<Evaluation> evaluations = averaged.evaluate(states, GradientKind.OWN_TERM);

    for (int k = 0; k < states.size(); k += 3) {
      assertThat(evaluations.get(k).energy())
          .isCloseTo(joint.logProbability(states.get(k)), within(1e-12));
    }
  }

  @Test
  void mixedItIsAsMuchOfUAsIsSaid() {
    OfJoint joint = OfJoint.of(3);
    ConditionalTerms terms = joint.terms().orElseThrow();
    Energy mixed = new OrderAveragedEnergy(joint, 0.3);

    for (State state : joint.space().states()) {
      double u =
          IntStream.range(0, 3)
              .mapToDouble(i -> terms.at(List.of(state), new int[] {i}).get(0).term(state.get(i)))
              .sum();
      assertThat(mixed.evaluate(List.of(state), GradientKind.NONE).get(0).energy())
          .isCloseTo(0.7 * joint.logProbability(state) + 0.3 * u, within(1e-12));
    }
  }

  /** Terms, evaluation, own-term gradient and conditionals are of one thing. */
  @Test
  void whatItSaysAgrees() {
    Energy energy =
        new OrderAveragedEnergy(
            TabulatedConditionals.of(
                List.of(new Categorical(3), new Categorical(2), new Categorical(4)),
                (state, i) -> Math.cos(state.get(i) + 0.7 * i * state.get((i + 1) % 3))),
            0.2);
    ConditionalTerms terms = energy.terms().orElseThrow();
    State state = State.of(2, 1, 3);
    Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.OWN_TERM).get(0);

    double sum = 0;
    for (int i = 0; i < 3; i++) {
      Conditional term = terms.at(List.of(state), new int[] {i}).get(0);
      CategoricalDistribution conditional =
          energy.conditionals(List.of(state), new int[] {i}).get(0);
      sum += term.term(state.get(i));
      for (int v = 1; v < term.size(); v++) {
        assertThat(evaluation.gradient(i, v)).isEqualTo(term.term(v));
        assertThat(conditional.logProbability(v) - conditional.logProbability(0))
            .isCloseTo(term.term(v) - term.term(0), within(1e-12));
      }
    }
    assertThat(evaluation.energy()).isCloseTo(sum, within(1e-12));
    assertThat(energy.supports(GradientKind.EXACT)).isFalse();
    assertThat(energy.relaxation()).isEmpty();
  }

  @Test
  void aContextThatSeveralTermsNeedIsOneConditional() {
    Energy energy = new OrderAveragedEnergy(OfJoint.of(4), 0);

    assertThat(energy.passesPerConditional()).isEqualTo(8);
    assertThat(energy.passesPerEvaluation()).isEqualTo(32);
  }

  @Test
  void contextsAreRememberedWithWhatIsMaskedInThem() {
    OfJoint joint = OfJoint.of(3);
    Energy remembering = new OrderAveragedEnergy(new ContextCache(joint, 1000), 0);
    Energy direct = new OrderAveragedEnergy(joint, 0);

    for (int round = 0; round < 2; round++) {
      for (State state : joint.space().states()) {
        assertThat(remembering.evaluate(List.of(state), GradientKind.NONE).get(0).energy())
            .isEqualTo(direct.evaluate(List.of(state), GradientKind.NONE).get(0).energy());
      }
    }
  }

  @Test
  void whatCannotBeAveragedIsRefused() {
    Energy joint = OfJoint.of(2);
    for (double share : new double[] {-0.1, 1, Double.NaN}) {
      assertThatThrownBy(() -> new OrderAveragedEnergy(joint, share))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new OrderAveragedEnergy(new DelegatingEnergy(joint), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
