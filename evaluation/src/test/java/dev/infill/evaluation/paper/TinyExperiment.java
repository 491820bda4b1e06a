package dev.infill.evaluation.paper;

import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.corpora.task.MaskingTask;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A small experiment on the tiny model: three tasks, every sampler. */
final class TinyExperiment {
  static final Map<String, String> CONTEXT = Map.of("model", "tiny");

  static final List<MaskingTask> TASKS =
      List.of(
          task("tbc:1", "tbc", "the cat sat on the mat .", 1, 3),
          task("wiki:1", "wiki", "the dog ran on the mat .", 1, 2, 5),
          task("wiki:2", "wiki", "the cat ran .", 2));

  private TinyExperiment() {}

  static MaskingTask task(String id, String corpus, String text, Integer... positions) {
    return new MaskingTask(id, corpus, List.of(text.split(" ")), Arrays.asList(positions));
  }

  static SamplerSpec sampler(String sampler) {
    return new SamplerSpec(
        sampler,
        SampleSettings.paper()
            .with(Settings.SAMPLER, sampler)
            .with(Settings.VOCABULARY, VocabularyChoice.WORDS)
            .with(Settings.CHAINS, 4)
            .with(Settings.STEPS, 10),
        UpdatesPerStep.ONE);
  }

  /** Every sampler whose step evaluates a state once at most. */
  static ExperimentPlan plan(ComparedAt... comparisons) {
    return plan(
        Sampler.labels().stream()
            .filter(label -> !Sampler.of(label).has(Settings.INTERMEDIATE))
            .toList(),
        comparisons);
  }

  static ExperimentPlan plan(List<String> samplers, ComparedAt... comparisons) {
    return new ExperimentPlan(
        TASKS, samplers.stream().map(TinyExperiment::sampler).toList(), List.of(comparisons), 2, 7);
  }
}
