package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StochasticLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SampleSettingsTest {
  @Test
  void gettersGiveTheirSettings() {
    Map<Integer, BlankConstraint> constraints =
        Map.of(1, BlankConstraint.allow("cat"), 2, BlankConstraint.forbid("dog"));
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.SAMPLER, "gwg")
            .with(Settings.CHAINS, 3)
            .with(Settings.STEPS, 40)
            .with(Settings.BURN_IN, 5)
            .with(Settings.TOP, 6)
            .with(Settings.TEMPERATURE, 1.5)
            .withSeed(9)
            .withConstraints(constraints);

    assertThat(settings.sampler()).isEqualTo(Sampler.of("gwg"));
    assertThat(settings.chains()).isEqualTo(3);
    assertThat(settings.steps()).isEqualTo(40);
    assertThat(settings.burnIn()).isEqualTo(5);
    assertThat(settings.top()).isEqualTo(6);
    assertThat(settings.temperature()).isEqualTo(1.5);
    assertThat(settings.seed()).hasValue(9);
    assertThat(settings.constraints()).isEqualTo(constraints);
  }

  @Test
  void aSamplersParametersAreThoseThatAreSet() {
    SampleSettings settings =
        SampleSettings.defaults()
            .with(Settings.SAMPLER, "dula")
            .with(Settings.ALPHA, 0.3)
            .with(Settings.MINIBATCH, OptionalInt.of(2));

    Kernel dula = settings.sampler().kernel(settings);

    assertThat(dula).isInstanceOf(StochasticLangevin.class);
    assertThat(dula.stepSize()).hasValue(0.3);
    assertThatThrownBy(() -> settings.with(Settings.GRADIENT, GradientKind.EXACT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("a minibatch is of own terms, so it needs the gradient own-term");
  }

  /** A line of a batch may choose the sampler that a setting of the batch is for. */
  @Test
  void whatHasNoEffectHoldsForTheNextSampler() {
    SampleSettings settings =
        SampleSettings.defaults().with(Settings.SAMPLER, "gibbs").with(Settings.ALPHA, 0.3);

    assertThat(settings.sampler()).isEqualTo(Sampler.GIBBS);
    assertThat(settings.with(Settings.SAMPLER, "dmala").get(Settings.ALPHA)).isEqualTo(0.3);
  }

  @Test
  void aDiverseListHasADiversityAndOneOfTheBestHasNone() {
    SampleSettings diverse = SampleSettings.defaults().with(Settings.SELECT, Selection.DIVERSE);

    assertThat(SampleSettings.defaults().select()).isEqualTo(Selection.BEST);
    assertThat(SampleSettings.defaults().get(Settings.DIVERSITY)).isEmpty();
    assertThat(diverse.get(Settings.DIVERSITY)).hasValue(Settings.DEFAULT_DIVERSITY);
    assertThat(diverse.with(Settings.SELECT, Selection.BEST)).isEqualTo(SampleSettings.defaults());
    assertThat(diverse.with(Settings.DIVERSITY, OptionalDouble.of(1)).get(Settings.DIVERSITY))
        .hasValue(1);
  }

  @Test
  void burnInIsAFifthOfTheStepsUntilItIsChosen() {
    SampleSettings defaults = SampleSettings.defaults();

    assertThat(defaults.burnIn()).isEqualTo(10);
    assertThat(defaults.with(Settings.STEPS, 8).burnIn()).isEqualTo(1);
    assertThat(defaults.with(Settings.STEPS, 1).burnIn()).isZero();
    assertThat(defaults.with(Settings.STEPS, 1_000_000_000).burnIn()).isEqualTo(200_000_000);
    SampleSettings chosen = defaults.with(Settings.STEPS, 8).with(Settings.BURN_IN, 2);
    assertThat(chosen.burnIn()).isEqualTo(2);
    assertThat(chosen)
        .isEqualTo(defaults.with(Settings.BURN_IN, 2).with(Settings.STEPS, 8))
        .hasSameHashCodeAs(defaults.with(Settings.BURN_IN, 2).with(Settings.STEPS, 8));
    assertThat(chosen.with(Settings.STEPS, 100).burnIn()).isEqualTo(2);
    assertThat(SampleSettings.paper().with(Settings.STEPS, 100).burnIn()).isZero();
  }

  @Test
  void paperIsItsProtocol() {
    SampleSettings paper = SampleSettings.paper();

    assertThat(paper)
        .isEqualTo(
            SampleSettings.defaults()
                .with(Settings.SAMPLER, "dmala")
                .with(Settings.GRADIENT, GradientKind.EXACT)
                .with(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
                .with(Settings.ALPHA, 0.4)
                .with(Settings.CHAINS, 25)
                .with(Settings.STEPS, 50)
                .with(Settings.BURN_IN, 0)
                .with(Settings.TOP, 5)
                .with(Settings.POOL, Pool.LAST)
                .with(Settings.REPEATS, true)
                .with(Settings.START, Start.MASKED)
                .with(Settings.VOCABULARY, VocabularyChoice.FULL));
  }

  @Test
  void constraintsAreCopiedAndInOrder() {
    List<String> words = new ArrayList<>(List.of("cat"));
    Map<Integer, BlankConstraint> constraints = new HashMap<>();
    for (int blank : new int[] {20, 3, 1, 17}) {
      constraints.put(blank, new BlankConstraint(words, List.of()));
    }
    SampleSettings settings = SampleSettings.defaults().withConstraints(constraints);
    constraints.clear();
    words.clear();

    assertThat(settings.constraints().keySet()).containsExactly(1, 3, 17, 20);
    assertThat(settings.constraints().values()).containsOnly(BlankConstraint.allow("cat"));
  }
}
