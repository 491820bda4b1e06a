package dev.infill.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepSizeTuningTest {
  private static final List<Double> STEP_SIZES = List.of(0.001, 0.5, 3.0);
  private static final List<SamplerSpec> SAMPLERS =
      List.of(
          TinyExperiment.sampler("gibbs"),
          TinyExperiment.sampler("dula"),
          TinyExperiment.sampler("dmala"));

  private static final String MODEL = "0".repeat(64);

  @TempDir Path folder = Path.of("");

  private TunedStepSizes tune(List<SamplerSpec> samplers) {
    StepSizeTuning tuning = new StepSizeTuning(samplers, STEP_SIZES);
    ExperimentPlan plan = tuning.plan(TinyExperiment.TASKS, 5);
    try (ExperimentRecord record = ExperimentRecord.open(folder, plan, TinyExperiment.CONTEXT)) {
      new ExperimentRunner(new TinyLanguageModel(), plan)
          .run(record, ExperimentListener.NONE, new Cancellation());
      return tuning.result(TinyExperiment.TASKS, record.runs(), MODEL);
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
        new TunedStepSizes(
            List.of(), MODEL, conditions(), "", List.of(), Map.of("dmala", 0.25, "dula", 0.5));
    SamplerSpec given = TinyExperiment.sampler("dmala").withStepSize(0.9, StepSizeSource.GIVEN);

    List<SamplerSpec> samplers = tuned.applyTo(SAMPLERS);

    assertThat(samplers.get(0)).isEqualTo(SAMPLERS.get(0));
    assertThat(samplers.subList(1, 3))
        .extracting(sampler -> sampler.settings().get(Settings.ALPHA))
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
    Files.writeString(file, "null");
    assertThatThrownBy(() -> TunedStepSizes.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("not a file that infill evaluate tune has written");
    Files.writeString(file, "{\"tasks\":");
    assertThatThrownBy(() -> TunedStepSizes.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("not a file that infill evaluate tune has written");
  }

  @Test
  void tasksOfTheEvaluationAreNotTunedOn() {
    TunedStepSizes tuned =
        new TunedStepSizes(
            TinyExperiment.TASKS.subList(0, 1), MODEL, Map.of(), "", List.of(), Map.of());

    tuned.requireHeldOut(TinyExperiment.TASKS.subList(1, 3), MODEL);
    assertThatThrownBy(() -> tuned.requireHeldOut(TinyExperiment.TASKS, MODEL))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("tbc:1, which is to be evaluated: the cat sat on the mat .");
    // The same sentence with other blanks is no other sentence.
    assertThatThrownBy(
            () ->
                tuned.requireHeldOut(
                    List.of(TinyExperiment.task("x", "", "The Cat sat on the mat .", 4)), MODEL))
        .hasMessageContaining("task x");
    assertThatThrownBy(() -> tuned.requireHeldOut(List.of(), "other"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("tuned with another model");
  }

  @Test
  void whatWasTunedForSomethingElseIsRefused() {
    TunedStepSizes tuned =
        new TunedStepSizes(
            List.of(), MODEL, conditions(), "", List.of(), Map.of("dmala", 0.25, "dula", 0.5));
    SamplerSpec dmala = SAMPLERS.get(2);
    SamplerSpec warmer =
        new SamplerSpec(
            dmala.label(),
            dmala.settings().toBuilder().temperature(2).build(),
            dmala.updates(),
            dmala.stepSizeSource());

    assertThatThrownBy(() -> tuned.applyTo(List.of(warmer)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("temperature 1.0")
        .hasMessageContaining("temperature 2.0")
        .hasMessageContaining("tune it again");
  }

  @Test
  void thereMustBeSomethingToTune() {
    assertThatThrownBy(() -> new StepSizeTuning(SAMPLERS.subList(0, 1), STEP_SIZES))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no sampler has a step size to tune");
    assertThatThrownBy(() -> new StepSizeTuning(SAMPLERS, List.of(0.1, 0.2, 0.1)))
        .hasMessage("0.1 is there twice");
  }

  private static Map<String, String> conditions() {
    return SAMPLERS.stream()
        .filter(SamplerSpec::hasStepSize)
        .collect(Collectors.toMap(SamplerSpec::label, SamplerSpec::conditions));
  }
}
