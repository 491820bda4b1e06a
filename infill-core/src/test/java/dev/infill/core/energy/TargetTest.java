package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.Transition;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels are told. That they sample it: {@code ExactKernelTest}. */
class TargetTest {
  private static final Energy ENERGY =
      TabulatedConditionals.of(
          List.of(new Categorical(3), new Categorical(4), new Categorical(2)),
          (state, i) -> Math.sin(1 + i + 2.0 * state.get(i) + state.get((i + 1) % 3)));
  private static final State STATE = State.of(2, 3, 1);
  private static final State OUTSIDE = State.of(0, 1, 1);

  private final List<State> asked = new ArrayList<>();
  private final Batcher.Source<State, Double> added =
      states -> {
        asked.addAll(states);
        return states.stream().map(TargetTest::beside).toList();
      };

  private static double beside(State state) {
    return 1.8 * Math.sin(0.3 + state.get(0) + 2.0 * state.get(1) * state.get(2));
  }

  private static <T> T answer(Target target, CompletableFuture<T> question) {
    return target.batcher().await(List.of(question)).get(0);
  }

  private static Evaluation evaluation(Target target, GradientKind gradient) {
    return answer(target, target.evaluate(STATE, gradient));
  }

  @ParameterizedTest
  @EnumSource
  void aSumIsEvaluatedByItsTermsAsItIsAtOnce(GradientKind gradient) {
    Evaluation byTerms = evaluation(Target.of(ENERGY), gradient);
    Evaluation atOnce = ENERGY.evaluate(List.of(STATE), gradient).get(0);

    assertSame(byTerms, atOnce);
    assertSame(evaluation(Target.of(DecoratedEnergy.whole(ENERGY)), gradient), atOnce);
  }

  private static void assertSame(Evaluation one, Evaluation other) {
    assertThat(one.energy()).isCloseTo(other.energy(), within(1e-12));
    assertThat(one.logProbabilities()).containsExactly(other.logProbabilities(), within(1e-12));
    assertThat(one.hasGradient()).isEqualTo(other.hasGradient());
    for (int i = 0; i < (one.hasGradient() ? 3 : 0); i++) {
      assertThat(one.gradient(i)).containsExactly(other.gradient(i), within(1e-12));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAddedIsInTheEnergyAlone(GradientKind gradient) {
    Evaluation alone = evaluation(Target.of(ENERGY), gradient);
    Evaluation sum = evaluation(Target.of(ENERGY).plus(added), gradient);

    assertThat(sum.energy()).isCloseTo(alone.energy() + beside(STATE), within(1e-12));
    assertThat(sum.logProbabilities()).isEqualTo(alone.logProbabilities());
    assertThat(sum.hasGradient()).isEqualTo(alone.hasGradient());
    if (sum.hasGradient()) {
      assertThat(sum.gradient(1)).isEqualTo(alone.gradient(1));
    }
    assertThat(answer(Target.of(ENERGY), Target.of(ENERGY).added(STATE))).isZero();
  }

  /** Kernels divide by T themselves; f^(1/T) is normalised. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 2.5})
  void theTemperatureIsInTheDistributionAlone(double temperature) {
    Target target = Target.of(ENERGY).at(temperature);
    assertThat(evaluation(target, GradientKind.NONE).energy())
        .isEqualTo(evaluation(Target.of(ENERGY), GradientKind.NONE).energy());
    Conditional conditional = answer(target, target.ask(STATE, 1));
    double sum = 0;
    for (int v = 0; v < 4; v++) {
      sum += Math.exp(conditional.term(v) / temperature);
    }
    CategoricalDistribution distribution = answer(target, target.distribution(STATE, 1));
    for (int v = 0; v < 4; v++) {
      assertThat(distribution.logProbability(v))
          .isCloseTo(conditional.term(v) / temperature - Math.log(sum), within(1e-12));
    }
  }

  @Test
  void temperaturesAreChecked() {
    for (double temperature : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Target.of(ENERGY).at(temperature))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("temperature");
    }
  }

  @Test
  void outsideOfThePartNothingIsAsked() {
    Target part =
        Target.of(
                new ObservedEnergy(ENERGY) {
                  @Override
                  protected void asked(List<Context> contexts) {
                    throw new AssertionError(contexts);
                  }
                })
            .plus(added)
            .within(new PredicateRestriction(state -> !state.equals(OUTSIDE)));
    assertThat(answer(part, part.evaluate(OUTSIDE, GradientKind.OWN_TERM)).energy())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(asked).isEmpty();
  }

  @Test
  void aDistributionIsThatOfWhatMayStandBesideTheOthers() {
    Target part =
        Target.of(ENERGY).within(new PredicateRestriction(state -> !state.equals(OUTSIDE)));
    CategoricalDistribution whole = answer(part, part.ofEnergyAlone().distribution(OUTSIDE, 1));
    CategoricalDistribution left = answer(part, part.distribution(OUTSIDE, 1));
    double outside = Math.exp(whole.logProbability(1));
    assertThat(left.logProbability(1)).isEqualTo(Double.NEGATIVE_INFINITY);
    for (int v : new int[] {0, 2, 3}) {
      assertThat(left.logProbability(v))
          .isCloseTo(whole.logProbability(v) - Math.log1p(-outside), within(1e-12));
    }
  }

  /** A move that V rules out costs no term, and V of a state is asked with those of all chains. */
  @Test
  void whatTheTermRulesOutIsRefusedWithoutAPass() {
    Target steep =
        Target.of(ENERGY)
            .plus(
                states -> states.stream().map(state -> state.equals(STATE) ? 0 : -1000.0).toList());
    Kernel kernel = MetropolisGibbs.of(Scan.RANDOM);
    ChainState chain = Chains.start(kernel, steep, List.of(STATE)).get(0);
    for (int step = 0; step < 50; step++) {
      Transition made =
          Chains.step(kernel, steep, List.of(chain), List.of(new SplittableRandom(step))).get(0);
      assertThat(made.next().state()).isEqualTo(STATE);
      // That of the conditional that is drawn from.
      assertThat(made.info().modelPasses()).isEqualTo(1);
    }
  }
}
