package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.WORDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SampledChainsTest {

  private final TinyLanguageModel model = new TinyLanguageModel();
  private final Infiller infiller = new Infiller(model);

  private SampledChains sample(SampleSettings settings, StoppingRule rule) {
    return infiller.chains(TEXT, settings, rule, ProgressListener.NONE, new Cancellation());
  }

  private static SampleSettings settings(String sampler) {
    return SampleSettings.defaults()
        .with(Settings.SAMPLER, sampler)
        .with(Settings.CHAINS, 6)
        .with(Settings.STEPS, 20)
        .with(Settings.BURN_IN, 0)
        .withSeed(3);
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void everyStepTellsItsOwnTextAndEnergy(String sampler) {
    SampledChains chains = sample(settings(sampler), StoppingRule.afterSteps(20));
    Map<List<String>, Double> energies =
        new Posterior(model, TEXT, List.of(WORDS, WORDS, WORDS), 1).energies();

    assertThat(chains.steps()).isEqualTo(20);
    for (int step : new int[] {0, 1, 7, 20}) {
      assertThat(chains.at(step))
          .hasSize(6)
          .allSatisfy(
              sample -> {
                assertThat(sample.energy()).isCloseTo(energies.get(sample.tokens()), within(1e-9));
                assertThat(sample.text())
                    .isEqualTo("the %s sat %s the %s .".formatted(sample.tokens().toArray()));
              });
    }
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void theLastStepIsWhatInfillChoosesFrom(String sampler) {
    SampleSettings settings =
        settings(sampler)
            .with(Settings.POOL, Pool.LAST)
            .with(Settings.REPEATS, true)
            .with(Settings.TOP, 6);

    assertThat(sample(settings, StoppingRule.afterSteps(20)).at(20))
        .extracting(ChainSample::text)
        .containsExactlyInAnyOrderElementsOf(
            infiller.sample(TEXT, settings).candidates().stream().map(Candidate::text).toList());
  }

  @ParameterizedTest
  @MethodSource("dev.infill.core.sampler.Sampler#labels")
  void aLongerRunBeginsAsAShorterOne(String sampler) {
    SampledChains shorter = sample(settings(sampler), StoppingRule.afterSteps(9));
    SampledChains longer =
        sample(settings(sampler), StoppingRule.afterStepsAndPasses(9, 20_000, 40));

    assertThat(longer.steps()).isGreaterThan(9);
    for (int step = 0; step <= 9; step++) {
      assertThat(longer.at(step)).isEqualTo(shorter.at(step));
      assertThat(longer.modelPasses(step)).isEqualTo(shorter.modelPasses(step));
    }
    assertThat(longer.diagnostics(9).moves().accepted())
        .isEqualTo(shorter.diagnostics(9).moves().accepted());
    assertThat(longer.diagnostics(9).effectiveSampleSize())
        .isEqualTo(shorter.diagnostics(9).effectiveSampleSize());
    assertThat(longer.diagnostics(9).hammingDistance().effectiveSampleSize())
        .isEqualTo(shorter.diagnostics(9).hammingDistance().effectiveSampleSize());
    assertThat(
            longer
                .diagnostics(longer.steps())
                .hammingDistance()
                .effectiveSampleSize()
                .orElseThrow())
        .isPositive();
  }

  @Test
  void stopsWithTheFirstStepThatReachesItsPasses() {
    SampledChains chains =
        sample(settings("gibbs"), StoppingRule.afterStepsAndPasses(5, 6 * 12, 1000));

    // A step of Gibbs is one pass for each of the 6 chains; the start is one for all.
    assertThat(chains.steps()).isEqualTo(12);
    assertThat(IntStream.of(0, 1, 12).mapToLong(chains::modelPasses)).containsExactly(1L, 7L, 73L);
  }

  @Test
  void chainsThatCostNothingEndAtTheMostSteps() {
    SampleSettings stuck =
        settings("dmala")
            .withConstraints(
                Map.of(
                    1, BlankConstraint.allow("cat"),
                    2, BlankConstraint.allow("on"),
                    3, BlankConstraint.allow("mat")));

    assertThat(sample(stuck, StoppingRule.afterStepsAndPasses(5, 1000, 37)).steps()).isEqualTo(37);
  }

  @Test
  void passesAreAllThatTheChainsAskedFor() {
    for (String sampler : Sampler.labels()) {
      long before = model.passes();
      SampledChains chains = sample(settings(sampler), StoppingRule.afterSteps(20));

      assertThat(chains.modelPasses(20)).as("%s", sampler).isGreaterThan(model.passes() - before);
    }
    for (String sampler : List.of("dmala", "dula", "gwg")) {
      SampleSettings exactGradients = settings(sampler).with(Settings.GRADIENT, GradientKind.EXACT);
      long before = model.passes();
      SampledChains chains = sample(exactGradients, StoppingRule.afterSteps(20));

      assertThat(chains.modelPasses(20)).as("%s", sampler).isEqualTo(model.passes() - before);
    }
  }

  @Test
  void cancellationLeavesWhatWasDone() {
    Cancellation cancellation = new Cancellation();
    SampledChains chains =
        infiller.chains(
            TEXT,
            settings("dmala"),
            StoppingRule.afterSteps(1000),
            (phase, done, total) -> {
              if (done == 4) {
                cancellation.cancel();
              }
            },
            cancellation);

    assertThat(chains.isInterrupted()).isTrue();
    // Chains that move freely may have made some more steps by then.
    int made = chains.steps();
    assertThat(made).isBetween(4, 25);
    assertThatThrownBy(() -> chains.at(made + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("step %d of a run of %d".formatted(made + 1, made));
  }
}
