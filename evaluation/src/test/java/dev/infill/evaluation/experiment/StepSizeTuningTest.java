package dev.infill.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.lab.TinyLanguageModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepSizeTuningTest {
  private static final List<Double> STEP_SIZES = List.of(0.001, 0.5, 3.0);
  private static final List<SamplerSpec> SAMPLERS =
      List.of(
          TinyExperiment.sampler(SamplerKind.GIBBS),
          TinyExperiment.sampler(SamplerKind.DULA),
          TinyExperiment.sampler(SamplerKind.DMALA));

  @TempDir Path folder = Path.of("");

  private TunedStepSizes tune(List<SamplerSpec> samplers) {
    StepSizeTuning tuning = new StepSizeTuning(samplers, STEP_SIZES);
    ExperimentPlan plan = tuning.plan(TinyExperiment.TASKS, 5);
    try (ExperimentRecord record = ExperimentRecord.open(folder, plan, TinyExperiment.CONTEXT)) {
      new ExperimentRunner(new TinyLanguageModel(), plan)
          .run(record, ExperimentListener.NONE, new Cancellation());
      return tuning.result(TinyExperiment.TASKS, record.runs());
    }
  }

  @Test
  void takesTheStepSizeOfHighestMeanEnergy() {
    TunedStepSizes tuned = tune(SAMPLERS);

    assertThat(tuned.stepSizes()).containsOnlyKeys("dmala", "dula");
    assertThat(tuned.trials()).hasSize(6);
    tuned
        .stepSizes()
        .forEach(
            (sampler, stepSize) ->
                assertThat(
                        tuned.trials().stream()
                            .filter(trial -> trial.sampler().equals(sampler))
                            .max(Comparator.comparingDouble(StepSizeTrial::meanEnergy))
                            .orElseThrow()
                            .stepSize())
                    .isEqualTo(stepSize));
    // So small a step changes nothing: the chains stay at their start.
    assertThat(tuned.stepSizes().get("dmala")).isNotEqualTo(0.001);
    assertThat(
            tuned.trials().stream()
                .filter(trial -> trial.stepSize() == 0.001)
                .mapToDouble(StepSizeTrial::changedPerStep))
        .containsOnly(0.0);
  }

  @Test
  void givesTheStepSizesToTheirSamplersAlone() {
    TunedStepSizes tuned =
        new TunedStepSizes(List.of(), "", List.of(), Map.of("dmala", 0.25, "dula", 0.5));
    SamplerSpec given =
        TinyExperiment.sampler(SamplerKind.DMALA).withStepSize(0.9, StepSizeSource.GIVEN);

    List<SamplerSpec> samplers = tuned.applyTo(SAMPLERS);

    assertThat(samplers.get(0)).isEqualTo(SAMPLERS.get(0));
    assertThat(samplers.subList(1, 3))
        .extracting(sampler -> sampler.settings().stepSize())
        .containsExactly(0.5, 0.25);
    assertThat(samplers.subList(1, 3))
        .extracting(SamplerSpec::stepSizeSource)
        .containsOnly(StepSizeSource.TUNED);
    assertThat(tuned.applyTo(List.of(given))).containsExactly(given);
    SamplerSpec unknown =
        new SamplerSpec(
            "dmala+temperature=2", given.settings(), UpdatesPerStep.ONE, StepSizeSource.DEFAULT);
    assertThatThrownBy(() -> tuned.applyTo(List.of(unknown)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "no step size was tuned for dmala+temperature=2, only for dmala, dula; tune it too,"
                + " or give it as dmala+temperature=2+alpha=0.4");
  }

  @Test
  void isReadAsItWasWritten() throws IOException {
    TunedStepSizes tuned = tune(SAMPLERS);
    Path file = folder.resolve("step-sizes.json");
    Files.writeString(file, tuned.toJson());

    assertThat(TunedStepSizes.read(file)).isEqualTo(tuned);
  }

  @Test
  void whatIsNotSuchAFileIsRefused() throws IOException {
    Path file = folder.resolve("step-sizes.json");
    assertThatThrownBy(() -> TunedStepSizes.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no such file");
    Files.writeString(file, "{\"tasks\":");
    assertThatThrownBy(() -> TunedStepSizes.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("not a file that infill evaluate tune has written");
  }

  @Test
  void tasksOfTheEvaluationAreNotTunedOn() {
    TunedStepSizes tuned =
        new TunedStepSizes(TinyExperiment.TASKS.subList(0, 1), "", List.of(), Map.of());

    tuned.requireHeldOut(TinyExperiment.TASKS.subList(1, 3));
    assertThatThrownBy(() -> tuned.requireHeldOut(TinyExperiment.TASKS))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("tbc:1, which is to be evaluated: the cat sat on the mat .");
    // The same sentence with other blanks is no other sentence.
    assertThatThrownBy(
            () ->
                tuned.requireHeldOut(
                    List.of(TinyExperiment.task("x", "", "the cat sat on the mat .", 4))))
        .hasMessageContaining("task x");
  }
}
