package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Dula;
import dev.infill.core.sampler.Gibbs;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class InfillSettingsTest {
  @Test
  void builderPutsEverySettingInItsPlace() {
    Map<Integer, BlankConstraint> constraints =
        Map.of(1, BlankConstraint.allow("cat"), 2, BlankConstraint.forbid("dog"));
    InfillSettings settings =
        new InfillSettings.Builder()
            .sampler("gwg")
            .chains(3)
            .steps(40)
            .burnIn(5)
            .top(6)
            .pool(Pool.LAST)
            .repeats(true)
            .temperature(1.5)
            .annealFrom(OptionalDouble.of(2))
            .seed(9)
            .start(Start.RANDOM)
            .vocabulary(VocabularyChoice.PIECES)
            .constraints(constraints)
            .maxBlanks(7)
            .batch(8)
            .concurrentBatches(2)
            .build();

    assertThat(settings.sampler()).isEqualTo(Sampler.of("gwg"));
    assertThat(settings.chains()).isEqualTo(3);
    assertThat(settings.steps()).isEqualTo(40);
    assertThat(settings.burnIn()).isEqualTo(5);
    assertThat(settings.top()).isEqualTo(6);
    assertThat(settings.pool()).isEqualTo(Pool.LAST);
    assertThat(settings.repeats()).isTrue();
    assertThat(settings.temperature()).isEqualTo(1.5);
    assertThat(settings.annealFrom()).hasValue(2);
    assertThat(settings.seed()).hasValue(9);
    assertThat(settings.start()).isEqualTo(Start.RANDOM);
    assertThat(settings.vocabulary()).isEqualTo(VocabularyChoice.PIECES);
    assertThat(settings.constraints()).isEqualTo(constraints);
    assertThat(settings.maxBlanks()).isEqualTo(7);
    assertThat(settings.batch()).isEqualTo(8);
    assertThat(settings.concurrentBatches()).isEqualTo(2);
    assertThat(settings.toBuilder().build()).isEqualTo(settings);
  }

  @Test
  void aSamplersParametersAreThoseThatAreSet() {
    InfillSettings.Builder builder =
        new InfillSettings.Builder()
            .set(Settings.ALPHA, 0.3)
            .set(Settings.MINIBATCH, OptionalInt.of(2));

    Sampler dula = builder.sampler("dula").build().sampler();

    assertThat(dula)
        .isEqualTo(
            new Dula(
                0.3,
                BalancingFunction.power(0.9),
                GradientKind.OWN_TERM,
                Precondition.NONE,
                OptionalInt.of(2)));
    assertThat(new InfillSettings.Builder().sampler(dula).build()).isEqualTo(builder.build());
  }

  /** A line of a batch may choose the sampler that a setting of the batch is for. */
  @Test
  void whatHasNoEffectHoldsForTheNextSampler() {
    InfillSettings settings =
        new InfillSettings.Builder().sampler("gibbs").set(Settings.ALPHA, 0.3).build();

    assertThat(settings.sampler()).isEqualTo(new Gibbs());
    assertThat(settings.toBuilder().sampler("dmala").build().sampler().get(Settings.ALPHA))
        .isEqualTo(0.3);
  }

  @Test
  void aDiverseListHasADiversityAndOneOfTheBestHasNone() {
    InfillSettings.Builder builder = new InfillSettings.Builder().select(Selection.DIVERSE);
    InfillSettings diverse = builder.build();

    assertThat(InfillSettings.defaults().select()).isEqualTo(Selection.BEST);
    assertThat(InfillSettings.defaults().diversity()).isEmpty();
    assertThat(diverse.diversity()).hasValue(Settings.DEFAULT_DIVERSITY);
    assertThat(builder.select(Selection.BEST).build()).isEqualTo(InfillSettings.defaults());
    assertThat(diverse.toBuilder().diversity(OptionalDouble.of(1)).build().diversity()).hasValue(1);
    assertThat(diverse.toBuilder().select(Selection.BEST).diversity(OptionalDouble.empty()).build())
        .isEqualTo(InfillSettings.defaults());
  }

  @Test
  void paperIsItsProtocol() {
    InfillSettings paper = InfillSettings.paper();

    assertThat(paper)
        .isEqualTo(
            InfillSettings.defaults().toBuilder()
                .sampler("dmala")
                .set(Settings.GRADIENT, GradientKind.EXACT)
                .set(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
                .set(Settings.ALPHA, 0.4)
                .chains(25)
                .steps(50)
                .burnIn(0)
                .top(5)
                .pool(Pool.LAST)
                .repeats(true)
                .start(Start.MASKED)
                .vocabulary(VocabularyChoice.FULL)
                .build());
  }

  @Test
  void constraintsAreCopiedAndInOrder() {
    List<String> words = new ArrayList<>(List.of("cat"));
    Map<Integer, BlankConstraint> constraints = new HashMap<>();
    for (int blank : new int[] {20, 3, 1, 17}) {
      constraints.put(blank, new BlankConstraint(words, List.of()));
    }
    InfillSettings settings = new InfillSettings.Builder().constraints(constraints).build();
    constraints.clear();
    words.clear();

    assertThat(settings.constraints().keySet()).containsExactly(1, 3, 17, 20);
    assertThat(settings.constraints().values()).containsOnly(BlankConstraint.allow("cat"));
  }
}
