package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.StepSizeSource;
import dev.infill.evaluation.experiment.UpdatesPerStep;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SamplerBenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(3).steps(20).burnIn(5).seed(11).build();

  private final TinyLanguageModel model = new TinyLanguageModel();

  @Test
  void theGridHoldsEveryPairWhereThereIsAStepSizeToChoose() {
    List<ComparedSampler> grid =
        ComparedSampler.grid(
            List.of(
                spec("cdmala", UpdatesPerStep.ONE, StepSizeSource.DEFAULT),
                spec("gwg", UpdatesPerStep.ONE, StepSizeSource.DEFAULT),
                spec("dula", UpdatesPerStep.ONE, StepSizeSource.GIVEN)),
            List.of(0.2, 1.5));

    assertThat(grid)
        .extracting(each -> each.label() + " " + each.settings().get(Settings.ALPHA))
        .containsExactly("cdmala 0.2", "cdmala 1.5", "gwg 0.4", "dula 0.4");
    assertThat(grid)
        .allSatisfy(
            each ->
                assertThat(
                        each.settings().toBuilder()
                            .sampler(SETTINGS.sampler())
                            .set(Settings.ALPHA, SETTINGS.get(Settings.ALPHA))
                            .build())
                    .isEqualTo(SETTINGS));
  }

  @Test
  void aStepSizeOutOfRangeIsRefusedBeforeAnythingRuns() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> ComparedSampler.grid(List.of(dmala()), List.of(0.2, -1.0)))
        .withMessageContaining("alpha");
  }

  @Test
  void sweepsAreRefused() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                ComparedSampler.grid(
                    List.of(spec("gibbs", UpdatesPerStep.SWEEP, StepSizeSource.DEFAULT)),
                    List.of(0.2)))
        .withMessageContaining("leave out +updates");
  }

  @Test
  void resultsAreThoseOfTheInfillerInOrderAsTheyCome() {
    List<ComparedSampler> grid = ComparedSampler.grid(List.of(dmala()), List.of(0.3, 1.5));
    List<SamplerBenchmark.Result> results = new ArrayList<>();
    List<Long> passesAtResult = new ArrayList<>();
    List<Long> steps = new ArrayList<>();
    ProgressListener progress = (phase, done, total) -> steps.add(done);

    new SamplerBenchmark(model)
        .run(
            TEXT,
            grid,
            progress,
            result -> {
              results.add(result);
              passesAtResult.add(model.passes());
            });

    assertThat(results).hasSize(2);
    assertThat(steps).isNotEmpty();
    for (int i = 0; i < results.size(); i++) {
      InfillSettings settings = grid.get(i).settings();
      assertThat(results.get(i).sampler()).isEqualTo(grid.get(i));
      assertThat(results.get(i).infilling().settings()).isEqualTo(settings);
      assertThat(results.get(i).infilling().candidates())
          .isEqualTo(new Infiller(new TinyLanguageModel()).infill(TEXT, settings).candidates());
    }
    assertThat(passesAtResult.get(0)).isLessThan(passesAtResult.get(1));
  }

  @Test
  void theFillingsThatChainsEndedAtAreCountedOnce() {
    SamplerBenchmark.Result result = results(SETTINGS.toBuilder().chains(8).build()).get(0);

    Infilling last =
        new Infiller(new TinyLanguageModel())
            .infill(TEXT, SETTINGS.toBuilder().chains(8).pool(Pool.LAST).build());
    assertThat(result.distinctLast())
        .isEqualTo(last.diagnostics().distinctFillings())
        .isBetween(2, 7);
  }

  @Test
  void whatAnEffectiveSampleCostsCountsBurnIn() {
    SamplerBenchmark.Result result = results(SETTINGS).get(0);

    double effective = result.infilling().diagnostics().effectiveSampleSize().orElseThrow();
    assertThat(effective).isPositive();
    assertThat(result.effectiveSampleSizePer100Passes().orElseThrow())
        .isCloseTo(100 * effective / model.passes(), within(1e-12));
  }

  @Test
  void isUndefinedWithTooFewSteps() {
    List<SamplerBenchmark.Result> results =
        results(SETTINGS.toBuilder().steps(2).burnIn(0).build());

    assertThat(results.get(0).effectiveSampleSizePer100Passes()).isEmpty();
    SamplerMedians summary = SamplerMedians.of(results).get(0);
    assertThat(summary.effectiveSampleSizePer100Passes()).isEmpty();
    assertThat(summary.meanEnergy()).isPresent();
  }

  @Test
  void severalTextsAreSummedUpByMediansAndMeanU() {
    List<SamplerBenchmark.Result> results =
        Stream.of(TEXT, "old ___ ___", "___ man")
            .flatMap(text -> results(text, SETTINGS).stream())
            .toList();

    List<SamplerMedians> summaries = SamplerMedians.of(results);

    assertThat(summaries).hasSize(1);
    assertThat(summaries.get(0).texts()).isEqualTo(3);
    assertThat(summaries.get(0).acceptanceRate().orElseThrow())
        .isEqualTo(
            results.stream()
                .mapToDouble(result -> result.infilling().diagnostics().acceptanceRate())
                .sorted()
                .skip(1)
                .findFirst()
                .orElseThrow());
    assertThat(summaries.get(0).meanEnergy().orElseThrow())
        .isCloseTo(
            results.stream()
                .mapToDouble(result -> result.infilling().diagnostics().meanEnergy().orElseThrow())
                .average()
                .orElseThrow(),
            within(1e-12));
  }

  private List<SamplerBenchmark.Result> results(InfillSettings settings) {
    return results(TEXT, settings);
  }

  private List<SamplerBenchmark.Result> results(String text, InfillSettings settings) {
    List<SamplerBenchmark.Result> results = new ArrayList<>();
    new SamplerBenchmark(model)
        .run(
            text,
            List.of(new ComparedSampler("dmala", settings)),
            ProgressListener.NONE,
            results::add);
    return results;
  }

  private static SamplerSpec dmala() {
    return spec("dmala", UpdatesPerStep.ONE, StepSizeSource.DEFAULT);
  }

  private static SamplerSpec spec(String kind, UpdatesPerStep updates, StepSizeSource stepSize) {
    return new SamplerSpec(kind, SETTINGS.toBuilder().sampler(kind).build(), updates, stepSize);
  }
}
