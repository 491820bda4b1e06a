package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.lab.TinyLanguageModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplerBenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(3).steps(20).burnIn(5).seed(11).build();

  @Test
  void theGridHoldsEveryPairAndKeepsTheRest() {
    List<InfillSettings> grid =
        SamplerBenchmark.grid(
            List.of(BalancingFunction.BARKER, BalancingFunction.power(1)),
            List.of(0.2, 1.5),
            SETTINGS);

    assertThat(grid)
        .extracting(settings -> settings.balancing().label() + " " + settings.stepSize())
        .containsExactly("barker 0.2", "barker 1.5", "power:1.0 0.2", "power:1.0 1.5");
    assertThat(grid)
        .allSatisfy(
            settings ->
                assertThat(
                        settings.toBuilder()
                            .balancing(SETTINGS.balancing())
                            .stepSize(SETTINGS.stepSize())
                            .build())
                    .isEqualTo(SETTINGS));
  }

  @Test
  void aStepSizeOutOfRangeIsRefusedBeforeAnythingRuns() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                SamplerBenchmark.grid(
                    List.of(BalancingFunction.BARKER), List.of(0.2, -1.0), SETTINGS))
        .withMessageContaining("alpha");
  }

  @Test
  void resultsAreThoseOfTheInfillerInOrderAsTheyCome() {
    List<InfillSettings> grid =
        SamplerBenchmark.grid(List.of(BalancingFunction.BARKER), List.of(0.3, 1.5), SETTINGS);
    TinyLanguageModel model = new TinyLanguageModel();
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
      assertThat(results.get(i).infilling().settings()).isEqualTo(grid.get(i));
      assertThat(results.get(i).infilling().candidates())
          .isEqualTo(new Infiller(new TinyLanguageModel()).infill(TEXT, grid.get(i)).candidates());
    }
    assertThat(passesAtResult.get(0)).isLessThan(passesAtResult.get(1));
  }

  @Test
  void whatAnEffectiveSampleCostsCountsBurnIn() {
    TinyLanguageModel model = new TinyLanguageModel();
    List<SamplerBenchmark.Result> results = new ArrayList<>();

    new SamplerBenchmark(model).run(TEXT, List.of(SETTINGS), ProgressListener.NONE, results::add);

    SamplerBenchmark.Result result = results.get(0);
    double effective = result.infilling().diagnostics().effectiveSampleSize().orElseThrow();
    assertThat(effective).isPositive();
    assertThat(result.effectiveSampleSizePer100Passes().orElseThrow())
        .isCloseTo(100 * effective / model.passes(), within(1e-12));
  }

  @Test
  void isUndefinedWithTooFewSteps() {
    List<SamplerBenchmark.Result> results = new ArrayList<>();

    new SamplerBenchmark(new TinyLanguageModel())
        .run(
            TEXT,
            List.of(SETTINGS.toBuilder().steps(2).burnIn(0).build()),
            ProgressListener.NONE,
            results::add);

    assertThat(results.get(0).effectiveSampleSizePer100Passes()).isEmpty();
  }
}
