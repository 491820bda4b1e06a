package dev.infill.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.energy.AugmentedEnergy;
import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.TemperedEnergy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** U + V, and what is left of U alone. That kernels sample it: {@link ExactKernelTest}. */
class AugmentedEnergyTest {
  private static final ReferenceTarget TARGET = ReferenceTarget.inconsistent(3, 4, 2);
  private static final State STATE = State.of(2, 3, 1);

  private final List<State> asked = new ArrayList<>();
  private final Batcher.Source<State, Double> added =
      states -> {
        asked.addAll(states);
        return states.stream().map(ExactKernels::beside).toList();
      };

  private final Energy energy = new AugmentedEnergy(TARGET.energy(), added);

  @ParameterizedTest
  @EnumSource
  void onlyTheEnergyIsAnother(GradientKind gradient) {
    Evaluation alone = TARGET.energy().evaluate(List.of(STATE), gradient).get(0);
    Evaluation sum = energy.evaluate(List.of(STATE), gradient).get(0);

    assertThat(sum.energy()).isCloseTo(alone.energy() + ExactKernels.beside(STATE), within(1e-12));
    assertThat(sum.logProbabilities()).isEqualTo(alone.logProbabilities());
    assertThat(sum.hasGradient()).isEqualTo(alone.hasGradient());
    if (sum.hasGradient()) {
      assertThat(sum.gradient(1, 2)).isEqualTo(alone.gradient(1, 2));
    }
    assertThat(energy.conditionals(List.of(STATE), new int[] {1}).get(0).logProbability(2))
        .isEqualTo(
            TARGET.energy().conditionals(List.of(STATE), new int[] {1}).get(0).logProbability(2));
    assertThat(energy.relaxation()).isPresent();
  }

  @Test
  void theTermIsBesideTheTermsAndTemperedWithThem() {
    Energy tempered = new TemperedEnergy(energy, 4);
    assertThat(TARGET.energy().terms().orElseThrow().isWhole()).isTrue();
    assertThat(tempered.terms().orElseThrow().isWhole()).isFalse();
    assertThat(
            Batcher.together(
                    batcher -> List.of(tempered.terms().orElseThrow().besides(STATE, batcher)))
                .get(0))
        .isCloseTo(ExactKernels.beside(STATE) / 4, within(1e-12));
    assertThat(
            Batcher.together(
                    batcher ->
                        List.of(TARGET.energy().terms().orElseThrow().besides(STATE, batcher)))
                .get(0))
        .isZero();
  }

  /** A move that V rules out costs no term, and V of a state is asked with those of all chains. */
  @Test
  void whatTheTermRulesOutIsRefusedWithoutAPass() {
    Energy steep =
        new AugmentedEnergy(
            TARGET.energy(),
            states -> states.stream().map(state -> state.equals(STATE) ? 0 : -1000.0).toList());
    Kernel kernel = MetropolisGibbs.of(steep, Scan.RANDOM);
    ChainState chain = kernel.init(List.of(STATE)).get(0);
    for (int step = 0; step < 50; step++) {
      Transition made = kernel.step(List.of(chain), List.of(new SplittableRandom(step))).get(0);
      assertThat(made.next().state()).isEqualTo(STATE);
      // That of the conditional that is drawn from.
      assertThat(made.info().modelPasses()).isEqualTo(steep.passesPerConditional());
    }
  }

  @Test
  void whatWouldPassTheTermByIsNotOffered() {
    Energy drawing = new DrawingEnergy(TARGET.energy(), DrawingEnergy.Fault.NONE);
    assertThat(drawing.langevinDraws()).isPresent();
    assertThat(new AugmentedEnergy(drawing, added).langevinDraws()).isEmpty();
    assertThatThrownBy(() -> new ContextCache(energy, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AugmentedEnergy(energy, added).terms())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void outsideOfWhatIsAdmittedTheTermIsNotAsked() {
    Energy part =
        new AugmentedEnergy(TARGET.restricted(ExactKernels::repeatsLittle).energy(), added);
    State outside = State.of(0, 1, 1);
    assertThat(part.evaluate(List.of(outside), GradientKind.NONE).get(0).energy())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(asked).isEmpty();
  }
}
