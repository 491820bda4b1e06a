package dev.infill.core.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.StepInfo;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StateEnergiesTest {
  private static final State TRACED = State.of(0);
  private static final State UNKNOWN = State.of(1);

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Target target =
      Target.of(
              model.energy(
                  model.tokenize(BlankedText.parse("the ___ .")), List.of(TokenSet.of(7, 8))))
          .at(2.5);

  /** Whatever the temperature, both are U. */
  @Test
  void tracedEnergiesAreKeptAndEvaluatedOnesComeFirst() {
    List<Visit> chain =
        List.of(visit(TRACED, OptionalDouble.of(-3)), visit(UNKNOWN, OptionalDouble.empty()));
    ChainRun run =
        new ChainRun(List.of(TRACED), List.of(chain), 0, OptionalDouble.empty(), 0, false);
    StateEnergies energies = new StateEnergies(target, Optional.empty(), run, stopped(1));

    assertThat(energies.energy(TRACED)).isEqualTo(-3);
    assertThat(energies.isKnown(UNKNOWN)).isFalse();
    assertThat(energies.traces(run.visits())).isEmpty();

    assertThat(energies.evaluate(List.of(UNKNOWN, UNKNOWN, TRACED))).isFalse();
    assertThat(model.passes()).isEqualTo(1);
    assertThat(energies.traces(run.visits()).get(0))
        .containsExactly(-3, energies.evaluation(UNKNOWN).energy());

    assertThat(energies.evaluate(List.of(UNKNOWN, TRACED))).isTrue();
    assertThat(model.passes()).isEqualTo(2);
    assertThat(energies.energy(TRACED))
        .isCloseTo(energies.evaluation(TRACED).energy(), within(0.0));
  }

  @Test
  void aJobThatWantsNoCandidatesEvaluatesNothingWhenItIsStopped() {
    ChainRun run =
        new ChainRun(List.of(TRACED), List.of(List.of()), 0, OptionalDouble.empty(), 0, true);

    assertThat(
            new StateEnergies(target, Optional.empty(), run, stopped(0)).evaluate(List.of(UNKNOWN)))
        .isFalse();
    assertThat(model.passes()).isZero();
    assertThat(
            new StateEnergies(target, Optional.empty(), run, Scoring.of(1))
                .evaluate(List.of(UNKNOWN, TRACED)))
        .isTrue();
    assertThat(model.passes()).isEqualTo(2);
  }

  /** Returns the scoring of a job that was asked to stop. */
  private static Scoring stopped(int top) {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    return new Scoring(ProgressListener.NONE, 1, top, new ModelPasses(cancellation));
  }

  private static Visit visit(State state, OptionalDouble energy) {
    return new Visit(state, energy, new StepInfo(state, true, 1, 0, 0));
  }
}
