package dev.infill.web.json;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.StepBenchmark;
import dev.infill.web.Choices;
import dev.infill.web.Versions;
import java.util.SortedMap;

/**
 * The time of a dense step.
 *
 * @param text the text
 * @param gradient which gradient a step evaluated
 * @param chains how many states a step evaluated
 * @param blanks blanks of the text
 * @param pieces the length of a sequence
 * @param repetitions how many steps were timed
 * @param minimumSeconds the fastest step
 * @param medianSeconds the median step
 * @param threads threads of the model
 * @param model which model
 * @param versions the versions of Infill and its libraries
 */
public record StepBenchmarkJson(
    String text,
    String gradient,
    int chains,
    int blanks,
    int pieces,
    int repetitions,
    double minimumSeconds,
    double medianSeconds,
    int threads,
    SettingsJson.ModelJson model,
    SortedMap<String, String> versions) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param text the text
   * @param threads threads of the model
   * @param model the model
   * @param versions the versions of the application
   */
  public static StepBenchmarkJson of(
      StepBenchmark.Result result,
      String text,
      int threads,
      ModelDescription model,
      Versions versions) {
    return new StepBenchmarkJson(
        text,
        Choices.label(result.gradient()),
        result.chains(),
        result.blanks(),
        result.pieces(),
        result.repetitions(),
        result.minimumSeconds(),
        result.medianSeconds(),
        threads,
        SettingsJson.ModelJson.of(model),
        SettingsJson.versions(versions, model));
  }
}
