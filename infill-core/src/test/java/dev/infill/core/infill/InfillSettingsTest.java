package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class InfillSettingsTest {
  @Test
  void builderPutsEverySettingInItsPlace() {
    Map<Integer, BlankConstraint> constraints = Map.of(1, BlankConstraint.allow("cat"));
    InfillSettings settings =
        new InfillSettings.Builder()
            .sampler(SamplerKind.GWG)
            .energy(EnergyKind.RAW_LOGIT)
            .gradient(GradientKind.EXACT)
            .balancing(BalancingFunction.BARKER)
            .stepSize(0.3)
            .targetAcceptance(OptionalDouble.of(0.6))
            .precondition(Precondition.NONE)
            .cycles(OptionalInt.empty())
            .minibatch(OptionalInt.empty())
            .intermediate(IntermediateForm.ACTIVE_COORDINATE)
            .intermediateStepSize(0.05)
            .blanksPerStep(2)
            .blockSize(OptionalInt.empty())
            .radius(1)
            .acceptance(AcceptanceKind.NON_REVERSIBLE)
            .delta(0.3)
            .chains(3)
            .steps(40)
            .burnIn(5)
            .top(6)
            .pool(Pool.LAST)
            .repeats(true)
            .temperature(1.5)
            .annealFrom(OptionalDouble.empty())
            .seed(9)
            .start(Start.RANDOM)
            .vocabulary(VocabularyChoice.PIECES)
            .constraints(constraints)
            .maxBlanks(7)
            .batch(8)
            .concurrentBatches(2)
            .build();

    assertThat(settings)
        .isEqualTo(
            new InfillSettings(
                SamplerKind.GWG,
                EnergyKind.RAW_LOGIT,
                GradientKind.EXACT,
                BalancingFunction.BARKER,
                0.3,
                OptionalDouble.of(0.6),
                IntermediateForm.ACTIVE_COORDINATE,
                0.05,
                Precondition.NONE,
                OptionalInt.empty(),
                OptionalInt.empty(),
                2,
                OptionalInt.empty(),
                1,
                AcceptanceKind.NON_REVERSIBLE,
                0.3,
                3,
                40,
                5,
                6,
                Pool.LAST,
                true,
                1.5,
                OptionalDouble.empty(),
                OptionalLong.of(9),
                Start.RANDOM,
                VocabularyChoice.PIECES,
                constraints,
                7,
                8,
                2));
    assertThat(settings.toBuilder().build()).isEqualTo(settings);
  }

  @Test
  void paperIsItsProtocol() {
    InfillSettings paper = InfillSettings.paper();

    assertThat(paper)
        .isEqualTo(
            InfillSettings.defaults().toBuilder()
                .sampler(SamplerKind.DMALA)
                .gradient(GradientKind.EXACT)
                .balancing(BalancingFunction.SQUARE_ROOT)
                .stepSize(0.4)
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
